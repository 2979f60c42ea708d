import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;
/** Longer than any article that the API takes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Some programs begin files with it. */
const BYTE_ORDER_MARK = '\ufeff';

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: number;
  /** Null when the line cannot be read; then `fault` says why. */
  readonly text: string | null;
  readonly fault?: string;
}

/**
 * The lines of a file, one after the other, in bounded memory. Only the newline ends a line: `readline` would
 * also split at U+2028, which JSON allows inside strings.
 */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const line = (): Line => {
    number += 1;
    const read = bytes > MAX_LINE_BYTES ? faulty('is too long') : decode(Buffer.concat(parts), number === 1);
    const taken = { number, bytes: bytes + 1, ...read };
    parts = [];
    bytes = 0;
    return taken;
  };
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield line();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (bytes > 0) yield line();
}

type Content = Pick<Line, 'text' | 'fault'>;

const faulty = (fault: string): Content => ({ text: null, fault });

/** Text that is not UTF-8 would be changed silently. */
function decode(line: Buffer, isFirst: boolean): Content {
  if (!isUtf8(line)) return faulty('is not UTF-8');
  const text = line.toString('utf8');
  return { text: isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text };
}
