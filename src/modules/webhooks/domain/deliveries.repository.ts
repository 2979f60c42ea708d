import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Attempt, Delivery, NewDelivery, ToldEvent } from './delivery.js';

/** An article as it was at an event. */
export interface EventSnapshot {
  readonly articleId: number;
  readonly version: number;
  /** Sections before the change and after it. */
  readonly sections: readonly number[];
  /** The post object, as JSON. */
  readonly post: string;
}

/** Deliveries to webhooks, and the articles that they tell of. */
export abstract class DeliveriesRepository {
  /** Adds a snapshot, in the transaction of the change, unless it is too large for the database. */
  abstract addSnapshot(snapshot: EventSnapshot): Promise<void>;
  abstract findSnapshot(articleId: number, version: number): Promise<EventSnapshot | null>;

  /**
   * Adds the deliveries of an event that are not there yet; one whose article has a delivery that waits for
   * another attempt waits with it.
   */
  abstract add(webhookIds: readonly number[], event: ToldEvent, now: UtcSeconds): Promise<void>;
  /** Adds a delivery that has been attempted. @returns its id */
  abstract addAttempted(delivery: NewDelivery, attempt: Attempt, isDelivered: boolean): Promise<number>;
  abstract find(webhookId: number, id: number): Promise<Delivery | null>;
  /** The latest first, those before the delivery `before`. */
  abstract list(webhookId: number, limit: number, before: number | null): Promise<Delivery[]>;

  /**
   * Active webhooks with deliveries that are due, the one that has waited longest first. Each of these may
   * have to wait for one of its article that is not due, as when a failure is noted while one is added.
   */
  abstract webhooksWithDue(now: UtcSeconds, limit: number): Promise<number[]>;
  /** Due deliveries of a webhook: of each article the one whose turn it is. */
  abstract due(webhookId: number, now: UtcSeconds, limit: number): Promise<Delivery[]>;
  abstract noteDelivered(delivery: Delivery, attempt: Attempt): Promise<void>;
  /** @param next when it is tried again, and not before it later ones of its article; null when it is not */
  abstract noteFailed(delivery: Delivery, attempt: Attempt, next: UtcSeconds | null): Promise<void>;
  /**
   * Makes a delivery due, and with it those that go before it. One that waits keeps its turn; one that is
   * done goes behind those of its article that wait.
   */
  abstract replay(delivery: Delivery, now: UtcSeconds): Promise<void>;
  /** Gives up all waiting deliveries. */
  abstract giveUp(webhookId: number): Promise<void>;

  /** Seconds that the oldest delivery has waited; 0 when none does. */
  abstract oldestPending(now: UtcSeconds): Promise<number>;
  /** Removes some of the deliveries and snapshots that are older. @returns how many */
  abstract forget(before: UtcSeconds, limit: number): Promise<number>;
}
