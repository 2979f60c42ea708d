import { openDatabaseDump, openDatabaseRestore } from '../../modules/backup/backup.module.js';
import { checkBackup } from '../../modules/backup/restoring/backup-check.js';
import type { DumpOptions } from '../../modules/backup/database-dump.js';
import type { Manifest } from '../../modules/backup/contents/manifest.js';
import { mustBeRestorable } from '../../modules/backup/restoring/restore-rules.js';
import { serviceVersion } from '../../modules/backup/contents/service-version.js';
import { loadDatabase } from '../../modules/backup/restoring/site-restore.js';
import { ConflictError, DomainError } from '../../kernel/errors.js';
import { Environment } from '../../platform/config/environment.js';
import { closeDataSources, openDataSources } from '../../platform/database/data-sources.js';
import { declaredEntities } from '../../platform/database/declared-entities.js';
import { migrate } from '../../platform/database/migrating/migrate.js';
import { declaredMigrations } from '../../platform/database/migrating/migrations.module.js';
import { print } from '../context.js';
import { loadMigrations } from '../current-extension.js';
import { createScratchDatabase, type ScratchDatabase } from '../scratch-databases.js';
import { withSmallMemory } from '../transfer/site/small-memory.js';
import { commandOptions, manifestOf } from './checked-backup.js';

/**
 * Restores a backup into a database that is there for that alone, and compares all of it.
 * @returns whether it is whole
 */
export async function verifyBackup(backup: string, json: boolean): Promise<boolean> {
  const environment = Environment.from(process.env);
  const manifest = await manifestOf(backup);
  await loadMigrations();
  const options = commandOptions();
  const { lost } = manifest.files;
  const faults = [
    ...(await checkBackup(backup, manifest, options.onProgress)),
    ...lost.map(({ sha256, fault }) => `file ${sha256}: was ${fault} when the backup was made`),
  ];
  // A backup that is known to be damaged is not restored.
  const isRestored = faults.length === lost.length;
  if (isRestored)
    faults.push(...(await withSmallMemory(() => faultsOfRestore(backup, manifest, environment, options))));
  report(backup, manifest, faults, json);
  return faults.length === 0;
}

async function faultsOfRestore(
  path: string,
  manifest: Manifest,
  environment: Environment,
  options: DumpOptions,
): Promise<string[]> {
  const scratch = await createScratch(environment.DATABASE_URL);
  try {
    const database = await openDatabaseRestore(scratch.url);
    try {
      const migrations = declaredMigrations().map(({ name }) => name);
      mustBeRestorable(manifest, { version: serviceVersion(), migrations, kind: database.kind });
      await loadDatabase(database, openDatabaseDump(environment), { path, manifest }, options);
      await database.finish();
    } finally {
      await database.close();
    }
    await migrateScratch(scratch.url);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.message];
  } finally {
    await scratch.drop();
  }
}

/** @throws ConflictError that says which right is missing */
async function createScratch(url: string): Promise<ScratchDatabase> {
  const server = url.startsWith('mysql:') ? url : undefined;
  try {
    return await createScratchDatabase('backup_check', server);
  } catch (error) {
    if (!/ACCESS_?DENIED/.test((error as { code?: string }).code ?? '')) throw error;
    throw new ConflictError(
      'no-scratch-database',
      'The account of DATABASE_URL may not create a scratch database: GRANT ALL ON `backup\\_check\\_%`.* to it, or name another server in DATABASE_URL for this command.',
    );
  }
}

/** The service of now is to start with it. */
async function migrateScratch(url: string): Promise<void> {
  const sources = await openDataSources(url, { poolSize: 1, entities: declaredEntities() });
  try {
    await migrate(sources);
  } finally {
    await closeDataSources(sources);
  }
}

function report(backup: string, manifest: Manifest, faults: readonly string[], json: boolean): void {
  const { takenAt, tables, files } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const facts = { taken_at: takenAt, tables: tables.length, rows, files: files.count, bytes: files.bytes };
  if (json) {
    print(JSON.stringify({ backup, is_whole: faults.length === 0, ...facts, faults }, null, 2));
    return;
  }
  for (const fault of faults) print(`✗ ${fault}`);
  if (faults.length === 0)
    print(
      `✓ ${tables.length} tables with ${rows} rows and ${files.count} files are as they were at ${takenAt}`,
    );
}
