import type BetterSqlite3 from 'sqlite-driver';
import type { DataSource, QueryResult } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { isWrite, type TransactionRunner } from '../transactions/transaction-runner.js';

/** The connection is not in the state that the transaction needs: nothing may be said to be committed. */
class TransactionStateError extends Error {
  /** The code of disk errors: one of them is the usual cause. */
  readonly code = 'SQLITE_IOERR';
  override readonly name = 'TransactionStateError';
}

/**
 * Transactions on the writing connection of SQLite. SQLite ends a transaction by itself after some failures
 * (a full disk, for example) and keeps it open after others, so the connection is asked, not remembered: a
 * statement runs inside a transaction that is open, and a COMMIT has ended it.
 */
export class SqliteTransactionRunner extends BetterSqlite3QueryRunner implements TransactionRunner {
  writes = 0;

  constructor(private readonly source: DataSource) {
    super(source.driver as BetterSqlite3Driver);
    Object.assign(this, { manager: source.createEntityManager(this) });
  }

  /** Whether the connection is inside a transaction, by its own account. */
  get isOpen(): boolean {
    return this.file.inTransaction;
  }

  /** Whether the file is open. It is not when the last attempt to open it again has failed. */
  get isConnected(): boolean {
    return this.file.open;
  }

  override async startTransaction(): Promise<void> {
    if (this.isOpen) throw new TransactionStateError('A transaction is open already.');
    // IMMEDIATE: a transaction that reads first could not become a writer after another process has written.
    await this.query('BEGIN IMMEDIATE');
    this.writes = 0;
    this.mark(true);
  }

  override async commitTransaction(): Promise<void> {
    await this.query('COMMIT');
    if (this.isOpen) throw new TransactionStateError('COMMIT has not ended the transaction.');
    this.mark(false);
  }

  override async rollbackTransaction(): Promise<void> {
    this.mark(false);
    if (this.isOpen) await this.query('ROLLBACK');
  }

  /** Executes at once: deferring saves nothing on SQLite. */
  async defer(query: string, parameters: readonly unknown[] = []): Promise<void> {
    await this.query(query, [...parameters]);
  }

  async setSavepoint(name: string): Promise<void> {
    await this.query(`SAVEPOINT ${name}`);
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.query(`RELEASE SAVEPOINT ${name}`);
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    await this.query(`ROLLBACK TO SAVEPOINT ${name}`);
    await this.query(`RELEASE SAVEPOINT ${name}`);
  }

  // The overloads of TypeORM: raw results, and structured ones.
  override query<T = unknown>(query: string, parameters?: unknown[]): Promise<T>;
  override query<T = unknown>(
    query: string,
    parameters: unknown[] | undefined,
    isStructured: true,
  ): Promise<QueryResult<T>>;
  override async query(query: string, parameters?: unknown[], isStructured?: boolean): Promise<unknown> {
    if (this.isTransactionActive && !this.isOpen)
      throw new TransactionStateError('The transaction has been ended by the database.');
    if (isWrite(query)) this.writes += 1;
    const result: unknown = await super.query(query, parameters, isStructured);
    return result;
  }

  /** Closes the connection, with whatever state it is in, and opens a new one. */
  async reconnect(): Promise<SqliteTransactionRunner> {
    this.file.close();
    await this.driver.connect();
    return new SqliteTransactionRunner(this.source);
  }

  private get file(): BetterSqlite3.Database {
    return this.driver.databaseConnection as BetterSqlite3.Database;
  }

  private mark(isActive: boolean): void {
    this.isTransactionActive = isActive;
    this.transactionDepth = isActive ? 1 : 0;
  }
}
