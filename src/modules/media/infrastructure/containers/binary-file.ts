import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

const WINDOW_BYTES = 64 * 1024;
const CHUNK_BYTES = 512 * 1024;

/** A file that is read here and there, never as a whole. */
export class BinaryFile {
  private window = Buffer.alloc(0);
  private windowStart = 0;

  private constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  static async using<T>(path: string, work: (file: BinaryFile) => Promise<T>): Promise<T> {
    const handle = await open(path, 'r');
    try {
      return await work(new BinaryFile(handle, (await handle.stat()).size));
    } finally {
      await handle.close();
    }
  }

  /** Fewer bytes at the end of the file. The next call may overwrite them. */
  async bytes(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size);
    if (position < this.windowStart || end > this.windowStart + this.window.length)
      await this.load(position, length);
    const start = position - this.windowStart;
    return this.window.subarray(start, start + length);
  }

  /** -1 at the end of the file. */
  async byte(position: number): Promise<number> {
    const start = position - this.windowStart;
    if (start >= 0 && start < this.window.length) return this.window[start] ?? -1;
    return (await this.bytes(position, 1))[0] ?? -1;
  }

  /** Offset of the first match of a sequence from a position on; -1 without a match. */
  async indexOf(sequence: Buffer, from: number): Promise<number> {
    const overlap = sequence.length - 1;
    let position = from;
    for await (const chunk of this.chunks(from, this.size, overlap)) {
      const index = chunk.indexOf(sequence);
      if (index >= 0) return position + index;
      position += chunk.length - overlap;
    }
    return -1;
  }

  /**
   * The bytes from one place to another, in steps; the next one overwrites the one before.
   *
   * @param overlap so many bytes of each are the first of the next
   */
  async *chunks(start: number, end: number, overlap = 0): AsyncIterable<Buffer> {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, end - start)));
    for (let position = start; position + overlap < end;) {
      const length = Math.min(chunk.length, end - position);
      const { bytesRead } = await this.handle.read(chunk, 0, length, position);
      if (bytesRead <= overlap) return;
      yield chunk.subarray(0, bytesRead);
      position += bytesRead - overlap;
    }
  }

  private async load(position: number, length: number): Promise<void> {
    const window = Buffer.allocUnsafe(Math.max(WINDOW_BYTES, length));
    const { bytesRead } = await this.handle.read(window, 0, window.length, position);
    this.window = window.subarray(0, bytesRead);
    this.windowStart = position;
  }
}

/** The bytes of a file from one place to another, in steps. */
export function readPart(path: string, start: number, end: number): AsyncIterable<Buffer> {
  return createReadStream(path, { start, end: end - 1 });
}
