import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager, QueryRunner } from 'typeorm';
import type { DataSources, Dialect } from './data-sources.js';

export type SqlValue = string | number | boolean | null;

/**
 * The way to the tables: the transaction around the caller when there is one (see UnitOfWork), else a
 * connection that sees committed data only. On SQLite that connection is read-only, so a write outside a unit
 * of work fails at once.
 */
export class Database {
  private readonly transaction = new AsyncLocalStorage<QueryRunner>();

  constructor(readonly sources: DataSources) {}

  get dialect(): Dialect {
    return this.sources.dialect;
  }

  get manager(): EntityManager {
    return this.transaction.getStore()?.manager ?? this.sources.reader.manager;
  }

  get isInTransaction(): boolean {
    return this.transaction.getStore() !== undefined;
  }

  /** Rows of a SELECT; `?` stands for a parameter on both databases. */
  async rows<T>(sql: string, parameters: readonly SqlValue[] = []): Promise<T[]> {
    return this.manager.query<T[]>(sql, [...parameters]);
  }

  /** Number of rows that a statement inserted, changed or removed. */
  async execute(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    const runner = this.transaction.getStore();
    if (!runner) throw new Error('A write needs a unit of work around it.');
    const { affected } = await runner.query(sql, [...parameters], true);
    return affected ?? 0;
  }

  /** Inserts one row. @returns the id that the database gave it */
  async insert(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    const runner = this.transaction.getStore();
    if (!runner) throw new Error('A write needs a unit of work around it.');
    const { raw } = (await runner.query(sql, [...parameters], true)) as {
      raw: number | { insertId: number };
    };
    return typeof raw === 'object' ? raw.insertId : raw;
  }

  within<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
    return this.transaction.run(runner, work);
  }
}

/** `?, ?, ?` for an IN list of n values. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
