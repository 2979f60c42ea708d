import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import type { Clock } from '../../kernel/clock.js';
import { assertClientIsWaiting } from '../concurrency/client-presence.js';
import { closeDataSources, type DataSources, type Dialect } from './data-sources.js';
import { limitedSelect } from './mysql/limited-select.js';
import { readConnection } from './replica/read-connection.js';
import { stayOnPrimary } from '../concurrency/reads/read-target.js';
import { RowStreams } from './rows/row-streams.js';
import { insertion, joined, raw, Sql, sql, type SqlParameter, type SqlValue } from './sql.js';
import { type CommittedReads, createCommittedReads } from './transactions/committed-reads.js';
import { OutsideUnitOfWorkError } from './transactions/read-runner.js';
import { ScopedDataSource } from './transactions/scoped-data-source.js';
import type { TransactionRunner } from './transactions/transaction-runner.js';

export type { SqlParameter, SqlValue } from './sql.js';

/** Target of statements: the current transaction, if there is one. */
export interface Scope {
  runner: TransactionRunner | null;
}

/**
 * The way to the tables: the transaction around the caller when there is one (see UnitOfWork), else a
 * connection that sees committed data only. On SQLite that connection is read-only, so a write outside a unit
 * of work fails at once.
 */
export class Database {
  private readonly scope = new AsyncLocalStorage<Scope>();

  private readonly streams: RowStreams;
  private readonly reads: CommittedReads;
  private otherClock: Clock | null = null;

  /**
   * Data source for `@nestjs/typeorm`: repositories follow the unit of work,
   * `destroy` closes all connections.
   */
  readonly dataSource: ScopedDataSource;

  /** @internal Nest makes it. */
  constructor(readonly sources: DataSources) {
    this.streams = new RowStreams(sources);
    this.reads = createCommittedReads(sources);
    this.dataSource = new ScopedDataSource(sources.reader, {
      current: () => this.transaction ?? undefined,
      connect: sources.replica && (() => readConnection(sources)),
      close: () => closeDataSources(sources),
    });
  }

  get dialect(): Dialect {
    return this.sources.dialect;
  }

  /** Follows the unit of work, as repositories of `@nestjs/typeorm` do. */
  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  get isInTransaction(): boolean {
    return this.transaction !== null;
  }

  /** Statements of the transaction around the caller that insert, change or remove rows. @internal */
  get writes(): number {
    return this.transaction?.writes ?? 0;
  }

  /** Rows of a SELECT; `?` stands for a parameter on both databases. */
  rows<T>(sql: string, parameters: readonly SqlParameter[] = []): Promise<T[]> {
    return this.read(new Sql(sql, parameters), false);
  }

  /** The same for a statement that was put together. */
  select<T>(select: Sql): Promise<T[]> {
    return this.read(select, false);
  }

  /** The same for one of the few texts that are asked for again and again: the server plans them faster. */
  prepared<T>(select: Sql): Promise<T[]> {
    return this.read(select, true);
  }

  private async read<T>({ text, parameters }: Sql, isPrepared: boolean): Promise<T[]> {
    const runner = this.transaction;
    if (runner) return runner.query(text, [...parameters]) as Promise<T[]>;
    assertClientIsWaiting();
    return this.reads.rows<T>(text, parameters, isPrepared);
  }

  /** Rows of a SELECT of any length, some at a time; outside of transactions. @throws OverloadedError */
  stream<T extends object>(select: Sql): AsyncGenerator<T[], void> {
    return this.streams.read<T>(select);
  }

  /**
   * A SELECT that the server gives up after some seconds, so that no request can keep it busy. SQLite, for
   * sites of one machine, has no such limit.
   */
  limited(select: Sql, seconds: number): Sql {
    return limitedSelect(this.sources.writer, select, seconds);
  }

  /** The time by the clock of the database, which all instances share; seconds UTC. */
  get clock(): Sql {
    if (this.otherClock) return new Sql('?', [this.otherClock.now()]);
    return raw(this.dialect === 'mysql' ? 'UNIX_TIMESTAMP()' : 'unixepoch()');
  }

  /** Statements take the time from this clock from now on: tests move it. @internal */
  follow(clock: Clock): void {
    this.otherClock = clock;
  }

  /** Reads a table through this index: optimisers guess wrongly where a LIMIT makes the order worth more. */
  through(index: string): Sql {
    return raw(this.dialect === 'mysql' ? `FORCE INDEX (${index})` : `INDEXED BY ${index}`);
  }

  /**
   * Rows behind a place in an order, as a range of an index on these columns that begins there: servers see
   * it in conditions on single columns, SQLite in one on all of them. @internal
   */
  behind(columns: readonly Sql[], place: readonly SqlValue[], direction: 'ASC' | 'DESC'): Sql {
    const sign = raw(direction === 'ASC' ? '>' : '<');
    if (this.dialect === 'sqlite') return sql`(${joined(columns, ', ')}) ${sign} (${place})`;
    const pairs = columns.map((column, index) => [column, place[index] ?? null] as const);
    return pairs.reduceRight<Sql>(
      (behind, [column, value], index) =>
        index === pairs.length - 1
          ? sql`${column} ${sign} ${value}`
          : sql`(${column} ${sign} ${value} OR (${column} = ${value} AND ${behind}))`,
      raw(''),
    );
  }

  /** Numbers as rows, by one parameter: statements have limits on their parameters. @internal */
  rowsOf(numbers: readonly number[]): Sql {
    const list = JSON.stringify(numbers);
    return this.dialect === 'mysql'
      ? sql`SELECT t.n FROM JSON_TABLE(${list}, '$[*]' COLUMNS (n INT PATH '$')) t`
      : sql`SELECT value FROM json_each(${list})`;
  }

  /**
   * Joins tables in the order in which they are written: optimisers may not begin with the one that follows.
   */
  get straightJoin(): Sql {
    return raw(this.dialect === 'mysql' ? 'STRAIGHT_JOIN' : 'CROSS JOIN');
  }

  /**
   * Ends a SELECT: others wait to change its rows until the transaction ends. On SQLite a writer is alone.
   */
  get forUpdate(): string {
    return this.dialect === 'mysql' ? ' FOR UPDATE' : '';
  }

  /** Ends a SELECT: its rows stay as they are until the transaction ends, while others may read them. */
  get forShare(): string {
    return this.dialect === 'mysql' ? ' LOCK IN SHARE MODE' : '';
  }

  /** `forUpdate`, leaving out rows that another transaction has locked. */
  get forUpdateOfFree(): string {
    return this.dialect === 'mysql' ? ' FOR UPDATE SKIP LOCKED' : '';
  }

  /** Inserts rows. @internal */
  async insertRows(...rows: Insertion): Promise<void> {
    const { text, parameters } = insertion(...rows);
    await this.execute(text, parameters);
  }

  /** The same, deferred. @internal */
  async deferRows(...rows: Insertion): Promise<void> {
    const { text, parameters } = insertion(...rows);
    await this.defer(text, parameters);
  }

  /**
   * Inserts rows, or changes those whose key is there already.
   *
   * @param changes columns that get the value that was to be inserted, or an
   *   expression over it and what is there
   */
  async upsert(...upsert: Upsert): Promise<void> {
    const { text, parameters } = this.upsertion(...upsert);
    if (parameters.length > 0) await this.execute(text, parameters);
  }

  /** The same, deferred. */
  async deferUpsert(...upsert: Upsert): Promise<void> {
    const { text, parameters } = this.upsertion(...upsert);
    if (parameters.length > 0) await this.defer(text, parameters);
  }

  private upsertion(...[table, columns, keys, rows, change = (_column, inserted) => inserted]: Upsert): Sql {
    const inserted = (column: string): string =>
      this.dialect === 'mysql' ? `VALUES(${column})` : `excluded.${column}`;
    const assignments = columns
      .filter((column) => !keys.includes(column))
      .map((column) => `${column} = ${change(`${table}.${column}`, inserted(column))}`)
      .join(', ');
    const conflict =
      this.dialect === 'mysql'
        ? `ON DUPLICATE KEY UPDATE ${assignments}`
        : `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${assignments}`;
    const { text, parameters } = insertion(table, columns, rows);
    return new Sql(`${text} ${conflict}`, parameters);
  }

  /** Number of rows that a statement inserted, changed or removed. */
  async execute(sql: string, parameters: readonly SqlParameter[] = []): Promise<number> {
    const { affected } = await this.writer.query(sql, [...parameters], true);
    return affected ?? 0;
  }

  /**
   * A statement of which nothing is asked but that it succeeds: on a server it travels with the next one,
   * with COMMIT at the latest. Not for one whose failure the caller handles.
   */
  async defer(sql: string, parameters: readonly SqlParameter[] = []): Promise<void> {
    await this.writer.defer(sql, parameters);
  }

  /** Inserts one row. @returns the id that the database gave it */
  async insert(sql: string, parameters: readonly SqlParameter[]): Promise<number> {
    const { raw } = (await this.writer.query(sql, [...parameters], true)) as {
      raw: number | { insertId: number };
    };
    return typeof raw === 'object' ? raw.insertId : raw;
  }

  /** Runs work. Each statement uses the transaction that the scope has then; without one it reads alone. */
  within<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    stayOnPrimary();
    return this.scope.run(scope, work);
  }

  /** Runs work in the transaction around it; its statements fail once the signal is aborted. @internal */
  runUntil<T>(signal: AbortSignal, work: () => T): T {
    const around = this.scope.getStore();
    const scope: Readonly<Scope> = {
      get runner() {
        signal.throwIfAborted();
        return around?.runner ?? null;
      },
    };
    return this.scope.run(scope, work);
  }

  private get writer(): TransactionRunner {
    if (!this.transaction) throw new OutsideUnitOfWorkError();
    return this.transaction;
  }

  private get transaction(): TransactionRunner | null {
    return this.scope.getStore()?.runner ?? null;
  }
}

type Insertion = Parameters<typeof insertion>;

type Upsert = [
  table: string,
  columns: readonly string[],
  keys: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  change?: ((column: string, inserted: string) => string) | undefined,
];

const LIST_LENGTHS = [1, 2, 3, 5, 10, 20, 30, 50, 100];

/**
 * The same values as a list of one of few lengths, the last one several times,
 * so that the texts of IN lists are few.
 */
export function padded<T>(values: readonly T[]): readonly T[] {
  const length = LIST_LENGTHS.find((one) => one >= values.length) ?? values.length;
  const last = values.at(-1);
  return last === undefined ? values : [...values, ...Array<T>(length - values.length).fill(last)];
}

/** `?, ?, ?` for an IN list of n values. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
