import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { settleAll } from '../../../platform/concurrency/settle-all.js';
import { JobLeases } from '../../../platform/schedule/job-leases.js';
import { DeliveriesRepository } from '../domain/deliveries.repository.js';
import { WebhooksRepository } from '../domain/webhooks.repository.js';
import { DeliveryAttempts } from './delivery-attempts.js';

/** Webhooks that are delivered to at one time, and deliveries to each. */
const WEBHOOK_CONCURRENCY = 8;
const DELIVERY_CONCURRENCY = 4;
const POLL_INTERVAL_MS = 1000;
const LEASE = { name: 'webhooks', every: 0 };

/** Delivers what is due. One instance at a time does it; a slow receiver holds up no other. */
@Injectable()
export class WebhookDispatcher {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly attempts: DeliveryAttempts,
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
    const due = webhook?.isActive
      ? await this.deliveries.due(webhookId, this.clock.now(), DELIVERY_CONCURRENCY)
      : [];
    if (webhook && due.length > 0)
      await settleAll(due.map((delivery) => this.attempts.attempt(webhook, delivery, stopping)));
    // Asked again at once, one whose due deliveries wait for an earlier one would be asked without end.
    else await delay(POLL_INTERVAL_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}
