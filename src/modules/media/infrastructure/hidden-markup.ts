import type { BinaryFile } from './binary-file.js';

const OPENING = 0x3c;
const LONGEST = 12;
/** What a browser or a server might run if it took the file for something else. */
const MARKUP = /^<(?:\?php[\s]|(?:script|html|iframe|body|svg)[\s/>]|!doctype\s)/i;
/** Second characters of {@link MARKUP}, in both cases: most bytes are ruled out by them. */
const SECOND = new Set(Buffer.from('?!sShHiIbB'));

/**
 * Whether a file that is no text has HTML or a program in it: no camera writes such a thing.
 *
 * @param except what is left out, to its end without the last byte
 */
export async function hasHiddenMarkup(
  file: BinaryFile,
  except?: { readonly start: number; readonly end: number },
): Promise<boolean> {
  if (!except) return holdsMarkupIn(file.chunks(0, file.size));
  return (
    (await holdsMarkupIn(file.chunks(0, except.start))) ||
    (await holdsMarkupIn(file.chunks(except.end, file.size)))
  );
}

async function holdsMarkupIn(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let carried = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    if (holdsMarkup(bytes)) return true;
    carried = Buffer.from(bytes.subarray(Math.max(0, bytes.length - LONGEST)));
  }
  return false;
}

function holdsMarkup(bytes: Buffer): boolean {
  for (let index = bytes.indexOf(OPENING); index >= 0; index = bytes.indexOf(OPENING, index + 1)) {
    if (!SECOND.has(bytes[index + 1] ?? 0)) continue;
    if (MARKUP.test(bytes.toString('latin1', index, index + LONGEST))) return true;
  }
  return false;
}
