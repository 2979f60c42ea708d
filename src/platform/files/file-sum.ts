import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const CHUNK_BYTES = 256 * 1024;

/** A file whose bytes are known. */
export interface FileSum {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The sum of a file. @throws Error of the operating system when it cannot be read */
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
 * Writes a file that only its owner may read, and waits until it is on the disk.
 *
 * @returns the sum of what was written
 * @throws Error of the source, of the operating system, or of the signal
 */
export async function writeSummed(source: Readable, path: string, signal?: AbortSignal): Promise<FileSum> {
  const digest = createHash('sha256');
  let bytes = 0;
  const summed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) {
      digest.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(source, summed, createWriteStream(path, { mode: 0o600, flush: true }), {
    ...(signal && { signal }),
  });
  return { bytes, sha256: digest.digest('hex') };
}
