import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Clock } from '../../../kernel/clock.js';
import { DAY_S } from '../../../kernel/units.js';
import { BackgroundWork } from '../../../platform/schedule/background-work.js';
import { inBatches } from '../../../platform/schedule/in-batches.js';
import { Metrics } from '../../../platform/telemetry/metrics.js';
import { EventSettings } from '../event.settings.js';
import { EventConsumers } from './event-consumers.js';
import type { ConsumerReport } from './event-consumers.repository.js';
import { EventStore } from './event-store.js';

const EVERY_TEN_MINUTES = '45 */10 * * * *';
/** Events of one transaction. */
const BATCH = 500;

/** Limit of counting. */
const MAX_COUNTED = 10_000;

/** Forgets events that are older than the site keeps them, and tells how far their consumers are. */
@Injectable()
export class EventsJob implements OnModuleInit {
  constructor(
    private readonly events: EventStore,
    private readonly consumers: EventConsumers,
    private readonly settings: EventSettings,
    private readonly clock: Clock,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const tell = (name: string, help: string, read: (report: ConsumerReport) => number) => {
      this.metrics.gauges(name, help, 'consumer', async () =>
        (await this.consumers.reports()).map((report) => [report.name, read(report)]),
      );
    };
    tell('event_consumer_behind', 'Events that a consumer has not got yet', ({ behind }) => behind);
    this.metrics.gauge('events_unplaced', 'Committed changes that have not been put in order yet', () =>
      this.events.countUnplaced(MAX_COUNTED),
    );
    tell('event_retries', 'Resources of which events wait to be tried again', ({ retries }) => retries);
  }

  @Cron(EVERY_TEN_MINUTES)
  async forget(): Promise<void> {
    await this.work.run('events-retention', async (stopping) => {
      const before = this.clock.now() - this.settings.retentionDays * DAY_S;
      await inBatches(BATCH, stopping, (size) => this.events.forget(before, this.consumers.names, size));
    });
  }
}
