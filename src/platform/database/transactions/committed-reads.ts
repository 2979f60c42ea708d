import type BetterSqlite3 from 'sqlite-driver';
import { LRUCache } from 'lru-cache';
import type { QueryError } from 'mysql2';
import { type Logger, QueryFailedError } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import type { DataSources } from '../data-sources.js';
import type { Answer } from '../mysql/bounded-connection.js';
import { readConnection } from '../replica/read-connection.js';
import type { ReadConnection } from '../replica/replica.js';
import type { SqlParameter } from '../sql.js';
import { OutsideUnitOfWorkError } from './read-runner.js';

/**
 * SELECTs outside of transactions, by the driver itself: TypeORM's own way
 * costs as much again as a short statement.
 */
export interface CommittedReads {
  /** @param isPrepared whether the text is one of few, which are worth being kept ready by the server */
  rows<T>(text: string, parameters: readonly SqlParameter[], isPrepared: boolean): Promise<T[]>;
}

export function createCommittedReads(sources: DataSources): CommittedReads {
  return sources.dialect === 'mysql' ? new ServerReads(sources) : new FileReads(sources);
}

class ServerReads implements CommittedReads {
  private readonly log: Logger;

  constructor(private readonly sources: DataSources) {
    this.log = sources.statements;
  }

  async rows<T>(text: string, parameters: readonly SqlParameter[], isPrepared: boolean): Promise<T[]> {
    const values = [...parameters];
    const connection = await readConnection(this.sources);
    try {
      this.log.logQuery(text, values);
      const [rows] = await (isPrepared
        ? this.execute(connection, text, values)
        : connection.query(text, values));
      return rows as T[];
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    } finally {
      connection.release();
    }
  }

  private async execute(connection: ReadConnection, text: string, values: SqlParameter[]): Promise<Answer> {
    try {
      return await connection.execute(text, values);
    } catch (error) {
      if (!UNPREPARED.has((error as QueryError).code)) throw error;
      return connection.query(text, values);
    }
  }
}

const MAX_PREPARED = 200;

/** The server, or a proxy in front of it, cannot keep a statement prepared. */
const UNPREPARED = new Set([
  'ER_MAX_PREPARED_STMT_COUNT_REACHED',
  'ER_NEED_REPREPARE',
  'ER_UNKNOWN_STMT_HANDLER',
  'ER_UNSUPPORTED_PS',
]);

class FileReads implements CommittedReads {
  private readonly prepared = new LRUCache<string, BetterSqlite3.Statement>({ max: MAX_PREPARED });
  private readonly log: Logger;

  constructor(private readonly sources: DataSources) {
    this.log = sources.statements;
  }

  rows<T>(text: string, parameters: readonly SqlParameter[]): Promise<T[]> {
    const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    this.log.logQuery(text, values);
    try {
      const statement = this.statement(text);
      if (!statement.reader) return Promise.reject(new OutsideUnitOfWorkError());
      return Promise.resolve(statement.all(...values) as T[]);
    } catch (error) {
      return Promise.reject(new QueryFailedError(text, values, error as Error));
    }
  }

  private statement(text: string): BetterSqlite3.Statement {
    const known = this.prepared.get(text);
    if (known) return known;
    const driver = this.sources.reader.driver as BetterSqlite3Driver;
    const statement = (driver.databaseConnection as BetterSqlite3.Database).prepare(text);
    this.prepared.set(text, statement);
    return statement;
  }
}
