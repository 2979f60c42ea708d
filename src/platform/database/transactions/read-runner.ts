import type { DataSource, QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import type { ReplicationMode } from 'typeorm/driver/types/ReplicationMode.js';

/** A write was tried where nothing would commit it, or take it back. */
export class OutsideUnitOfWorkError extends Error {
  override readonly name = 'OutsideUnitOfWorkError';

  constructor() {
    super('A write needs a unit of work around it: outside of one the database is readonly.');
  }
}

const COMMENTS = /^(?:\s|\/\*(?![!M])[\s\S]*?\*\/)*/;
const READS = /^\(*\s*(?:SELECT|WITH|EXPLAIN|SHOW|DESCRIBE|PRAGMA)\b|^SET\s+STATEMENT\b.*?\bFOR\s+SELECT\b/is;
/** A statement WITH common tables can write, too. */
const WRITES =
  /\b(?:INSERT\s+INTO|REPLACE\s+INTO|DELETE\s+(?:\S+\s+)?FROM|(?<!FOR\s+)UPDATE\b[\s\S]*?\bSET)\b/i;
/** Behind the first statement is another one: a connection to a server takes several at a time. */
const SEVERAL = /;\s*\S/;
const LITERALS =
  /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`[^`]*`|--\s.*|#.*|\/\*(?![!M])[\s\S]*?\*\//g;

export function isRead(statement: string): boolean {
  const text = statement.replace(COMMENTS, '');
  if (!READS.test(text)) return false;
  const isWith = /^\(*\s*WITH/i.test(text);
  if (!isWith && !text.includes(';')) return true;
  const words = text.replace(LITERALS, ' ');
  return !SEVERAL.test(words) && !(isWith && WRITES.test(words));
}

/**
 * A runner that is in no transaction, and refuses to write.
 *
 * @param connect gives its connection, where another one than that of the driver is wanted
 */
export function createReadRunner(
  { driver }: DataSource,
  mode: ReplicationMode,
  connect?: () => Promise<object>,
): QueryRunner {
  const runner =
    driver.options.type === 'better-sqlite3'
      ? new BetterSqlite3QueryRunner(driver as BetterSqlite3Driver)
      : new MysqlQueryRunner(driver as MysqlDriver, mode);
  if (connect) connectBy(runner, connect);
  return refuseWrites(runner);
}

/** Has the runner take its connection from `connect`; TypeORM releases that connection. */
function connectBy(runner: QueryRunner, connect: () => Promise<object>): void {
  let connecting: Promise<object> | undefined;
  const given = async (): Promise<object> => {
    const databaseConnection = await connect();
    Object.assign(runner, { databaseConnection });
    return databaseConnection;
  };
  Object.assign(runner, { connect: () => (connecting ??= given()) });
}

function refuseWrites(runner: QueryRunner): QueryRunner {
  const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
  const stream = runner.stream.bind(runner);
  return Object.assign(runner, {
    startTransaction: () => Promise.reject(new OutsideUnitOfWorkError()),
    query: (sql: string, ...rest: unknown[]) =>
      isRead(sql) ? query(sql, ...rest) : Promise.reject(new OutsideUnitOfWorkError()),
    stream: (sql: string, ...rest: never[]) =>
      isRead(sql) ? stream(sql, ...rest) : Promise.reject(new OutsideUnitOfWorkError()),
  });
}
