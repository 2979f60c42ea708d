import type { QueryRunner } from 'typeorm';

const WRITE = /^\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b/i;

/** Whether a statement inserts, changes or removes rows. */
export const isWrite = (query: string): boolean => WRITE.test(query);

/** The connection of one transaction. */
export interface TransactionRunner extends QueryRunner {
  /** Statements of the transaction that insert, change or remove rows. @internal */
  writes: number;
  /**
   * Sends a statement of which nothing is asked but that it succeeds. It may travel with the next one; when
   * it fails, so does the transaction.
   */
  defer(query: string, parameters?: readonly unknown[]): Promise<void>;
  /** Begins a part of the transaction that may be taken back alone. */
  setSavepoint(name: string): Promise<void>;
  /** Ends it: what was deferred in it has succeeded. */
  releaseSavepoint(name: string): Promise<void>;
  /** Takes it back. @throws when the database has taken back the whole transaction */
  rollbackToSavepoint(name: string): Promise<void>;
}
