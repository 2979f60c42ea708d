import type { DataSources } from '../data-sources.js';
import type { BoundedConnection } from '../mysql/bounded-connection.js';
import { ServerTransactionRunner } from '../mysql/transaction-runner.js';
import { SqliteTransactionRunner } from '../sqlite/transaction-runner.js';
import type { TransactionRunner } from './transaction-runner.js';

/** Begins, commits and takes back transactions. Each runner that was begun is committed or taken back. */
export abstract class Transactions {
  abstract begin(): Promise<TransactionRunner>;
  /** Resolves only when the database has committed. */
  abstract commit(runner: TransactionRunner): Promise<void>;
  /** Rolls back. Never throws: the caller reports the first failure. */
  abstract takeBack(runner: TransactionRunner): Promise<void>;

  static of(sources: DataSources): Transactions {
    return sources.dialect === 'mysql' ? new ServerTransactions(sources) : new SqliteTransactions(sources);
  }
}

/** Each transaction has a connection of the pool. */
class ServerTransactions extends Transactions {
  constructor(private readonly sources: DataSources) {
    super();
  }

  async begin(): Promise<TransactionRunner> {
    const runner = new ServerTransactionRunner(this.sources.writer);
    await runner.startTransaction();
    return runner;
  }

  async commit(runner: TransactionRunner): Promise<void> {
    await runner.commitTransaction();
    await runner.release();
  }

  async takeBack(runner: TransactionRunner): Promise<void> {
    try {
      await runner.rollbackTransaction();
    } catch {
      // A connection with an open transaction must not go back to the pool.
      await (runner.connect() as Promise<BoundedConnection>).then(
        (connection) => {
          connection.destroy();
        },
        () => undefined,
      );
    }
    await runner.release();
  }
}

/** One connection writes; the caller lets one transaction run at a time. */
class SqliteTransactions extends Transactions {
  private runner: SqliteTransactionRunner;

  constructor({ writer }: DataSources) {
    super();
    this.runner = new SqliteTransactionRunner(writer);
  }

  async begin(): Promise<TransactionRunner> {
    if (!this.runner.isConnected) await this.reconnect();
    try {
      await this.runner.startTransaction();
    } catch (error) {
      await this.takeBack();
      throw error;
    }
    return this.runner;
  }

  commit(runner: TransactionRunner): Promise<void> {
    return runner.commitTransaction();
  }

  async takeBack(): Promise<void> {
    await this.runner.rollbackTransaction().catch(() => undefined);
    if (!this.runner.isOpen) return;
    // A transaction that is left open would take in every later write, and none would ever be committed.
    // If this fails, the next transaction tries it again.
    await this.reconnect().catch(() => undefined);
  }

  private async reconnect(): Promise<void> {
    this.runner = await this.runner.reconnect();
  }
}
