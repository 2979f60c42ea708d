import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { OverloadedError } from '../../../kernel/errors.js';
import { settleAll } from '../../../platform/concurrency/settle-all.js';
import { JobLeases } from '../../../platform/schedule/job-leases.js';
import { DeliveriesRepository } from '../domain/deliveries.repository.js';
import type { Delivery } from '../domain/delivery.js';
import type { Webhook } from '../domain/webhook.entity.js';
import { WebhooksRepository } from '../domain/webhooks.repository.js';
import { DeliveryOutcomes } from './delivery-outcomes.js';
import { payloadOf } from './payload.js';
import { WebhookSender } from './webhook-sender.js';

/** Webhooks that are delivered to at one time, and deliveries to each. */
const WEBHOOK_CONCURRENCY = 8;
const DELIVERY_CONCURRENCY = 4;
const POLL_INTERVAL_MS = 1000;
const LEASE = { name: 'webhooks', every: 0 };

/** Delivers what is due. One instance at a time does it; a slow receiver holds up no other. */
@Injectable()
export class WebhookDispatcher {
  private readonly logger = new Logger(WebhookDispatcher.name);

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly outcomes: DeliveryOutcomes,
    private readonly sender: WebhookSender,
    private readonly leases: JobLeases,
    private readonly clock: Clock,
  ) {}

  /** Delivers what is due, unless another instance does. Without anything due it only reads. */
  async deliver(stopping: AbortSignal): Promise<void> {
    const due = await this.deliveries.webhooksWithDue(this.clock.now(), 1);
    if (due.length > 0) await this.leases.run(LEASE, stopping, (ending) => this.deliverAll(ending));
  }

  /** Delivers until nothing is due, or something fails; what is under way ends first. */
  private async deliverAll(stopping: AbortSignal): Promise<void> {
    const busy = new Map<number, Promise<void>>();
    const failures: unknown[] = [];
    const begin = async (id: number): Promise<void> => {
      await this.deliverSome(id, stopping).catch((error: unknown) => failures.push(error));
      busy.delete(id);
    };
    try {
      while (!stopping.aborted && failures.length === 0) {
        const due = await this.deliveries.webhooksWithDue(this.clock.now(), WEBHOOK_CONCURRENCY + busy.size);
        const idle = due.filter((id) => !busy.has(id)).slice(0, WEBHOOK_CONCURRENCY - busy.size);
        for (const id of idle) busy.set(id, begin(id));
        if (busy.size === 0) break;
        const looking = new AbortController();
        const look = delay(POLL_INTERVAL_MS, undefined, { signal: looking.signal }).catch(() => undefined);
        await Promise.race([...busy.values(), look]);
        looking.abort();
      }
    } finally {
      await Promise.all(busy.values());
    }
    if (failures.length > 0) throw failures[0];
  }

  private async deliverSome(webhookId: number, stopping: AbortSignal): Promise<void> {
    const webhook = await this.webhooks.find(webhookId);
    if (!webhook?.isActive) return;
    const due = await this.deliveries.due(webhookId, this.clock.now(), DELIVERY_CONCURRENCY);
    await settleAll(due.map((delivery) => this.attempt(webhook, delivery, stopping)));
  }

  private async attempt(webhook: Webhook, delivery: Delivery, stopping: AbortSignal): Promise<void> {
    const { articleId, version, eventId } = delivery;
    const snapshot = await this.deliveries.findSnapshot(articleId ?? 0, version ?? 0);
    const post = JSON.parse(snapshot?.post ?? '{}') as Record<string, unknown>;
    const payload = payloadOf(delivery, post, webhook.payloadForm);
    try {
      await this.outcomes.note(
        webhook,
        delivery,
        await this.sender.send(webhook, eventId, payload, stopping),
      );
    } catch (error) {
      if (stopping.aborted) return;
      if (!(error instanceof OverloadedError)) throw error;
      this.logger.warn({ err: error, webhook: webhook.id }, 'A delivery waits: the service is busy');
      await delay(POLL_INTERVAL_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
