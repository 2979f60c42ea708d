import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../../platform/schedule/background-work.js';
import { RepathArticles } from './repath-articles.js';

const EVERY_MINUTE = '30 * * * * *';

/** Goes on with what a request or a stopped instance has left. */
@Injectable()
export class RepathArticlesJob {
  constructor(
    private readonly work: BackgroundWork,
    private readonly repathing: RepathArticles,
  ) {}

  @Cron(EVERY_MINUTE)
  async catchUp(): Promise<void> {
    await this.work.run('path-updates', (stopping) => this.repathing.catchUp(stopping));
  }
}
