import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { NotFoundError } from '../kernel/errors.js';
import {
  type ByteRange,
  FileStorage,
  mustBeKey,
  mustBePrefix,
  mustBeRange,
} from '../modules/storage/file-storage.js';
import { withFile } from './work-folder.js';

/** Keeps files in memory, for tests: `adapters: [bind(FileStorage, MemoryFileStorage)]`. */
export class MemoryFileStorage extends FileStorage {
  private readonly files = new Map<string, Buffer>();

  async put(key: string, localPath: string): Promise<void> {
    mustBeKey(key);
    const content = await readFile(localPath);
    if (this.files.get(key)?.length !== content.length) this.files.set(key, content);
  }

  // Methods are async so that what is thrown is a rejection, as with storage elsewhere.
  async size(key: string): Promise<number | null> {
    mustBeKey(key);
    return Promise.resolve(this.files.get(key)?.length ?? null);
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const content = this.contentOf(key);
    if (!range) return Promise.resolve(Readable.from([content]));
    const end = Math.min(range.end, content.length - 1);
    mustBeRange({ start: range.start, end });
    return Promise.resolve(Readable.from([content.subarray(range.start, end + 1)]));
  }

  async withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    return withFile(this.contentOf(key), work);
  }

  async remove(key: string): Promise<void> {
    mustBeKey(key);
    await Promise.resolve(this.files.delete(key));
  }

  async removeAll(prefix: string): Promise<void> {
    mustBePrefix(prefix);
    for await (const key of this.list(prefix)) this.files.delete(key);
  }

  async *list(prefix: string): AsyncGenerator<string> {
    mustBePrefix(prefix);
    const keys = [...this.files.keys()].filter((key) => key.startsWith(prefix));
    yield* await Promise.resolve(keys);
  }

  check(): Promise<string> {
    return Promise.resolve('files in memory');
  }

  ping(): Promise<void> {
    return Promise.resolve();
  }

  private contentOf(key: string): Buffer {
    mustBeKey(key);
    const content = this.files.get(key);
    if (!content) throw new NotFoundError('file-not-found', `There is no file ${key}.`);
    return content;
  }
}
