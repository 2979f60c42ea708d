import { constants, type Dirent } from 'node:fs';
import { access, copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { syncPath } from '../../../platform/files/sync-path.js';
import { NotFoundError } from '../../../kernel/errors.js';
import { type ByteRange, FileStorage, isKey, mustBeKey, mustBePrefix, mustBeRange } from '../file-storage.js';
import { TempFiles } from '../temp-files.js';
import { probeStorage } from './storage-probe.js';

/** No key begins like this. */
const INCOMING = '~incoming';
/** Attempts to put a file into a folder that is removed meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * A folder of a local disk, or of a network file system. A file is in its place
 * whole, and synced, or not at all.
 */
export class DiskFileStorage extends FileStorage {
  readonly folder: string;
  private readonly incoming: TempFiles;

  constructor(
    folder: string,
    private readonly tempFiles: TempFiles,
  ) {
    super();
    this.folder = resolve(folder);
    this.incoming = new TempFiles(join(this.folder, INCOMING));
  }

  /**
   * Makes folders before files come: the first file in a new one waits for
   * three more folders to be on the disk.
   */
  async prepare(prefixes: readonly string[]): Promise<void> {
    prefixes.forEach(mustBePrefix);
    const folders = prefixes.map((prefix) => join(this.folder, prefix));
    await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
    const parents = new Set([this.folder, ...folders.map((folder) => dirname(folder))]);
    await Promise.all([...parents].map(syncPath));
  }

  async put(key: string, localPath: string): Promise<void> {
    const target = this.pathOf(key);
    const { size } = await stat(localPath);
    await inFolder(dirname(target), async () => {
      const present = await sizeOf(target);
      if (present !== size) {
        await syncPath(localPath);
        if (present !== null || !(await isLinked(localPath, target))) await this.copy(localPath, target);
      }
      // Also of a file that was there: whoever put it may not have come to this yet.
      await syncPath(dirname(target));
    });
  }

  async size(key: string): Promise<number | null> {
    return sizeOf(this.pathOf(key));
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    if (range) mustBeRange(range);
    const file = await open(this.pathOf(key)).catch((error: unknown) => {
      throw isMissing(error) ? notFound(key) : error;
    });
    try {
      const facts = await file.stat();
      if (!facts.isFile()) throw notFound(key);
      if (range && range.start >= facts.size) throw new RangeError(`${key} has ${facts.size} bytes.`);
      return file.createReadStream(range);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = this.pathOf(key);
    if ((await sizeOf(path)) === null) throw notFound(key);
    return work(path);
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async removeAll(prefix: string): Promise<void> {
    mustBePrefix(prefix);
    await rm(join(this.folder, prefix), { recursive: true, force: true, maxRetries: MAX_ATTEMPTS });
  }

  async *list(prefix: string): AsyncIterable<string> {
    mustBePrefix(prefix);
    for await (const entry of entriesOf(join(this.folder, prefix))) {
      const key = `${prefix}${entry.name}`;
      if (!isKey(key)) continue;
      if (entry.isDirectory()) yield* this.list(`${key}/`);
      else if (entry.isFile()) yield key;
    }
  }

  async check(): Promise<string> {
    await probeStorage(this, this.tempFiles);
    return `files in ${this.folder}`;
  }

  async ping(): Promise<void> {
    await access(this.folder, constants.W_OK | constants.X_OK);
  }

  override tidy(): Promise<number> {
    return this.incoming.sweep();
  }

  /** Copies a file: to other disks, on file systems without links, and to replace one. */
  private async copy(from: string, target: string): Promise<void> {
    const path = this.incoming.path();
    try {
      await copyFile(from, path, constants.COPYFILE_FICLONE);
      await syncPath(path);
      await rename(path, target);
    } finally {
      await rm(path, { force: true });
    }
  }

  private pathOf(key: string): string {
    mustBeKey(key);
    return join(this.folder, key);
  }
}

/** @returns whether the file system could do it, and nothing was there */
async function isLinked(from: string, target: string): Promise<boolean> {
  return link(from, target).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) throw error;
      return false;
    },
  );
}

/** Makes the folder where it is missing, as often as another instance that sweeps takes it away. */
async function inFolder(folder: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt > 1) await makeFolder(folder);
      await work();
      return;
    } catch (error) {
      if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first !== undefined) await syncParents(folder, first);
}

/** A folder that was just made is an entry in the one above it. */
async function syncParents(last: string, first: string): Promise<void> {
  for (let folder = last; folder.length >= first.length; folder = dirname(folder))
    await syncPath(dirname(folder));
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const facts = await stat(path);
    return facts.isFile() ? facts.size : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Entries of a folder; none when it is missing or removed meanwhile. */
async function* entriesOf(folder: string): AsyncIterable<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
const notFound = (key: string) => new NotFoundError('file-not-found', `There is no file ${key}.`);
