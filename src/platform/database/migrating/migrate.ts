import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'sqlite-driver';
import type { DataSource } from 'typeorm';
import { createWriter, type DataSources } from '../data-sources.js';
import { retryStatement } from '../retry.js';
import { MigrationLease } from './lease.js';
import { clearJournal, createJournal, restartable } from './restartable.js';
import { nameFailures } from './migration-failures.js';
import { declaredMigrations } from './migrations.module.js';
import { MIGRATION_LIMITS } from '../mysql/limits.js';

const FILE_LOCK_SECONDS = 120;
const ATTEMPTS = 10;

export type Report = (message: string) => void;

/**
 * Brings the schema up to date. Instances that start together take turns: the first migrates, the others find
 * nothing left to do. One that is killed leaves a database on which the next one goes on.
 *
 * @param report is told of long waits
 * @returns the names of the migrations that were run.
 */
export function migrate(
  { dialect, writer }: DataSources,
  report: Report = () => undefined,
): Promise<string[]> {
  return dialect === 'mysql' ? migrateServer(writer, report) : migrateFile(writer);
}

/** Migrates on connections without the limits of requests: one migrates, one renews the lease. */
async function migrateServer({ options }: DataSource, report: Report): Promise<string[]> {
  const { url } = options as { url: string };
  const source = await createWriter(url, {
    poolSize: 2,
    entities: [],
    limits: MIGRATION_LIMITS,
    migrations: restartable(declaredMigrations(), () => {
      lease.assertHeld();
    }),
  });
  const lease = new MigrationLease(source);
  await source.initialize();
  try {
    await lease.take(report);
    await setCharacterSet(source);
    await createJournal(source);
    const done = await runMigrations(source, 'none');
    await clearJournal(source);
    return done;
  } finally {
    await lease.release();
    await source.destroy();
  }
}

function migrateFile(source: DataSource): Promise<string[]> {
  return lockFile(source, () => runMigrations(source, 'each'));
}

/** @returns the names of those that it has run */
async function runMigrations(source: DataSource, transaction: 'none' | 'each'): Promise<string[]> {
  nameFailures(source);
  const done = await source.runMigrations({ transaction });
  return done.map(({ name }) => name);
}

/**
 * An exclusive transaction on a database file of its own: the operating system frees it when a process dies.
 */
async function lockFile<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = new BetterSqlite3(`${String(source.options.database)}-migrating`, { timeout: 0 });
  try {
    for (const deadline = performance.now() + FILE_LOCK_SECONDS * 1000; ;) {
      try {
        lock.exec('BEGIN EXCLUSIVE');
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() > deadline) throw error;
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
  const present = await source.query<object[]>(
    `SELECT 1 FROM information_schema.SCHEMATA
      WHERE SCHEMA_NAME = DATABASE() AND DEFAULT_COLLATION_NAME = 'utf8mb4_bin'`,
  );
  if (present.length > 0) return;
  const name = String(source.driver.database).replaceAll('`', '``');
  const change = `ALTER DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;
  // It waits for all who look at the database, also those who wait for the lease; on MySQL for transactions.
  await retryStatement(() => source.query(change), { tries: ATTEMPTS, pauseMs: 0 });
}

/** The differences between schema and entities, as the SQL that would mend them; empty when they agree. */
export async function schemaDrift({ writer }: DataSources): Promise<string[]> {
  const { upQueries } = await writer.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
