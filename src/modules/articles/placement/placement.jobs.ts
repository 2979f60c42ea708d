import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../../platform/schedule/background-work.js';
import { RepathArticles } from './repath-articles.js';
import { SectionRemovals } from './section-removals.js';

const REMOVALS_EVERY_MINUTE = '15 * * * * *';
const PATHS_EVERY_MINUTE = '30 * * * * *';

/** Goes on with what a request or a stopped instance has left. */
@Injectable()
export class PlacementJobs {
  constructor(
    private readonly work: BackgroundWork,
    private readonly removals: SectionRemovals,
    private readonly repathing: RepathArticles,
  ) {}

  @Cron(REMOVALS_EVERY_MINUTE)
  async removeSections(): Promise<void> {
    await this.work.run('section-removals', (stopping) => this.removals.catchUp(stopping));
  }

  @Cron(PATHS_EVERY_MINUTE)
  async updatePaths(): Promise<void> {
    await this.work.run('path-updates', (stopping) => this.repathing.catchUp(stopping));
  }
}
