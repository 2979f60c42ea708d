import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { DataSources } from './data-sources.js';

const LOCK_NAME = 'content-migrations';
const LOCK_SECONDS = 120;

/**
 * Brings the schema up to date. Instances that start together take turns: the first migrates, the others find
 * nothing left to do.
 *
 * @returns the names of the migrations that were run.
 */
export async function migrate(sources: DataSources): Promise<string[]> {
  const lock = sources.dialect === 'mysql' ? lockServer : lockFile;
  return lock(sources.writer, async () => {
    if (sources.dialect === 'mysql') await setCharacterSet(sources.writer);
    const done = await sources.writer.runMigrations({ transaction: 'each' });
    return done.map(({ name }) => name);
  });
}

async function lockServer<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = source.createQueryRunner();
  // A lock of the server's is shared by all of its databases, so its name has to tell them apart.
  const name = `${LOCK_NAME}:${String(source.driver.database)}`.slice(0, 64);
  try {
    const [row] = await runner.manager.query<{ taken: number | null }[]>('SELECT GET_LOCK(?, ?) AS taken', [
      name,
      LOCK_SECONDS,
    ]);
    if (Number(row?.taken) !== 1)
      throw new Error('Another instance has been migrating the database for too long.');
    return await work();
  } finally {
    await runner.query('SELECT RELEASE_LOCK(?)', [name]).catch(() => undefined);
    await runner.release();
  }
}

/** An exclusive transaction on a database file of its own: the operating system frees it when a process dies. */
async function lockFile<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = new BetterSqlite3(`${String(source.options.database)}-migrating`, { timeout: 0 });
  try {
    for (const deadline = Date.now() + LOCK_SECONDS * 1000; ;) {
      try {
        lock.exec('BEGIN EXCLUSIVE');
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
        await delay(20);
      }
    }
    return await work();
  } finally {
    lock.close();
  }
}

/** Tables take character set and collation from the database: `utf8mb4_bin` compares byte for byte. */
async function setCharacterSet(source: DataSource): Promise<void> {
  const name = String(source.driver.database).replaceAll('`', '``');
  await source.query(`ALTER DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
}

/** What of the schema differs from what the entities say, as the SQL that would mend it; empty when they agree. */
export async function schemaDrift({ writer }: DataSources): Promise<string[]> {
  const { upQueries } = await writer.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
