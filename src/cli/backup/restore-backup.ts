import { openDatabaseDump, openDatabaseRestore } from '../../modules/backup/backup.module.js';
import { mustBeRestorable } from '../../modules/backup/restoring/restore-rules.js';
import { serviceVersion } from '../../modules/backup/contents/service-version.js';
import { SiteRestore } from '../../modules/backup/restoring/site-restore.js';
import { openTempFiles } from '../../modules/storage/storage.module.js';
import { Environment } from '../../platform/config/environment.js';
import { migrate } from '../../platform/database/migrating/migrate.js';
import { declaredMigrations } from '../../platform/database/migrating/migrations.module.js';
import { print, tellDatabase, withDatabase } from '../context.js';
import { loadMigrations } from '../current-extension.js';
import { withSmallMemory } from '../transfer/site/small-memory.js';
import { checked, commandOptions, manifestOf } from './checked-backup.js';
import { withStorage } from './command-storage.js';

/**
 * Restores a backup into the database and the storage that the environment names.
 * @returns whether it has no lost files
 */
export async function restoreBackup(backup: string): Promise<boolean> {
  const environment = Environment.from(process.env);
  tellDatabase(environment);
  const manifest = await manifestOf(backup);
  await loadMigrations();
  const options = commandOptions();
  const database = await openDatabaseRestore(environment.DATABASE_URL);
  try {
    const migrations = declaredMigrations().map(({ name }) => name);
    mustBeRestorable(manifest, { version: serviceVersion(), migrations, kind: database.kind });
    await withStorage(environment, async (storage) => {
      const restore = new SiteRestore(
        database,
        openDatabaseDump(environment),
        storage,
        openTempFiles(environment),
      );
      await restore.mustHaveRoom();
      const whole = await checked(backup, manifest, options);
      await withSmallMemory(() => restore.run(whole, migrateAll, options));
    });
  } finally {
    await database.close();
  }
  const { tables, files, takenAt } = manifest;
  print(`The site is as it was at ${takenAt}: ${tables.length} tables, ${files.count} files.`);
  print(
    'Start it with the variables that this command had; SCHEDULER=off keeps a copy from telling webhooks.',
  );
  for (const { sha256 } of files.lost)
    process.stderr.write(`The backup is without the file ${sha256}, which the site had lost.\n`);
  return files.lost.length === 0;
}

async function migrateAll(): Promise<void> {
  await withDatabase(async (sources) => {
    for (const name of await migrate(sources)) print(`ran ${name}`);
  });
}
