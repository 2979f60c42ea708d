import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { DAY_S } from '../../../kernel/units.js';
import { inBatches } from '../../../platform/schedule/in-batches.js';
import { Job } from '../../../platform/schedule/job.js';
import { Metrics } from '../../../platform/telemetry/metrics.js';
import { EventSettings } from '../../changes/event.settings.js';
import { DeliveriesRepository } from '../domain/deliveries.repository.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';

/** Rows of one transaction. */
const BATCH = 200;

/** Delivers to webhooks, and forgets deliveries with the events that they are of. */
@Injectable()
export class WebhooksJob implements OnModuleInit {
  constructor(
    private readonly dispatcher: WebhookDispatcher,
    private readonly deliveries: DeliveriesRepository,
    private readonly settings: EventSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'webhook_oldest_pending_seconds',
      'Time that the oldest delivery to a webhook has waited',
      () => this.deliveries.oldestPending(this.clock.now()),
    );
  }

  @Job({ name: 'webhooks', every: 1, on: 'every-instance' })
  deliver(stopping: AbortSignal): Promise<void> {
    return this.dispatcher.deliver(stopping);
  }

  @Job({ name: 'webhooks-retention', every: 600, on: 'one-instance' })
  async forget(stopping: AbortSignal): Promise<void> {
    const before = this.clock.now() - this.settings.retentionDays * DAY_S;
    await inBatches(BATCH, stopping, (size) =>
      this.unitOfWork.run(() => this.deliveries.forget(before, size)),
    );
  }
}
