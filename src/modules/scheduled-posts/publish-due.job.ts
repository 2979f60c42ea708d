import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { Metrics, type Tally } from '../../platform/telemetry/metrics.js';
import { ArticleScheduleService } from '../articles/scheduling/article-schedule.service.js';

const EVERY_SECOND_MS = 1000;

/**
 * Publishes what is due. Every instance looks once a second; one statement through an index when nothing is.
 */
@Injectable()
export class PublishDueJob implements OnModuleInit {
  private readonly published: Tally;
  private readonly failed: Tally;

  constructor(
    private readonly work: BackgroundWork,
    private readonly schedule: ArticleScheduleService,
    private readonly metrics: Metrics,
  ) {
    this.published = metrics.tally(
      'scheduled_posts_published_total',
      'Scheduled posts published by this instance',
    );
    this.failed = metrics.tally(
      'scheduled_posts_failed_total',
      'Publications of scheduled posts that have failed',
    );
  }

  onModuleInit(): void {
    this.metrics.gauge('scheduled_posts_overdue', 'Scheduled posts whose time has passed', async () => {
      return (await this.schedule.overdue()).count;
    });
    this.metrics.gauge(
      'scheduled_posts_lag_seconds',
      'How long the oldest scheduled post is overdue',
      async () => (await this.schedule.overdue()).lagSeconds,
    );
  }

  // A cron pattern computes the time of its next turn, which costs more than the turn.
  @Interval(EVERY_SECOND_MS)
  async publishDue(): Promise<void> {
    await this.work.run('publish-due', async (stopping) => {
      const { published, failed } = await this.schedule.publishDue(stopping);
      this.published.add(published);
      this.failed.add(failed);
    });
  }
}
