import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { OverloadedError } from '../../../kernel/errors.js';
import { DeliveriesRepository } from '../domain/deliveries.repository.js';
import type { Delivery } from '../domain/delivery.js';
import type { Webhook } from '../domain/webhook.entity.js';
import { DeliveryOutcomes } from './delivery-outcomes.js';
import { EventSnapshots } from './event-snapshots.js';
import { payloadOf } from './payload.js';
import { WebhookSender } from './webhook-sender.js';

const BUSY_MS = 1000;

/** Attempts deliveries: sends each with the article that it tells of, and notes what came of it. */
@Injectable()
export class DeliveryAttempts {
  private readonly logger = new Logger(DeliveryAttempts.name);

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly snapshots: EventSnapshots,
    private readonly sender: WebhookSender,
    private readonly outcomes: DeliveryOutcomes,
  ) {}

  /** @param stopping cuts the attempt off, which is then none */
  async attempt(webhook: Webhook, delivery: Delivery, stopping: AbortSignal): Promise<void> {
    try {
      const payload = payloadOf(delivery, await this.postOf(delivery), webhook.payloadForm);
      const sent = await this.sender.send(webhook, delivery.eventId, payload, stopping);
      await this.outcomes.note(webhook, delivery, sent);
    } catch (error) {
      if (stopping.aborted) return;
      if (!(error instanceof OverloadedError)) throw error;
      this.logger.warn({ err: error, webhook: webhook.id }, 'A delivery waits: the service is busy');
      await delay(BUSY_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  /** A delivery may wait for longer than snapshots are kept: it tells of the article as it is then. */
  private async postOf({ articleId, version }: Delivery): Promise<Record<string, unknown>> {
    const [id, ofVersion] = [articleId ?? 0, version ?? 0];
    const known = await this.deliveries.findSnapshot(id, ofVersion);
    const { post } = known ?? (await this.snapshots.takeNow(id, ofVersion));
    return JSON.parse(post) as Record<string, unknown>;
  }
}
