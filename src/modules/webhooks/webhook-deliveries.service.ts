import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { InvalidError, NotFoundError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { DeliveryOutcomes } from './delivery/delivery-outcomes.js';
import { testPayloadOf } from './delivery/payload.js';
import { WebhookSender } from './delivery/webhook-sender.js';
import { DeliveriesRepository } from './domain/deliveries.repository.js';
import type { Delivery, NewDelivery } from './domain/delivery.js';
import { WebhooksService } from './webhooks.service.js';

/** Deliveries to webhooks: what came of them, and those that are asked for. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesRepository,
    private readonly sender: WebhookSender,
    private readonly outcomes: DeliveryOutcomes,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The latest first. @throws NotFoundError */
  async list(webhookId: number, limit: number, before: number | null = null): Promise<Delivery[]> {
    await this.webhooks.get(webhookId);
    return this.deliveries.list(webhookId, limit, before);
  }

  /**
   * Delivers once more, with what was told before.
   * @throws NotFoundError; InvalidError for a test or a webhook that is off
   */
  async replay(webhookId: number, id: number): Promise<Delivery> {
    const webhook = await this.webhooks.get(webhookId);
    const delivery = await this.get(webhookId, id);
    if (delivery.action === 'test')
      throw new InvalidError('test-delivery', 'A test is not sent again; send another one.');
    if (!webhook.isActive) throw new InvalidError('webhook-off', 'The webhook is off; switch it on first.');
    await this.unitOfWork.run(() => this.deliveries.replay(delivery, this.clock.now()));
    return this.get(webhookId, id);
  }

  /**
   * Sends a test at once, one time.
   *
   * @param isDry sends nothing: the delivery is the one that would be attempted
   * @throws NotFoundError, OverloadedError
   */
  async test(webhookId: number, authorId: number | null, isDry: boolean): Promise<Delivery> {
    const webhook = await this.webhooks.get(webhookId);
    const delivery: NewDelivery = {
      webhookId,
      eventId: `evt_test_${randomUUID()}`,
      action: 'test',
      articleId: null,
      version: null,
      authorId,
    };
    if (isDry) {
      const now = this.clock.now();
      const untried = { attempts: 0, beginTs: now, lastAttempt: null, nextAttemptTs: now };
      return { ...delivery, ...untried, id: 0, status: 'pending' };
    }
    const never = new AbortController().signal;
    const sent = await this.sender.send(webhook, delivery.eventId, testPayloadOf(delivery), never);
    this.outcomes.countResult(sent);
    const id = await this.unitOfWork.run(() =>
      this.deliveries.addAttempted(delivery, sent, sent.isDelivered),
    );
    return this.get(webhookId, id);
  }

  private async get(webhookId: number, id: number): Promise<Delivery> {
    const delivery = await this.deliveries.find(webhookId, id);
    if (!delivery)
      throw new NotFoundError('delivery-not-found', `The webhook ${webhookId} has no delivery ${id}.`);
    return delivery;
  }
}
