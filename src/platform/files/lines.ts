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

export interface LineOptions {
  /** Byte at which a line begins, counted from 0; lines are counted from there. */
  readonly start?: number;
  /** Most bytes of a line; of one that is longer nothing is kept. */
  readonly maxBytes?: number;
}

/**
 * The lines of a file, one after the other, in bounded memory. Only the newline ends a line: `readline` would
 * also split at U+2028, which JSON allows inside strings.
 */
export async function* linesOf(file: string, options: LineOptions = {}): AsyncGenerator<Line> {
  const { start = 0, maxBytes = MAX_LINE_BYTES } = options;
  let parts: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const line = (): Line => {
    number += 1;
    const isFirst = start === 0 && number === 1;
    const read = bytes > maxBytes ? faulty('is too long') : decode(Buffer.concat(parts), isFirst);
    const taken = { number, bytes: bytes + 1, ...read };
    parts = [];
    bytes = 0;
    return taken;
  };
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of createReadStream(file, { start }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end));
      yield line();
      from = end + 1;
    }
    keep(chunk.subarray(from));
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
