import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Environment, EnvironmentError } from '../../platform/config/environment.js';
import { parseStorageUrl } from '../../platform/config/storage-location.js';
import { HealthChecks } from '../../platform/http/health-checks.js';
import { StoredFileRegistry } from './domain/stored-file-registry.js';
import { FileStorage } from './file-storage.js';
import { DiskFileStorage } from './infrastructure/disk-file-storage.js';
import { SqlStoredFileRegistry } from './infrastructure/sql-stored-file-registry.js';
import { StorageAudit } from './storage-audit.js';
import { StorageJob } from './storage.job.js';
import { ORIGINAL_PREFIXES, StoredFiles } from './stored-files.js';
import { Workspace } from './workspace.js';

/** Where files are kept, and which. Global: the adapter of the storage, bound in adapters.ts, has its workspace here. */
@Global()
@Module({
  providers: [
    { provide: Workspace, useFactory: openWorkspace, inject: [Environment] },
    { provide: StoredFileRegistry, useClass: SqlStoredFileRegistry },
    StoredFiles,
    StorageAudit,
    StorageJob,
  ],
  exports: [Workspace, StoredFiles, StorageAudit],
})
export class StorageModule {
  constructor(checks: HealthChecks, storage: FileStorage) {
    checks.add('storage', () => storage.ping());
  }
}

export function openWorkspace({ DATA_DIR }: Environment): Workspace {
  return new Workspace(join(DATA_DIR, 'tmp'));
}

/** The storage that `STORAGE_URL` names. @throws EnvironmentError */
export async function openStorage({ STORAGE_URL }: Environment, workspace: Workspace): Promise<FileStorage> {
  const location = parseStorageUrl(STORAGE_URL);
  try {
    if (location.kind === 's3') {
      // Some 45 MB that a service on a disk does not need.
      const { S3FileStorage } = await import('./infrastructure/s3-file-storage.js');
      return await S3FileStorage.open(location, workspace);
    }
    await mkdir(location.folder, { recursive: true });
    const storage = new DiskFileStorage(location.folder, workspace);
    await storage.prepare(ORIGINAL_PREFIXES);
    return storage;
  } catch (error) {
    throw new EnvironmentError([`STORAGE_URL: ${(error as Error).message}`]);
  }
}
