import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { FileStorage } from './file-storage.js';
import { BlobStore } from './blob-store.js';
import { TempFiles } from './temp-files.js';

const EVERY_FIVE_MINUTES = '40 */5 * * * *';

/** Removes files that nothing needs any more. */
@Injectable()
export class StorageJob implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly tempFiles: TempFiles,
    private readonly storage: FileStorage,
    private readonly blobs: BlobStore,
  ) {}

  onApplicationBootstrap(): void {
    void this.sweep();
  }

  /**
   * Files of uploads that were cut off with their process, and files that
   * nothing has referred to for an hour.
   */
  @Cron(EVERY_FIVE_MINUTES)
  async sweep(): Promise<void> {
    await this.work.run('storage', async (stopping) => {
      await this.tempFiles.sweep((path) => this.blobs.releaseCutOff(path));
      await this.storage.tidy();
      await this.blobs.collectGarbage(undefined, stopping);
    });
  }
}
