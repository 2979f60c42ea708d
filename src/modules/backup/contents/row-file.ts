import { createReadStream } from 'node:fs';

const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;

/**
 * Lines that end with a line feed: those of Node end at other characters as
 * well, which texts in JSON may have.
 */
export async function* linesOf(path: string): AsyncGenerator<string, void> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString();
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
}
