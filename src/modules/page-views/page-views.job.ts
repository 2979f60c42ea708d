import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { PageViewsService } from './page-views.service.js';

/** Shortly after each full hour, and some times in between for instances that were down. */
const EVERY_TEN_MINUTES = '5 */10 * * * *';

/** Brings totals of page views up to date, and forgets old views. */
@Injectable()
export class PageViewsJob {
  constructor(
    private readonly work: BackgroundWork,
    private readonly pageViews: PageViewsService,
  ) {}

  @Cron(EVERY_TEN_MINUTES)
  async tidy(): Promise<void> {
    await this.work.run('page-views', (stopping) => this.pageViews.tidy(stopping));
  }
}
