import BetterSqlite3 from 'sqlite-driver';
import type { DataSources } from '../../../platform/database/data-sources.js';
import { poolOf } from '../../../platform/database/mysql/pool-of.js';
import type { SqlParameter } from '../../../platform/database/sql.js';

/** Reads of a database as it is at one time. */
export interface SnapshotConnection {
  rows<T>(text: string, parameters: readonly SqlParameter[]): Promise<T[]>;
}

/** Runs work on a connection of its own, in one transaction that reads. Nobody waits for it. */
export async function withSnapshot<T>(
  sources: DataSources,
  work: (connection: SnapshotConnection) => Promise<T>,
): Promise<T> {
  return sources.dialect === 'mysql' ? onServer(sources, work) : onFile(sources, work);
}

async function onServer<T>(
  { reader }: DataSources,
  work: (connection: SnapshotConnection) => Promise<T>,
): Promise<T> {
  const connection = await poolOf(reader).acquire();
  let isWell = false;
  try {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    const result = await work({
      rows: async <R>(text: string, parameters: readonly SqlParameter[]) =>
        (await connection.query(text, [...parameters]))[0] as R[],
    });
    await connection.query('COMMIT');
    isWell = true;
    return result;
  } finally {
    if (!isWell) connection.destroy();
    connection.release();
  }
}

async function onFile<T>(
  { reader }: DataSources,
  work: (connection: SnapshotConnection) => Promise<T>,
): Promise<T> {
  const { database } = reader.options as { database: string };
  const file = new BetterSqlite3(database, { readonly: true, fileMustExist: true });
  try {
    file.exec('BEGIN');
    // The snapshot is taken by the first read.
    file.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all();
    return await work({
      rows: <R>(text: string, parameters: readonly SqlParameter[]) =>
        Promise.resolve(file.prepare(text).all(...parameters) as R[]),
    });
  } finally {
    file.close();
  }
}
