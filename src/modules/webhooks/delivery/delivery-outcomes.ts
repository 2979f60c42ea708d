import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { HOUR_S } from '../../../kernel/units.js';
import { Metrics } from '../../../platform/telemetry/metrics.js';
import { DeliveriesRepository } from '../domain/deliveries.repository.js';
import { type Delivery, nextAttempt } from '../domain/delivery.js';
import type { Webhook } from '../domain/webhook.entity.js';
import { WebhooksRepository } from '../domain/webhooks.repository.js';
import { WebhookSettings } from '../webhook.settings.js';
import type { Sent } from './webhook-sender.js';

/** Notes what came of attempts, and switches webhooks off that fail for too long. */
@Injectable()
export class DeliveryOutcomes {
  private readonly logger = new Logger(DeliveryOutcomes.name);
  private readonly count: (result: string) => void;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly settings: WebhookSettings,
    private readonly unitOfWork: UnitOfWork,
    metrics: Metrics,
  ) {
    this.count = metrics.tallies('webhook_deliveries_total', 'Attempts to deliver to webhooks', 'result');
  }

  async note(webhook: Webhook, delivery: Delivery, sent: Sent): Promise<void> {
    this.countResult(sent);
    await this.unitOfWork.run(() =>
      sent.isDelivered
        ? this.noteDelivered(webhook, delivery, sent)
        : this.noteFailed(webhook, delivery, sent),
    );
  }

  countResult({ isDelivered }: Sent): void {
    this.count(isDelivered ? 'delivered' : 'failed');
  }

  private async noteDelivered({ id }: Webhook, delivery: Delivery, sent: Sent): Promise<void> {
    await this.deliveries.noteDelivered(delivery, sent);
    await this.webhooks.noteSuccess(id);
  }

  private async noteFailed(webhook: Webhook, delivery: Delivery, sent: Sent): Promise<void> {
    const { id } = webhook;
    const { beginTs, attempts } = delivery;
    const failed = { attempts: attempts + 1, beginTs, retryAfter: sent.retryAfter };
    await this.deliveries.noteFailed(delivery, sent, nextAttempt(failed, sent.at));
    await this.webhooks.noteFailure(id, sent.at);
    const hours = this.settings.giveUpAfterHours;
    const reason = `It has failed for more than ${hours} hours.`;
    if (!(await this.webhooks.switchOff(id, sent.at - hours * HOUR_S, reason))) return;
    await this.deliveries.giveUp(id);
    this.logger.warn({ webhook: id, hours }, 'A webhook is switched off: it fails for too long');
  }
}
