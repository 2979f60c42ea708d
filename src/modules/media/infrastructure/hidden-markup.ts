import type { BinaryFile } from './containers/binary-file.js';
import type { ByteSpan } from './containers/segments.js';

const OPENING = 0x3c;
const MAX_MARKUP_BYTES = 12;
/** Bytes that are read at once, not in steps. */
const SMALL_BYTES = 4096;
/** Markup that a browser or a server might run if it took the file for another type. */
const MARKUP = /^<(?:\?php[\s]|(?:script|html|iframe|body|svg)[\s/>]|!doctype\s)/i;
/** Second characters of {@link MARKUP}, in both cases: most bytes are ruled out by them. */
const SECOND = new Set(Buffer.from('?!sShHiIbB'));

/**
 * Whether a file that is no text has HTML or a program in it: no camera writes such a thing.
 *
 * @param pixels in order: they are left out, since in so many bytes anything may stand by chance
 */
export async function hasHiddenMarkup(file: BinaryFile, pixels: readonly ByteSpan[]): Promise<boolean> {
  let start = 0;
  for (const part of [...pixels, { start: file.size, end: file.size }]) {
    const length = part.start - start;
    const isFound =
      length > SMALL_BYTES
        ? await holdsMarkupIn(file.chunks(start, part.start))
        : holdsMarkup(await file.bytes(start, length));
    if (isFound) return true;
    start = part.end;
  }
  return false;
}

async function holdsMarkupIn(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let carried = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    if (holdsMarkup(bytes)) return true;
    carried = Buffer.from(bytes.subarray(Math.max(0, bytes.length - MAX_MARKUP_BYTES)));
  }
  return false;
}

function holdsMarkup(bytes: Buffer): boolean {
  for (let index = bytes.indexOf(OPENING); index >= 0; index = bytes.indexOf(OPENING, index + 1)) {
    if (!SECOND.has(bytes[index + 1] ?? 0)) continue;
    if (MARKUP.test(bytes.toString('latin1', index, index + MAX_MARKUP_BYTES))) return true;
  }
  return false;
}
