import type { QueryRunner } from 'typeorm';

/** The connection of one transaction. */
export interface TransactionRunner extends QueryRunner {
  /**
   * Sends a statement of which nothing is asked but that it succeeds. It may travel with the next one; when it fails,
   * so does the transaction.
   */
  defer(query: string, parameters?: readonly unknown[]): Promise<void>;
  /** Marks where the transaction is, in place of the former mark; what was deferred has succeeded. */
  setSavepoint(): Promise<void>;
  /** Takes back what has come after the savepoint. @throws when the database has taken back the whole transaction */
  rollbackToSavepoint(): Promise<void>;
}
