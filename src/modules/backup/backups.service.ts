import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { SiteSettings } from '../site/site.settings.js';
import { BlobStore } from '../storage/blob-store.js';
import { FileStorage } from '../storage/file-storage.js';
import { BackupFolder } from './contents/backup-folder.js';
import { DatabaseDump, type DumpOptions } from './database-dump.js';
import { FILE_LIST } from './contents/dump-paths.js';
import { FileCopies } from './contents/file-copies.js';
import { databaseFolder, FORMAT, FORMAT_VERSION, type Manifest, writeManifest } from './contents/manifest.js';
import { serviceVersion } from './contents/service-version.js';

/** A backup that was made. */
export interface MadeBackup {
  readonly path: string;
  readonly manifest: Manifest;
  /** Files that were copied; the others are shared with the former backup. */
  readonly copied: number;
}

/** Makes backups of the whole site, database and files, as it is at one time. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly dump: DatabaseDump,
    private readonly storage: FileStorage,
    private readonly blobs: BlobStore,
    private readonly environment: Environment,
    private readonly site: SiteSettings,
  ) {}

  /**
   * Makes a backup in a new sub-folder. One that is cut off, or fails, leaves a
   * sub-folder without a manifest.
   *
   * @param into path of the folder
   */
  async make(into: string, madeBy: Manifest['madeBy'], options: DumpOptions): Promise<MadeBackup> {
    const folder = new BackupFolder(into);
    const [former] = await folder.list();
    const path = await folder.begin(madeBy, this.url);
    const copies = new FileCopies(this.storage, path, former?.path ?? null);
    // Files that the snapshot of the database refers to stay until they are copied.
    const facts = await this.blobs.withoutRemovals(async (lost) => {
      const stopping = AbortSignal.any([options.stopping, lost]);
      const taken = await this.dump.take(databaseFolder(path), { ...options, stopping });
      await copies.take(join(databaseFolder(path), FILE_LIST), stopping, (done) => {
        options.onProgress('files', done, taken.fileList.count);
      });
      return taken;
    });
    const { count, bytes, lost } = copies;
    const manifest: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      service: serviceVersion(),
      site: { name: this.site.name, url: this.url },
      madeBy,
      lastMigration: facts.migrations.at(-1) ?? null,
      ...facts,
      files: { count, bytes, lost: lost.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1)) },
    };
    await writeManifest(path, manifest);
    await folder.end(path);
    return { path, manifest, copied: copies.copied };
  }

  /** Removes scheduled backups of this site beyond the newest ones. @returns how many */
  prune(folder: string, kept: number): Promise<number> {
    return new BackupFolder(folder).prune(this.url, kept);
  }

  private get url(): string {
    return this.environment.PUBLIC_BASE_URL;
  }
}
