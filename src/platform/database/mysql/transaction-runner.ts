import { type DataSource, QueryFailedError, QueryResult } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { isTakenBack, isUniqueViolation } from '../database-errors.js';
import { isWrite, type TransactionRunner } from '../transactions/transaction-runner.js';
import { DeferredStatementError } from '../violations.js';
import type { BoundedConnection } from './bounded-connection.js';

/** A packet holds 16 MB on servers that have not been told otherwise, and escaping can double a text. */
const MAX_DEFERRED_CHARACTERS = 1024 * 1024;

interface Statement {
  readonly query: string;
  readonly parameters: readonly unknown[];
}

/**
 * Transactions on a connection of the pool. Deferred statements and START TRANSACTION travel with the next
 * statement, in one packet: the server runs them in order, and stops at the first that fails.
 */
export class ServerTransactionRunner extends MysqlQueryRunner implements TransactionRunner {
  writes = 0;
  private deferred: Statement[] = [];
  private deferredCharacters = 0;
  private hasBegun = false;
  private failure: Error | undefined;
  /** The server has taken back all of it: what came now would be committed by itself. */
  private loss: Error | undefined;

  constructor(source: DataSource) {
    super(source.driver as MysqlDriver, 'master');
    Object.assign(this, { manager: source.createEntityManager(this) });
  }

  override startTransaction(): Promise<void> {
    this.mark(true);
    return Promise.resolve();
  }

  override async commitTransaction(): Promise<void> {
    if (this.hasBegun || this.deferred.length > 0) await this.query('COMMIT');
    this.mark(false);
  }

  override async rollbackTransaction(): Promise<void> {
    this.forgetDeferred();
    this.mark(false);
    if (this.hasBegun) await this.send([{ query: 'ROLLBACK', parameters: [] }]);
  }

  async defer(query: string, parameters: readonly unknown[] = []): Promise<void> {
    const characters = charactersOf({ query, parameters });
    if (this.deferredCharacters + characters > MAX_DEFERRED_CHARACTERS) {
      await this.query(query, [...parameters]);
      return;
    }
    if (isWrite(query)) this.writes += 1;
    this.deferred.push({ query, parameters });
    this.deferredCharacters += characters;
  }

  async setSavepoint(name: string): Promise<void> {
    await this.query(`SAVEPOINT ${name}`);
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.query(`RELEASE SAVEPOINT ${name}`);
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    this.forgetDeferred();
    this.failure = undefined;
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
  override async query(query: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> {
    if (isWrite(query)) this.writes += 1;
    const statement = { query, parameters };
    const fits = this.deferredCharacters + charactersOf(statement) <= MAX_DEFERRED_CHARACTERS;
    if (!fits) await this.sendWithDeferred([]);
    const answer = await this.sendWithDeferred([statement]);
    return isStructured ? structured(answer) : answer;
  }

  /** @returns what the last statement answers */
  private async sendWithDeferred(statements: readonly Statement[]): Promise<unknown> {
    const fault = this.loss ?? this.failure;
    if (fault) throw fault;
    const { deferred } = this;
    this.forgetDeferred();
    const begin = this.hasBegun ? [] : [{ query: 'START TRANSACTION', parameters: [] }];
    let done = 0;
    try {
      this.hasBegun = true;
      return await this.send([...begin, ...deferred, ...statements], () => done++);
    } catch (error) {
      if (isTakenBack(error)) this.loss = error as Error;
      if (done >= begin.length + deferred.length) throw error;
      this.failure = isUniqueViolation(error)
        ? new DeferredStatementError(error as QueryFailedError)
        : (error as Error);
      throw this.failure;
    }
  }

  private forgetDeferred(): void {
    this.deferred = [];
    this.deferredCharacters = 0;
  }

  private async send(
    statements: readonly Statement[],
    onDone = () => undefined as unknown,
  ): Promise<unknown> {
    if (statements.length === 0) return undefined;
    const query = statements.map((statement) => statement.query).join('; ');
    const parameters = statements.flatMap((statement) => statement.parameters);
    const connection = (await this.connect()) as BoundedConnection;
    const { logger } = this.dataSource;
    for (const statement of statements) logger.logQuery(statement.query, [...statement.parameters], this);
    let done = 0;
    try {
      const [answer] = await connection.queryAll(query, parameters, () => {
        done++;
        onDone();
      });
      return statements.length === 1 ? answer : (answer as unknown[]).at(-1);
    } catch (error) {
      // The last one counts as done when its rows have begun.
      const failed = statements[Math.min(done, statements.length - 1)];
      throw new QueryFailedError(failed?.query ?? '', [...(failed?.parameters ?? [])], error as Error);
    }
  }

  private mark(isActive: boolean): void {
    this.isTransactionActive = isActive;
    this.transactionDepth = isActive ? 1 : 0;
  }
}

function charactersOf({ query, parameters }: Statement): number {
  return parameters.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    query.length,
  );
}

function structured(answer: unknown): QueryResult {
  const result = new QueryResult();
  result.raw = answer;
  if (Array.isArray(answer)) result.records = answer;
  else result.affected = (answer as { affectedRows: number }).affectedRows;
  return result;
}
