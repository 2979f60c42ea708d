import type { UtcSeconds } from '../../../kernel/clock.js';
import type { StoredFileRecord } from './stored-file-record.js';

/** Facts of a file before it is stored. */
export type FileFacts = Pick<StoredFileRecord, 'hash' | 'size'>;

/** Cursor of a walk over released files. */
export type ReleasedFile = Pick<StoredFileRecord, 'hash'> & { readonly releasedTs: UtcSeconds };

/** Registry of stored files. Every change is part of a unit of work and locks its rows until that ends. */
export abstract class StoredFileRegistry {
  /** Adds files, or takes them back when they had been released. */
  abstract take(files: readonly FileFacts[]): Promise<void>;
  /** Adds files that nothing refers to yet; rows that are there stay as they are. */
  abstract addReleased(files: readonly FileFacts[], at: UtcSeconds): Promise<void>;
  abstract release(hash: string, at: UtcSeconds): Promise<void>;
  /** Locks and reads a row. */
  abstract lock(hash: string): Promise<StoredFileRecord | null>;
  /** The same for a file that was released until then; null also when another transaction has locked it. */
  abstract lockReleased(hash: string, until: UtcSeconds): Promise<StoredFileRecord | null>;
  /**
   * Removes a row that is locked, unless other rows refer to it: then it counts as not released.
   * @returns whether it went
   */
  abstract removeUnused(hash: string): Promise<boolean>;
  /** The next files that were released until then, the longest released first. */
  abstract listReleased(
    until: UtcSeconds,
    after: ReleasedFile | null,
    limit: number,
  ): Promise<ReleasedFile[]>;
  /** The next files in the order of their hashes. */
  abstract listAfter(hash: string, limit: number): Promise<StoredFileRecord[]>;
  /** Keeps files from being removed for so many seconds from now, by the clock of the database. */
  abstract hold(holder: string, seconds: number): Promise<void>;
  abstract endHold(holder: string): Promise<void>;
  /** Whether anybody keeps files from being removed. */
  abstract isHeld(): Promise<boolean>;
  /** Hashes that are in the registry. */
  abstract listKnown(hashes: readonly string[]): Promise<ReadonlySet<string>>;
}
