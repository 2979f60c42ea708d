import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { garbageCollector } from '../../../../platform/memory/garbage-collector.ts';
import type { FileSum } from '../../database-dump.ts';

/** Characters that go to the file at a time. */
const CHUNK_CHARACTERS = 256 * 1024;
/** Bytes of lines after which their garbage is collected: V8 lets it grow with the memory of the machine. */
const COLLECT_EVERY_BYTES = 4_000_000;

const collect = garbageCollector();
let uncollected = 0;

/** Lines of a file, or lines whose checksum alone is wanted. */
export class LineWriter {
  count = 0;
  private waiting = '';
  private bytes = 0;
  private readonly digest = createHash('sha256');
  private readonly stream: WriteStream | null;

  /** @param path nothing is written when it is null */
  constructor(path: string | null) {
    this.stream = path === null ? null : createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
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
    uncollected += chunk.length;
    if (uncollected > COLLECT_EVERY_BYTES) {
      collect();
      uncollected = 0;
    }
    if (this.stream?.errored) throw this.stream.errored;
    if (this.stream && !this.stream.write(chunk)) await once(this.stream, 'drain');
  }
}

/**
 * The SELECT of the stored files that rows need: those that rows refer to, and
 * those that nothing has released.
 *
 * @param references columns with a foreign key to them
 */
export function neededFiles(
  references: readonly { readonly table: string; readonly column: string }[],
  quote: string,
): string {
  const named = (name: string): string => quote + name.replaceAll(quote, quote + quote) + quote;
  const uses = references.map(
    ({ table, column }) => `EXISTS (SELECT 1 FROM ${named(table)} t WHERE t.${named(column)} = f.hash)`,
  );
  return `SELECT f.hash AS sha256, f.size AS size FROM stored_files f
           WHERE ${['f.released_ts IS NULL', ...uses].join(' OR ')} ORDER BY f.hash`;
}
