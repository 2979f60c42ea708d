import { type Connection, createConnection, type RowDataPacket } from 'mysql2';
import type { DatabaseKind } from '../../database-dump.ts';

const CONNECT_MS = 10_000;

/**
 * A connection of its own to MySQL or MariaDB, without the limits of requests:
 * its caller bounds what it waits for.
 */
export interface ServerSession {
  readonly connection: Connection;
  readonly kind: Exclude<DatabaseKind, 'sqlite'>;
  readonly version: string;
  rows<T>(text: string, parameters?: readonly unknown[]): Promise<T[]>;
  end(): void;
}

/** Not strict, as values are to come back that a strict mode would not take, like a day of 0. */
const SETTINGS = [
  `SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'`,
  'SET SESSION net_write_timeout = 600, net_read_timeout = 600, lock_wait_timeout = 60, max_sort_length = 8388608',
];
/** MySQL needs room for several keys of that length, where it sorts rows of a table without a primary key. */
const SETTINGS_OF = {
  mariadb: ['SET SESSION max_statement_time = 0'],
  mysql: ['SET SESSION max_execution_time = 0', 'SET SESSION sort_buffer_size = 268435456'],
} as const;

/** @throws what the server answers */
export async function openSession(url: string): Promise<ServerSession> {
  const connection = createConnection({
    uri: url,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    connectTimeout: CONNECT_MS,
    enableKeepAlive: true,
  });
  // A statement that runs is told, and the next one.
  connection.on('error', () => undefined);
  const rows = async <T>(text: string, parameters: readonly unknown[] = []): Promise<T[]> =>
    (await connection.promise().query<RowDataPacket[]>(text, [...parameters]))[0] as T[];
  const end = (): void => {
    connection.destroy();
  };
  try {
    const [server] = await rows<{ version: string }>('SELECT VERSION() AS version');
    const version = server?.version ?? '';
    const kind = version.includes('MariaDB') ? 'mariadb' : 'mysql';
    for (const setting of SETTINGS) await rows(setting);
    for (const setting of SETTINGS_OF[kind]) await rows(setting);
    return { connection, kind, version, rows, end };
  } catch (error) {
    end();
    throw error;
  }
}

export const named = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
