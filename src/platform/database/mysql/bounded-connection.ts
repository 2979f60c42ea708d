import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { PoolConnection, QueryError } from 'mysql2';
import { losesConnection } from '../database-errors.js';
import type { SqlParameter } from '../sql.js';
import type { Circuit } from './circuit.js';
import { type ServerLimits, ServerWaitError } from './limits.js';
import type { StatementTraces } from '../statement-traces.js';
import { kindOf } from '../../telemetry/tracer.js';

const READS = /^\s*(SELECT|WITH|SHOW|SET STATEMENT)\b/i;

export type Answer = [result: unknown, fields: unknown];
type Callback = (error: QueryError | null, ...answer: Answer) => void;

/**
 * A connection of the pool on which no statement waits without a limit. One that exceeds its limit costs the
 * connection, because the server may still be at work on it.
 */
export class BoundedConnection {
  private isBroken = false;
  private isReleased = false;

  constructor(
    private readonly raw: PoolConnection,
    private readonly limits: ServerLimits,
    private readonly traces: StatementTraces,
    private readonly circuit: Circuit,
    private readonly onRelease: () => void,
  ) {}

  /** TypeORM asks for a connection whose methods return promises: this is one. */
  promise(): this {
    return this;
  }

  /** @throws ServerWaitError, and what the server answers */
  query(sql: string, parameters?: unknown[]): Promise<Answer> {
    return this.answered(sql, (callback) => this.raw.query(sql, parameters, callback));
  }

  /**
   * Runs several statements of one text. The server stops at the first that fails.
   *
   * @param onDone is told of each that has succeeded, and of a SELECT once its rows begin
   */
  queryAll(sql: string, parameters: unknown[], onDone: () => void): Promise<Answer> {
    return this.answered(sql, (callback) => this.raw.query(sql, parameters, callback).on('fields', onDone));
  }

  /** The same by a statement that the server has prepared: each connection keeps some of them. */
  execute(sql: string, parameters: SqlParameter[]): Promise<Answer> {
    return this.answered(sql, (callback) => this.raw.execute(sql, parameters, callback));
  }

  /**
   * Rows of a SELECT as they arrive, once the first is there. The caller bounds its waits for the others, and
   * destroys what it does not read to the end.
   *
   * @throws ServerWaitError, and what the server answers
   */
  async stream(sql: string, parameters: unknown[], rowsAhead: number): Promise<Readable> {
    const rows = this.raw.query(sql, parameters).stream({ objectMode: true, highWaterMark: rowsAhead });
    // A failure between two reads is told to the next one.
    rows.on('error', () => undefined);
    const wait = this.limit(sql, (error) => rows.destroy(error));
    try {
      await once(rows, 'readable');
    } catch (error) {
      throw this.failure(error as QueryError);
    } finally {
      wait.end();
    }
    return rows;
  }

  /** Gives the connection back to the pool, unless its state is not known any more. */
  release(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    if (this.isBroken) this.raw.destroy();
    else this.raw.release();
    this.onRelease();
  }

  /** Closes the connection instead of giving it back: the server ends its transaction and its statement. */
  destroy(): void {
    this.isBroken = true;
    if (!this.isReleased) this.raw.destroy();
  }

  listeners(event: string): unknown[] {
    return this.raw.listeners(event);
  }

  on(event: 'error', listener: (error: Error) => void): this {
    this.raw.on(event, listener);
    return this;
  }

  private answered(sql: string, send: (callback: Callback) => unknown): Promise<Answer> {
    const span = this.traces.begin(sql);
    const answer = new Promise<Answer>((resolve, reject) => {
      const wait = this.limit(sql, reject);
      send((error, result, fields) => {
        wait.end();
        if (error) reject(this.failure(error));
        else resolve([result, fields]);
      });
    });
    if (span)
      answer.then(
        () => {
          span.end();
        },
        (error: unknown) => {
          span.end(kindOf(error));
        },
      );
    return answer;
  }

  private failure(error: QueryError): Error {
    // The error of mysql2 for a connection that it has closed has no code.
    const failure = error.fatal && !error.code ? connectionLost(error) : error;
    if (losesConnection(failure)) this.isBroken = true;
    return failure;
  }

  private limit(sql: string, reject: (error: Error) => void): { end(): void } {
    const { suspectMs, readMs, writeMs, givesUpUnanswered } = this.limits;
    const limitMs = READS.test(sql) ? readMs : writeMs;
    let withdraw = (): void => undefined;
    // An answer may have arrived while this process had no turn: it is read before the statement is given up.
    const giveUpSoon = (error: Error): void => {
      withdraw();
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.destroy();
        reject(error);
      });
    };
    let timer = setTimeout(() => {
      this.circuit.suspect();
      timer = setTimeout(() => {
        giveUpSoon(statementTimeout(limitMs));
      }, limitMs - suspectMs);
      if (!givesUpUnanswered) return;
      withdraw = this.circuit.giveUpWhenOpen(() => {
        giveUpSoon(notAnswering());
      });
    }, suspectMs);
    return {
      end: () => {
        withdraw();
        clearTimeout(timer);
      },
    };
  }
}

const statementTimeout = (limitMs: number): Error =>
  new ServerWaitError('DB_STATEMENT_TIMEOUT', `A statement took longer than ${limitMs} ms.`);

export const notAnswering = (): Error =>
  new ServerWaitError('DB_NOT_ANSWERING', 'The database does not answer.');

export function connectionLost(cause: Error): ServerWaitError {
  return new ServerWaitError('DB_NOT_ANSWERING', cause.message);
}
