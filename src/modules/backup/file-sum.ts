import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileSum } from './database-dump.ts';

const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;

const chunksOf = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;

/** @throws Error when it cannot be read */
export async function sumOf(path: string): Promise<FileSum> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunksOf(path)) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: digest.digest('hex') };
}

/** Lines that end with a line feed: those of Node end at other characters as well, which texts in JSON may have. */
export async function* linesOf(path: string): AsyncGenerator<string, void> {
  let parts: Buffer[] = [];
  for await (const chunk of chunksOf(path)) {
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
