import type { PoolOptions, RowDataPacket } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { isUnreachable } from '../database-errors.js';
import { BoundedPool } from './bounded-pool.js';
import { REQUEST_LIMITS, type ServerLimits } from './limits.js';
import { statementTraces } from '../statement-traces.js';
import { serverAddress } from './server-address.js';
import type { Tracer } from '../../telemetry/tracer.js';

/** Longest wait of a statement for a lock before the unit of work is tried again. */
const LOCK_WAIT_SECONDS = 5;

/** Longest wait for a client that takes its time with a long list; RowStreams has a limit of its own. */
const SEND_WAIT_SECONDS = 300;

/** Prepared statements of one connection. The server's limit for all connections is 16,382 by default. */
const MAX_PREPARED = 100;

const STRICT = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

export interface ServerOptions {
  readonly poolSize: number;
  readonly limits?: ServerLimits;
  readonly onCircuit?: (isOpen: boolean) => void;
  readonly tracer?: Tracer;
}

type SharedOptions = Pick<DataSourceOptions, 'entities' | 'migrations' | 'namingStrategy' | 'logger'>;

/** A data source of TypeORM on MySQL or MariaDB, over a {@link BoundedPool}; not opened yet. */
export async function createServerSource(
  url: string,
  { poolSize, limits = REQUEST_LIMITS, onCircuit = () => undefined, tracer }: ServerOptions,
  shared: SharedOptions,
): Promise<DataSource> {
  const type = await probeServer(url, limits);
  const traces = statementTraces(url, type, tracer);
  const pool = { limits, onCircuit, traces, sessionSettings: sessionSettings(type, limits) };
  return new DataSource({
    ...shared,
    type,
    url,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    poolSize,
    bigNumberStrings: false,
    driver: { createPool: (options: PoolOptions) => new BoundedPool(options, pool) },
    // By default the driver captures a stack for every statement, a tenth of the time of a write.
    extra: {
      enableKeepAlive: true,
      trace: false,
      maxPreparedStatements: MAX_PREPARED,
      multipleStatements: true,
    },
  });
}

/** The server gives up what nobody waits for any more, too. */
function sessionSettings(type: 'mysql' | 'mariadb', { writeMs }: ServerLimits): string[] {
  const limit =
    type === 'mariadb' ? `max_statement_time = ${writeMs / 1000}` : `max_execution_time = ${writeMs}`;
  return [
    `SET SESSION sql_mode = '${STRICT}', time_zone = '+00:00', innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}, lock_wait_timeout = ${LOCK_WAIT_SECONDS}, net_write_timeout = ${SEND_WAIT_SECONDS}, ${limit}`,
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ];
}

/**
 * Makes the database when it is missing: on MySQL, the statement for that waits for all transactions of one
 * that is there. Tells which of the two servers it is: they speak one protocol, but describe their columns
 * differently.
 */
async function probeServer(url: string, limits: ServerLimits): Promise<'mysql' | 'mariadb'> {
  const { connectionMs } = limits;
  // Commands and migrations have limits of their own, which are for long statements.
  const timeout = Math.min(limits.readMs, REQUEST_LIMITS.readMs);
  const serverUrl = new URL(url);
  serverUrl.pathname = '/';
  const connection = await createConnection({ uri: serverUrl.toString(), connectTimeout: connectionMs });
  try {
    const { database } = serverAddress(url);
    const known = 'SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?';
    const [found] = await connection.query<RowDataPacket[]>({ sql: known, values: [database], timeout });
    if (found.length === 0) {
      const name = database.replaceAll('`', '``');
      const creation = `CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;
      await connection.query({ sql: creation, timeout }).catch((error: unknown) => {
        if (isUnreachable(error)) throw error;
        // A user without the right to create databases has been given one; connecting to it tells.
      });
    }
    const [[row]] = await connection.query<(RowDataPacket & { version: string })[]>({
      sql: 'SELECT VERSION() AS version',
      timeout,
    });
    await connection.end();
    return row?.version.includes('MariaDB') ? 'mariadb' : 'mysql';
  } finally {
    // A server that does not answer does not say goodbye, either.
    connection.destroy();
  }
}
