import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import BetterSqlite3 from 'sqlite-driver';
import { DataSource, type DataSourceOptions, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { BetterSqlite3DataSourceOptions } from 'typeorm/driver/better-sqlite3/BetterSqlite3DataSourceOptions.js';
import { EnvironmentError } from '../config/environment.js';
import { declaredMigrations } from './migrating/migrations.module.js';
import type { MigrationClass } from './migrating/restartable.js';
import type { ServerLimits } from './mysql/limits.js';
import { poolOf } from './mysql/pool-of.js';
import type { Replica } from './replica/replica.js';
import { SnakeNamingStrategy } from './snake-naming.strategy.js';
import { StatementCounter } from './statement-counter.js';
import { statementTraces, type StatementTraces } from './statement-traces.js';
import { traceFile } from './sqlite/traced-file.js';
import type { Tracer } from '../telemetry/tracer.js';

export type Dialect = 'sqlite' | 'mysql';

/** The class of a table, which a module hands to the database. */
export type Entity = EntityTarget<ObjectLiteral>;

/**
 * The connections of one process. MySQL and MariaDB have one pool. SQLite has two connections, because a
 * reader on the connection of a running transaction would see what is not committed yet.
 */
export interface DataSources {
  readonly dialect: Dialect;
  readonly writer: DataSource;
  readonly reader: DataSource;
  readonly statements: StatementCounter;
  /** @internal */
  readonly replica?: Replica;
  /** @internal */
  readonly traces: StatementTraces;
}

/**
 * SQLite waits for another process on the thread itself, so it waits briefly
 * and the unit of work tries again.
 */
const SQLITE_BUSY_MS = 100;

function dialectOf(url: string): Dialect {
  return url.startsWith('mysql:') ? 'mysql' : 'sqlite';
}

export interface OpenOptions {
  /** Connections of the pool of MySQL and MariaDB. */
  readonly poolSize: number;
  /** A server that follows that of MySQL or MariaDB, for reads that tolerate its lag. */
  readonly replicaUrl?: string | undefined;
  readonly entities: readonly Entity[];
  readonly limits?: ServerLimits;
  /** Migrations; by default those of all loaded modules. */
  readonly migrations?: readonly MigrationClass[];
  /** Is told that the server does not answer (true), and that it answers again. */
  readonly onCircuit?: (isOpen: boolean) => void;
  /** Tracer; nothing is traced without it. */
  readonly tracer?: Tracer;
}

/** Opens the connections; the caller closes them with {@link closeDataSources}. */
export async function openDataSources(url: string, options: OpenOptions): Promise<DataSources> {
  const statements = new StatementCounter();
  const writer = await createWriter(url, options, statements);
  await writer.initialize();
  const traces = statementTraces(url, writer.options.type, options.tracer);
  if (dialectOf(url) === 'mysql') {
    const replica = await createReplica(writer, options);
    return { dialect: 'mysql', writer, reader: writer, statements, traces, ...(replica && { replica }) };
  }
  const reader = createSqlite({
    ...optionsOf({ entities: options.entities, migrations: [] }, statements),
    database: fileOf(url),
    readonly: true,
    prepareDatabase: (db: unknown) => {
      traceFile(db as BetterSqlite3.Database, traces);
    },
  });
  return { dialect: 'sqlite', writer, reader: await reader.initialize(), statements, traces };
}

async function createReplica(
  writer: DataSource,
  { replicaUrl, tracer }: OpenOptions,
): Promise<Replica | null> {
  if (replicaUrl === undefined) return null;
  const { Replica } = await import('./replica/replica.js');
  return new Replica(replicaUrl, poolOf(writer), statementTraces(replicaUrl, writer.options.type, tracer));
}

/** The connection that writes and migrates, not opened yet. */
export async function createWriter(
  url: string,
  options: OpenOptions,
  statements = new StatementCounter(),
): Promise<DataSource> {
  const shared = optionsOf(options, statements);
  if (dialectOf(url) === 'mysql') {
    // The driver of the server is nothing that a service on a file needs.
    const { createServerSource } = await import('./mysql/mysql-source.js');
    return createServerSource(url, options, shared);
  }
  makeFolderOf(fileOf(url));
  const prepareDatabase = (db: unknown) => {
    prepare(db as BetterSqlite3.Database);
    traceFile(db as BetterSqlite3.Database, statementTraces(url, 'better-sqlite3', options.tracer));
  };
  return createSqlite({ ...shared, database: fileOf(url), prepareDatabase });
}

function optionsOf(
  { entities, migrations = declaredMigrations() }: Pick<OpenOptions, 'entities' | 'migrations'>,
  logger: StatementCounter,
) {
  return {
    entities: [...entities] as NonNullable<DataSourceOptions['entities']>,
    migrations: [...migrations],
    namingStrategy: new SnakeNamingStrategy(),
    logger,
  };
}

function createSqlite(options: Omit<BetterSqlite3DataSourceOptions, 'type'>): DataSource {
  // TypeORM would load the driver of the project that depends on this package, perhaps in another version.
  const driver = { driver: BetterSqlite3 };
  const source = new DataSource({ ...options, ...driver, type: 'better-sqlite3', timeout: SQLITE_BUSY_MS });
  // SQLite takes any type name; TypeORM wants to be told the ones that entities use on both databases.
  source.driver.supportedDataTypes.push('longtext');
  const normalizeType = source.driver.normalizeType.bind(source.driver);
  // It gives ids to INTEGER columns only, which hold those of BIGINT.
  source.driver.normalizeType = (column) =>
    'isGenerated' in column && column.isGenerated ? 'integer' : normalizeType(column);
  return source;
}

/** @throws EnvironmentError for a folder, which the database would not open however long it is waited for */
function makeFolderOf(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new EnvironmentError([`DATABASE_URL: ${file} is a folder; name a file in it`]);
  mkdirSync(dirname(file), { recursive: true });
}

const fileOf = (url: string): string => resolve(url.slice('sqlite:'.length));

export async function closeDataSources({ writer, reader, replica }: DataSources): Promise<void> {
  await replica?.close();
  if (reader !== writer) await reader.destroy();
  await writer.destroy();
}

function prepare(db: BetterSqlite3.Database): void {
  db.pragma('journal_mode = WAL');
  // FULL: a commit that was answered survives a power cut, not only a killed process.
  db.pragma('synchronous = FULL');
}
