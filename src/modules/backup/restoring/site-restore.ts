import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConflictError, InvalidError } from '../../../kernel/errors.js';
import { originalKey } from '../../storage/blob-store.js';
import type { FileStorage } from '../../storage/file-storage.js';
import type { TempFiles } from '../../storage/temp-files.js';
import { compareTables } from './backup-check.js';
import type { DatabaseDump, DumpOptions } from '../database-dump.js';
import type { DatabaseRestore } from '../database-restore.js';
import { FILE_LIST } from '../contents/dump-paths.js';
import { neededFilesOf } from '../contents/file-copies.js';
import { databaseFolder, filePath, type Manifest } from '../contents/manifest.js';

/** A backup whose checksums have been compared. */
export interface CheckedBackup {
  readonly path: string;
  readonly manifest: Manifest;
}

/** Fills a database with a backup, and reads it again. @throws InvalidError when it has become another */
export async function loadDatabase(
  database: DatabaseRestore,
  dump: DatabaseDump,
  { path, manifest }: CheckedBackup,
  options: DumpOptions,
): Promise<void> {
  await database.load(path, manifest, options.onProgress);
  const faults = compareTables(manifest.tables, await dump.tablesOf(database.url, options));
  if (faults.length > 0)
    throw new InvalidError('restored-differs', `The restored database differs:\n${faults.join('\n')}`);
}

/** Restores a backup into an empty database and an empty storage. One that was cut off begins anew. */
export class SiteRestore {
  constructor(
    private readonly database: DatabaseRestore,
    private readonly dump: DatabaseDump,
    private readonly storage: FileStorage,
    private readonly temp: TempFiles,
  ) {}

  /** @throws ConflictError when there is a site already */
  async mustHaveRoom(): Promise<void> {
    const state = await this.database.state();
    if (state === 'taken')
      throw new ConflictError(
        'database-not-empty',
        'The database has tables already: name an empty one in DATABASE_URL (on SQLite, another folder in DATA_DIR), or remove what is there; nothing was changed.',
      );
    if (state === 'unfinished') return;
    for await (const key of this.storage.list('originals/'))
      throw new ConflictError(
        'storage-not-empty',
        `The storage has files already (${key}): name an empty one in STORAGE_URL, or remove them; nothing was changed.`,
      );
  }

  /** @param migrate brings the schema up to date, with the service of now */
  async run(backup: CheckedBackup, migrate: () => Promise<void>, options: DumpOptions): Promise<void> {
    await loadDatabase(this.database, this.dump, backup, options);
    await this.storeFiles(backup, options);
    await migrate();
    await this.database.finish();
  }

  private async storeFiles({ path, manifest }: CheckedBackup, options: DumpOptions): Promise<void> {
    const lost = new Set(manifest.files.lost.map(({ sha256 }) => sha256));
    let done = 0;
    for await (const { sha256 } of neededFilesOf(join(databaseFolder(path), FILE_LIST))) {
      if (lost.has(sha256)) continue;
      // A copy: the storage shares the bytes of what it is given, and the backup is to stay as it is.
      const copy = this.temp.path();
      try {
        await copyFile(filePath(path, sha256), copy, constants.COPYFILE_FICLONE);
        await this.storage.put(originalKey(sha256), copy, 'application/octet-stream');
      } finally {
        await rm(copy, { force: true });
      }
      options.onProgress('files', (done += 1), manifest.files.count);
    }
  }
}
