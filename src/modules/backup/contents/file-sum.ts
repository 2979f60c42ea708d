import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileSum } from '../database-dump.ts';

const CHUNK_BYTES = 256 * 1024;
const LINE_END = 0x0a;

const chunksOf = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;

/** @throws Error when it cannot be read */
export async function sumOf(path: string): Promise<FileSum> {
  const digest = createHash('sha256');
  // One for the whole file: each that a stream makes would be garbage.
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = await open(path);
  try {
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, bytes);
      if (bytesRead === 0) return { bytes, sha256: digest.digest('hex') };
      digest.update(buffer.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/**
 * Lines that end with a line feed: those of Node end at other characters as
 * well, which texts in JSON may have.
 */
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
