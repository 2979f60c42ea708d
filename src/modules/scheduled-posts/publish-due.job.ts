import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { ArticleScheduleService } from '../articles/article-schedule.service.js';

/** Publishes what is due. Every instance looks once a second; one statement through an index when nothing is. */
@Injectable()
export class PublishDueJob {
  constructor(
    private readonly work: BackgroundWork,
    private readonly schedule: ArticleScheduleService,
  ) {}

  @Cron(CronExpression.EVERY_SECOND)
  async publishDue(): Promise<void> {
    await this.work.run('publish-due', () => this.schedule.publishDue());
  }
}
