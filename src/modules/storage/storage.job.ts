import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { FileStorage } from './file-storage.js';
import { StoredFiles } from './stored-files.js';
import { Workspace } from './workspace.js';

const EVERY_FIVE_MINUTES = '40 */5 * * * *';

/** Removes files that nothing needs any more. */
@Injectable()
export class StorageJob implements OnApplicationBootstrap {
  constructor(
    private readonly work: BackgroundWork,
    private readonly workspace: Workspace,
    private readonly storage: FileStorage,
    private readonly files: StoredFiles,
  ) {}

  onApplicationBootstrap(): void {
    void this.sweep();
  }

  /** Files of uploads that were cut off with their process, and files that nothing has referred to for an hour. */
  @Cron(EVERY_FIVE_MINUTES)
  async sweep(): Promise<void> {
    await this.work.run('storage', async (stopping) => {
      await this.workspace.sweep((path) => this.files.releaseCutOff(path));
      await this.storage.tidy();
      await this.files.sweep(undefined, stopping);
    });
  }
}
