import type { NewIds, TransferKind, TransferRecord } from './transfer-kind.js';

/** Reads the records of a kind in the order of its key, some at a time. */
export type RecordReader = (kind: TransferKind) => AsyncIterable<readonly TransferRecord[]>;

/** The records of a site as they travel, in bounded memory whatever their number. */
export abstract class SiteRecords {
  /** Runs work that reads the site as it is at one time, whatever is written meanwhile. */
  abstract snapshot<T>(work: (read: RecordReader) => Promise<T>): Promise<T>;

  /** Message about an invalid record of a file; null when it can be stored. */
  abstract faultOf(kind: TransferKind, record: unknown): string | null;

  /**
   * Whether nobody has written anything yet: all that is there are the standing
   * records, and at most one author.
   */
  abstract isEmpty(): Promise<boolean>;

  /**
   * Reserves ids that no record has had, while others add records. Not part of a transaction.
   *
   * @returns the id before the first of them; of kinds without ids as well
   * @throws ConflictError `ids-used-up`
   */
  abstract reserveIds(kind: TransferKind, count: number): Promise<number>;

  /**
   * Records that come from now on get ids above this one. Not part of a transaction.
   * @throws ConflictError `ids-used-up`
   */
  abstract raiseIds(kind: TransferKind, highest: number): Promise<void>;

  /** Records that are there already, by their identities: their ids here, by their ids in the file. */
  abstract known(
    kind: TransferKind,
    records: readonly TransferRecord[],
  ): Promise<ReadonlyMap<number, number>>;

  /**
   * Stores records. Part of a unit of work.
   *
   * @param ids those of records and of what they refer to
   * @param mayBeThere whether rows whose keys are taken are left out
   */
  abstract insert(
    kind: TransferKind,
    records: readonly TransferRecord[],
    ids: NewIds,
    mayBeThere: boolean,
  ): Promise<void>;
}
