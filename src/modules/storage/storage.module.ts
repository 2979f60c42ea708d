import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Environment, EnvironmentError } from '../../platform/config/environment.js';
import { fileFault } from '../../platform/config/file-fault.js';
import { parseStorageUrl } from '../../platform/config/storage-location.js';
import { HealthChecks } from '../../platform/http/health/health-checks.js';
import { StoredFileRegistry } from './domain/stored-file-registry.js';
import { FileStorage } from './file-storage.js';
import { DiskFileStorage } from './infrastructure/disk-file-storage.js';
import { SqlStoredFileRegistry } from './infrastructure/sql-stored-file-registry.js';
import { StorageAudit } from './storage-audit.js';
import { StorageJob } from './storage.job.js';
import { ORIGINAL_PREFIXES, BlobStore } from './blob-store.js';
import { DerivedFiles } from './derived-files.js';
import { TempFiles } from './temp-files.js';
import { StoredFileHold } from './domain/stored-file-hold.js';
import { StoredFileRecord } from './domain/stored-file-record.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { StoredFileHolds1797600000000 } from './infrastructure/migrations/1797600000000-stored-file-holds.js';
import { StoredFiles1795392000000 } from './infrastructure/migrations/1795392000000-stored-files.js';

/**
 * Storage and registry of files. Global: the storage adapter, bound in
 * adapters.ts, needs the temporary files.
 */
@Global()
@Module({
  imports: [
    MigrationsModule.forFeature([StoredFiles1795392000000, StoredFileHolds1797600000000]),
    TypeOrmModule.forFeature([StoredFileRecord, StoredFileHold]),
  ],
  providers: [
    { provide: TempFiles, useFactory: openTempFiles, inject: [Environment] },
    { provide: StoredFileRegistry, useClass: SqlStoredFileRegistry },
    BlobStore,
    DerivedFiles,
    StorageAudit,
    StorageJob,
  ],
  exports: [TempFiles, BlobStore, DerivedFiles, StorageAudit],
})
export class StorageModule {
  constructor(checks: HealthChecks, storage: FileStorage) {
    checks.add('storage', () => storage.ping());
  }
}

export function openTempFiles({ DATA_DIR }: Environment): TempFiles {
  return new TempFiles(join(DATA_DIR, 'tmp'));
}

/** The storage that `STORAGE_URL` names. @throws EnvironmentError */
export async function openStorage({ STORAGE_URL }: Environment, tempFiles: TempFiles): Promise<FileStorage> {
  const location = parseStorageUrl(STORAGE_URL);
  try {
    if (location.kind === 's3') {
      // Some 45 MB that a service on a disk does not need.
      const { S3FileStorage } = await import('./infrastructure/s3-file-storage.js');
      return await S3FileStorage.open(location, tempFiles);
    }
    await mkdir(location.folder, { recursive: true });
    const storage = new DiskFileStorage(location.folder, tempFiles);
    await storage.prepare(ORIGINAL_PREFIXES);
    return storage;
  } catch (error) {
    throw new EnvironmentError([`STORAGE_URL: ${fileFault(error) ?? (error as Error).message}`]);
  }
}
