import type { QueryRunner } from 'typeorm';

/** The connection of one transaction. */
export interface TransactionRunner extends QueryRunner {
  /**
   * Sends a statement of which nothing is asked but that it succeeds. It may travel with the next one; when it fails,
   * so does the transaction.
   */
  defer(query: string, parameters?: readonly unknown[]): Promise<void>;
}
