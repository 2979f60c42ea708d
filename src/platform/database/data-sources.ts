import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import type { Pool, RowDataPacket } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { DataSource, type DataSourceOptions, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions.js';
import { migrations } from './migrations/index.js';
import { SnakeNamingStrategy } from './snake-naming.strategy.js';
import { StatementCounter } from './statement-counter.js';

export type Dialect = 'sqlite' | 'mysql';

/** What a module hands to the database: the classes of its tables. */
export type Entity = EntityTarget<ObjectLiteral>;

/**
 * The connections of one process. MySQL and MariaDB have one pool. SQLite has two connections, because a reader
 * on the connection of a running transaction would see what is not committed yet.
 */
export interface DataSources {
  readonly dialect: Dialect;
  readonly writer: DataSource;
  readonly reader: DataSource;
  readonly statements: StatementCounter;
}

/** How long a statement waits for a lock before the unit of work is tried again. */
const LOCK_WAIT_SECONDS = 5;
/** SQLite waits for another process on the thread itself, so it waits briefly and the unit of work tries again. */
const SQLITE_BUSY_MS = 100;

const SESSION_SETTINGS = [
  `SET SESSION sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

export function dialectOf(url: string): Dialect {
  return url.startsWith('mysql:') ? 'mysql' : 'sqlite';
}

/** Opens the connections; the caller closes them with {@link closeDataSources}. */
export async function openDataSources(
  url: string,
  poolSize: number,
  entities: readonly Entity[],
): Promise<DataSources> {
  const statements = new StatementCounter();
  const writer = await createWriter(url, poolSize, entities, statements);
  await writer.initialize();
  if (dialectOf(url) === 'mysql') {
    await configureSessions(writer);
    return { dialect: 'mysql', writer, reader: writer, statements };
  }
  const reader = createSqlite({
    ...optionsOf(entities, statements),
    migrations: [],
    database: fileOf(url),
    readonly: true,
  });
  return { dialect: 'sqlite', writer, reader: await reader.initialize(), statements };
}

/** The connection that writes and migrates, not opened yet. */
export async function createWriter(
  url: string,
  poolSize: number,
  entities: readonly Entity[],
  statements = new StatementCounter(),
): Promise<DataSource> {
  const options = optionsOf(entities, statements);
  if (dialectOf(url) === 'sqlite') {
    mkdirSync(dirname(fileOf(url)), { recursive: true });
    const prepareDatabase = (db: unknown) => {
      prepare(db as BetterSqlite3.Database);
    };
    return createSqlite({ ...options, database: fileOf(url), prepareDatabase });
  }
  return new DataSource({
    ...options,
    type: await probeServer(url),
    url,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    poolSize,
    bigNumberStrings: false,
    // Without `trace: false` the driver captures a stack for every statement, a tenth of the time of a write.
    extra: { queueLimit: 10_000, enableKeepAlive: true, trace: false },
  });
}

function optionsOf(entities: readonly Entity[], logger: StatementCounter) {
  return {
    entities: [...entities] as NonNullable<DataSourceOptions['entities']>,
    migrations: [...migrations],
    namingStrategy: new SnakeNamingStrategy(),
    logger,
  };
}

function createSqlite(options: Omit<BetterSqlite3DataSourceOptions, 'type'>): DataSource {
  const source = new DataSource({ ...options, type: 'better-sqlite3', timeout: SQLITE_BUSY_MS });
  // SQLite takes any type name; TypeORM wants to be told the ones that entities use on both databases.
  source.driver.supportedDataTypes.push('longtext');
  return source;
}

const fileOf = (url: string): string => resolve(url.slice('sqlite:'.length));

export async function closeDataSources({ writer, reader }: DataSources): Promise<void> {
  if (reader !== writer) await reader.destroy();
  await writer.destroy();
}

function prepare(db: BetterSqlite3.Database): void {
  db.pragma('journal_mode = WAL');
  // FULL: a commit that was answered survives a power cut, not only a killed process.
  db.pragma('synchronous = FULL');
}

async function configureSessions(source: DataSource): Promise<void> {
  const { pool } = source.driver as unknown as { pool: Pool };
  pool.on('connection', (connection) => {
    for (const setting of SESSION_SETTINGS) connection.query(setting);
  });
  // The connection that TypeORM opened before the listener was there.
  for (const setting of SESSION_SETTINGS) await source.query(setting);
}

/**
 * Makes the database when it is missing, and tells which of the two servers it is: they speak one protocol, but
 * describe their columns differently.
 */
async function probeServer(url: string): Promise<'mysql' | 'mariadb'> {
  const { pathname } = new URL(url);
  const serverUrl = new URL(url);
  serverUrl.pathname = '/';
  const connection = await createConnection(serverUrl.toString());
  try {
    const name = decodeURIComponent(pathname.slice(1)).replaceAll('`', '``');
    await connection
      .query(`CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`)
      // A user without the right to create databases has been given one; connecting to it tells.
      .catch(() => undefined);
    const [[row]] = await connection.query<(RowDataPacket & { version: string })[]>(
      'SELECT VERSION() AS version',
    );
    return row?.version.includes('MariaDB') ? 'mariadb' : 'mysql';
  } finally {
    await connection.end();
  }
}
