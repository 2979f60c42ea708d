import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { TransferRecord } from '../../../modules/transfer/transfer-kind.js';
import { linesOf } from '../json-lines.js';
import type { ManifestFile } from './manifest.js';

/** Characters that go to the file at a time. */
const CHUNK = 256 * 1024;
/** A row has 14 MB at most, of which JSON may make six times as many. */
const MAX_LINE_BYTES = 100 * 1024 * 1024;
/** Records that are stored together, and bytes of their lines. */
const BATCH_RECORDS = 100;
const BATCH_BYTES = 1024 * 1024;

/** Writes records as JSON lines, and adds up what the manifest says of them. */
export class RecordFileWriter {
  private readonly digest = createHash('sha256');
  private readonly stream: WriteStream;
  private waiting = '';
  private count = 0;
  private bytes = 0;

  constructor(path: string) {
    this.stream = createWriteStream(path, { mode: 0o600, flush: true });
    // The next write, or the end, reports it.
    this.stream.on('error', () => undefined);
  }

  async write(records: readonly TransferRecord[]): Promise<void> {
    for (const record of records) {
      this.waiting += `${JSON.stringify(record)}\n`;
      this.count += 1;
      if (this.waiting.length > CHUNK) await this.flush();
    }
  }

  async end(kind: string): Promise<ManifestFile> {
    await this.flush();
    this.stream.end();
    await finished(this.stream);
    return { kind, count: this.count, bytes: this.bytes, sha256: this.digest.digest('hex') };
  }

  private async flush(): Promise<void> {
    const chunk = Buffer.from(this.waiting);
    this.waiting = '';
    this.bytes += chunk.length;
    this.digest.update(chunk);
    if (this.stream.errored) throw this.stream.errored;
    if (!this.stream.write(chunk)) await once(this.stream, 'drain');
  }
}

/** A line of a file of records. */
export interface RecordLine {
  readonly number: number;
  /** Offset of the next line, counted from 0. */
  readonly end: number;
  /** Record of the line; null when it cannot be read, then `fault` says why. */
  readonly record: unknown;
  readonly fault?: string;
}

/** Records of a file from a byte on, as many at a time as are stored together. */
export async function* recordsOf(path: string, start = 0): AsyncGenerator<readonly RecordLine[], void> {
  let batch: RecordLine[] = [];
  let bytes = 0;
  let end = start;
  for await (const line of linesOf(path, { start, maxBytes: MAX_LINE_BYTES })) {
    end += line.bytes;
    bytes += line.bytes;
    batch.push({ number: line.number, end, ...parse(line.text, line.fault) });
    if (batch.length < BATCH_RECORDS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function parse(text: string | null, fault?: string): Pick<RecordLine, 'record' | 'fault'> {
  if (text === null) return { record: null, fault: fault ?? 'cannot be read' };
  try {
    return { record: JSON.parse(text) as unknown };
  } catch {
    return { record: null, fault: 'is not valid JSON' };
  }
}

/** SHA-256 of a file, hexadecimal, and its bytes. @throws Error when it cannot be read */
export async function digestOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: digest.digest('hex'), bytes };
}
