import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { FileSum } from './file-sum.ts';

/** Characters that go to the file at a time. */
const CHUNK_CHARACTERS = 256 * 1024;

export interface LineWriterOptions {
  /** Whether a file that is there already is an error. */
  readonly isNew?: boolean;
  /** Called with the bytes of each part that goes to the file. */
  readonly onFlushed?: (bytes: number) => void;
}

/** Lines of a file, or lines whose checksum alone is wanted. */
export class LineWriter {
  count = 0;
  private waiting = '';
  private bytes = 0;
  private readonly digest = createHash('sha256');
  private readonly stream: WriteStream | null;

  /** @param path nothing is written when it is null */
  constructor(
    path: string | null,
    private readonly options: LineWriterOptions = {},
  ) {
    const flags = options.isNew ? 'wx' : 'w';
    this.stream = path === null ? null : createWriteStream(path, { mode: 0o600, flags, flush: true });
    // The next write, or the end, reports it.
    this.stream?.on('error', () => undefined);
  }

  /** @param line without its end */
  async write(line: string): Promise<void> {
    this.waiting += `${line}\n`;
    this.count += 1;
    if (this.waiting.length > CHUNK_CHARACTERS) await this.flush();
  }

  /** Waits until the file is on the disk. */
  async end(): Promise<FileSum & { readonly count: number }> {
    await this.flush();
    if (this.stream) {
      this.stream.end();
      await finished(this.stream);
    }
    return { count: this.count, bytes: this.bytes, sha256: this.digest.digest('hex') };
  }

  private async flush(): Promise<void> {
    const chunk = Buffer.from(this.waiting);
    this.waiting = '';
    this.bytes += chunk.length;
    this.digest.update(chunk);
    this.options.onFlushed?.(chunk.length);
    if (this.stream?.errored) throw this.stream.errored;
    if (this.stream && !this.stream.write(chunk)) await once(this.stream, 'drain');
  }
}
