import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { FileStorage } from './file-storage.js';
import { StoredFiles } from './stored-files.js';
import { Workspace } from './workspace.js';

const EVERY_FIVE_MINUTES = '40 */5 * * * *';
const EVERY_HOUR = '40 17 * * * *';

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
    void this.sweepTemporary();
  }

  /** What uploads have left that were cut off with their process. */
  @Cron(EVERY_FIVE_MINUTES)
  async sweepTemporary(): Promise<void> {
    await this.work.run('workspace', async () => {
      await this.workspace.sweep();
      await this.storage.tidy();
    });
  }

  @Cron(EVERY_HOUR)
  async sweep(): Promise<void> {
    await this.work.run('storage', (stopping) => this.files.sweep(undefined, stopping));
  }
}
