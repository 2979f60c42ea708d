import type { Readable } from 'node:stream';

/** Bytes of a file, both ends included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Storage of the site's files, by keys of the service. A key is one or more names of `a-z 0-9 . _ @ -`,
 * joined by `/`; a prefix is a key with a slash at its end. Anything else is refused with a plain error,
 * because keys are never taken from a client.
 */
export abstract class FileStorage {
  /**
   * Keeps a copy of a local file, whole or not at all, and on the disk when the promise resolves. The local
   * file stays, and is not to be changed afterwards: storage on the same disk shares its bytes. A file of the
   * same size that is there already is taken to be the same file.
   */
  abstract put(key: string, localPath: string, contentType: string): Promise<void>;

  /** @returns bytes, or null when there is no such file */
  abstract size(key: string): Promise<number | null>;

  /**
   * The bytes of a file, or of a part of it that begins within it; an end behind the last byte is lowered.
   * The caller reads the stream to its end or destroys it.
   *
   * @throws NotFoundError (file-not-found) before the first byte, RangeError
   */
  abstract open(key: string, range?: ByteRange): Promise<Readable>;

  /**
   * Gives the work a path that libraries can read, for as long as it runs. It must not be written to.
   *
   * @throws NotFoundError (file-not-found)
   */
  abstract withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;

  /** Removes a file; one that is not there is fine. */
  abstract remove(key: string): Promise<void>;

  /** Removes all files below a prefix. */
  abstract removeAll(prefix: string): Promise<void>;

  /**
   * Keys below a prefix, in no particular order. What is put or removed meanwhile may be among them or not.
   */
  abstract list(prefix: string): AsyncIterable<string>;

  /** Writes a small file, reads it back and removes it. @returns one line that says where the files are */
  abstract check(): Promise<string>;

  /** Fails when files cannot be kept now; costs next to nothing. */
  abstract ping(): Promise<void>;

  /** Removes what puts that were broken off have left. @returns how many files */
  tidy(): Promise<number> {
    return Promise.resolve(0);
  }
}

const NAME = /^(?!\.\.?$)[a-z0-9._@-]{1,200}$/;
/** S3 takes keys of 1024 bytes; a prefix of the bucket is to fit in, too. */
const MAX_KEY_LENGTH = 700;

export const isKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && key.split('/').every((name) => NAME.test(name));

/** @throws Error */
export function mustBeKey(key: string): void {
  if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is not a key of the storage.`);
}

/** @throws Error */
export function mustBePrefix(prefix: string): void {
  if (!prefix.endsWith('/') || !isKey(prefix.slice(0, -1)))
    throw new Error(`${JSON.stringify(prefix)} is not a prefix of the storage.`);
}

/** @throws RangeError */
export function mustBeRange({ start, end }: ByteRange): void {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end))
    throw new RangeError(`There are no bytes ${start} to ${end}.`);
}
