import { Module } from '@nestjs/common';
import type { Environment } from '../../platform/config/environment.js';
import { SiteModule } from '../site/site.module.js';
import { BackupJob } from './backup.job.js';
import { backupSettings } from './backup.settings.js';
import { BackupsService } from './backups.service.js';
import { DatabaseDump } from './database-dump.js';
import type { DatabaseRestore } from './database-restore.js';
import { ThreadDatabaseDump } from './infrastructure/thread-database-dump.js';

/** Backups of the whole site; they are restored by the command line. */
@Module({
  imports: [SiteModule.forFeature({ settings: [backupSettings] })],
  providers: [BackupsService, BackupJob, { provide: DatabaseDump, useClass: ThreadDatabaseDump }],
  exports: [BackupsService, DatabaseDump],
})
export class BackupModule {}

/**
 * The database that `DATABASE_URL` names, for a restore into it; the caller closes it.
 * @throws ConflictError
 */
export async function openDatabaseRestore(url: string): Promise<DatabaseRestore> {
  if (!url.startsWith('mysql:')) {
    const { SqliteDatabaseRestore } = await import('./infrastructure/sqlite-database-restore.js');
    return new SqliteDatabaseRestore(url);
  }
  const { ServerDatabaseRestore } = await import('./infrastructure/server-database-restore.js');
  return ServerDatabaseRestore.open(url);
}

/** Reads databases without the application. */
export const openDatabaseDump = (environment: Environment): DatabaseDump =>
  new ThreadDatabaseDump(environment);
