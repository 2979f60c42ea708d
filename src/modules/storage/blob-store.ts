import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { OverloadedError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { HOUR_S } from '../../kernel/units.js';
import { sumOf } from '../../platform/files/file-sum.js';
import { type FileFacts, type ReleasedFile, StoredFileRegistry } from './domain/stored-file-registry.js';
import { FileStorage } from './file-storage.js';

/** A file to be stored. */
export interface NewFile {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** Path of the file, which stays and must not be changed. */
  readonly path: string;
  readonly contentType: string;
}

const HASH = /^[0-9a-f]{64}$/;
/** The size of a file that was lost before anybody here had seen it. */
export const NO_SIZE = 0;
const BATCH = 100;
const GONE = new Set(['ENOENT', 'EISDIR']);
/** With more failures the storage is considered away, not a single file faulty. */
const MAX_FAILURES = 10;
/** A process that is killed while it holds files holds up the collector for so long. */
const HOLD_S = 600;
const RENEW_EVERY_MS = 60_000;

/** Storage key of a file. @throws Error for a malformed hash */
export function originalKey(hash: string): string {
  return `originals/${folderOf(hash)}`;
}

/** Prefixes of all possible originals. */
export const ORIGINAL_PREFIXES: readonly string[] = Array.from(
  { length: 256 },
  (_, n) => `originals/${n.toString(16).padStart(2, '0')}/`,
);

/** Storage key of a file derived from a stored one; it is removed with that. */
export function derivedKey(hash: string, name: string): string {
  return `${derivedPrefix(hash)}${name}`;
}

/** Storage prefix of all files derived from a stored one. */
export function derivedPrefix(hash: string): string {
  return `derived/${folderOf(hash)}/`;
}

function folderOf(hash: string): string {
  if (!HASH.test(hash)) throw new Error(`${JSON.stringify(hash)} is not a hash.`);
  return `${hash.slice(0, 2)}/${hash}`;
}

/**
 * Files by the hash of their bytes, each stored once, for rows of other tables
 * to refer to. A row never refers to a file that is not there, and a file that
 * nothing refers to goes: docs/adr/0017-storage.md has the argument.
 */
@Injectable()
export class BlobStore {
  private readonly logger = new Logger(BlobStore.name);

  constructor(
    private readonly storage: FileStorage,
    private readonly registry: StoredFileRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores files and runs the work that refers to them, in one unit of work.
   * The work may be run again, like any.
   *
   * @param refer inserts or changes the rows that point to the files
   */
  async attach<T>(files: readonly NewFile[], refer: () => Promise<T>): Promise<T> {
    const ordered = distinct(files);
    try {
      for (const file of ordered) await this.put(file);
      return await this.unitOfWork.run(async () => {
        await this.registry.take(ordered);
        // Under the lock: a sweep may have removed what was there when it was put.
        for (const file of ordered) await this.putAgain(file);
        const result = await refer();
        this.unitOfWork.afterRollback(() => this.leaveToCollector(ordered));
        return result;
      });
    } catch (error) {
      // A busy database is not asked for more.
      if (!(error instanceof OverloadedError)) await this.leaveToCollector(ordered);
      throw error;
    }
  }

  /**
   * Takes files that are lost into the registry, for rows that refer to them. They have no size until
   * somebody puts them back. Part of a unit of work.
   */
  async takeLost(hashes: readonly string[]): Promise<void> {
    const known = await this.registry.listKnown(hashes);
    const unknown = hashes.filter((hash) => !known.has(hash));
    if (unknown.length > 0) await this.registry.take(unknown.map((hash) => ({ hash, size: NO_SIZE })));
  }

  /** Releases a reference, in the unit of work that removes or repoints the row with it. */
  async release(hash: string): Promise<void> {
    await this.unitOfWork.run(() => this.registry.release(hash, this.clock.now()));
  }

  /**
   * Leaves to the next sweep what an upload has stored that was cut off with
   * its process, before a row referred to it.
   *
   * @param path of the temporary file that the upload has left: it has the same bytes, if they had all come
   */
  async releaseCutOff(path: string): Promise<void> {
    const file = await factsOf(path);
    if (file === null) return;
    if ((await this.storage.size(originalKey(file.hash))) !== file.size) return;
    await this.unitOfWork.run(() => this.registry.addReleased([file], 0));
  }

  /**
   * Runs work during which no stored file is removed, by whichever instance:
   * what rows refer to at any time of it stays until its end.
   *
   * @param work ends when the signal is given: the database has been away for
   *   so long that files may be removed again
   */
  async withoutRemovals<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const lost = new AbortController();
    const hold = () => this.unitOfWork.run(() => this.registry.hold(holder, HOLD_S));
    await hold();
    let heldAt = performance.now();
    const renew = async (): Promise<void> => {
      const startedAt = performance.now();
      const isHeld = await hold().then(
        () => true,
        () => false,
      );
      if (isHeld) heldAt = startedAt;
      else if (performance.now() - heldAt > HOLD_S * 1000 - 2 * RENEW_EVERY_MS)
        lost.abort(
          new Error('Files are not kept from being removed any more: the database does not answer.'),
        );
    };
    const renewal = setInterval(() => void renew(), RENEW_EVERY_MS).unref();
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(renewal);
      // It ends by itself, when this cannot be done now.
      await this.unitOfWork.run(() => this.registry.endHold(holder)).catch(() => undefined);
    }
  }

  /**
   * Removes files that were released so long ago, and that nothing refers to.
   * Any number of instances may do it at once.
   *
   * @param stopping ends the work after the file at hand
   * @returns how many files were removed
   */
  async collectGarbage(olderThanSeconds = HOUR_S, stopping?: AbortSignal): Promise<number> {
    // Whether the storage is there is not to be found out while others wait for a lock.
    await this.storage.ping();
    if (await this.registry.isHeld()) return 0;
    const until = this.clock.now() - olderThanSeconds;
    let swept = 0;
    let failures = 0;
    let last: ReleasedFile | null = null;
    for (;;) {
      const batch: ReleasedFile[] = await this.registry.listReleased(until, last, BATCH);
      for (const { hash } of batch) {
        if (stopping?.aborted) return swept;
        try {
          if (await this.collectOne(hash, until)) swept += 1;
        } catch (error) {
          if (error instanceof OverloadedError || ++failures >= MAX_FAILURES) throw error;
          this.logger.warn({ err: error, hash }, 'A released file could not be removed; it is tried again');
        }
      }
      last = batch.at(-1) ?? null;
      if (!last) return swept;
    }
  }

  private collectOne(hash: string, until: number): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      if (!(await this.registry.lockReleased(hash, until))) return false;
      return await this.removeUnused(hash);
    });
  }

  /**
   * Removes a file whose row is locked, unless other rows refer to it. Part of a unit of work.
   *
   * @returns whether it was removed
   */
  async removeUnused(hash: string): Promise<boolean> {
    // Under the lock: who takes a hold now, and looks at the rows afterwards,
    // finds nothing that refers to this file.
    if (await this.registry.isHeld()) return false;
    if (!(await this.registry.removeUnused(hash))) return false;
    // Right after the row: if the connection is lost, and the lock with it, the gap is as short as possible.
    await this.storage.remove(originalKey(hash));
    await this.storage.removeAll(derivedPrefix(hash));
    return true;
  }

  private put({ hash, path, contentType }: NewFile): Promise<void> {
    return this.storage.put(originalKey(hash), path, contentType);
  }

  private async putAgain(file: NewFile): Promise<void> {
    if ((await this.storage.size(originalKey(file.hash))) !== file.size) await this.put(file);
  }

  /** Notes files that were put for work that has failed. The audit finds any others. */
  private async leaveToCollector(files: readonly NewFile[]): Promise<void> {
    try {
      await this.unitOfWork.run(() => this.registry.addReleased(files, this.clock.now()), {
        isApart: true,
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'Files of a failed upload are left to "doctor --fix"');
    }
  }
}

/** Null for what is no file any more. */
async function factsOf(path: string): Promise<FileFacts | null> {
  try {
    const { sha256, bytes } = await sumOf(path);
    return { hash: sha256, size: bytes };
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/**
 * Each hash once, and in one order for all, so that those who lock several do
 * not wait for each other in circles.
 */
function distinct(files: readonly NewFile[]): NewFile[] {
  const byHash = new Map(files.map((file) => [file.hash, file]));
  return [...byHash.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1));
}
