import { Injectable } from '@nestjs/common';
import { EventStore } from '../../changes/events/event-store.js';
import { DeliveriesRepository } from '../domain/deliveries.repository.js';
import type { Webhook } from '../domain/webhook.entity.js';

/** Switches webhooks on and off, in the transaction that makes or changes them. */
@Injectable()
export class WebhookActivation {
  constructor(
    private readonly events: EventStore,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  /** It is told of changes that are committed from now on. */
  async begin(webhook: Webhook): Promise<void> {
    webhook.beginsAfter = await this.events.placeAll();
  }

  /** It is told of nothing that waits. */
  end(id: number): Promise<void> {
    return this.deliveries.giveUp(id);
  }
}
