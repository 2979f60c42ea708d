import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { FileStorage } from './file-storage.js';
import { StoredFiles } from './stored-files.js';
import { Workspace } from './workspace.js';

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
    void this.work.run('workspace', () => this.workspace.sweep());
  }

  @Cron(EVERY_HOUR)
  async sweep(): Promise<void> {
    await this.work.run('workspace', () => this.workspace.sweep());
    await this.work.run('storage', async (stopping) => {
      await this.storage.tidy();
      await this.files.sweep(undefined, stopping);
    });
  }
}
