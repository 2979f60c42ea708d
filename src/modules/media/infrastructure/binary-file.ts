import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

const WINDOW_BYTES = 64 * 1024;
const SEARCH_BYTES = 1024 * 1024;

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
    if (position < this.windowStart || position + length > this.windowStart + this.window.length)
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

  /** Where a sequence is found first, from a position on; -1 when it is not there. */
  async indexOf(sequence: Buffer, from: number): Promise<number> {
    const chunk = Buffer.allocUnsafe(Math.min(SEARCH_BYTES, this.size));
    const overlap = sequence.length - 1;
    for (let position = from; position < this.size; position += SEARCH_BYTES - overlap) {
      const { bytesRead } = await this.handle.read(chunk, 0, chunk.length, position);
      const index = chunk.subarray(0, bytesRead).indexOf(sequence);
      if (index >= 0) return position + index;
    }
    return -1;
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
