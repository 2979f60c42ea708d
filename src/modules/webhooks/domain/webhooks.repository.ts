import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Webhook } from './webhook.entity.js';

/** The webhooks that there are: few. */
export abstract class WebhooksRepository {
  abstract list(): Promise<Webhook[]>;
  abstract active(): Promise<Webhook[]>;
  /**
   * Leaves out webhooks that are not active, or begin behind an event; the others stay active until the
   * transaction ends.
   *
   * @param position place of the event
   */
  abstract holdActive(ids: readonly number[], position: number): Promise<number[]>;
  abstract find(id: number): Promise<Webhook | null>;
  /** Loads a webhook and locks it. @throws NotFoundError */
  abstract getForUpdate(id: number): Promise<Webhook>;
  abstract save(webhook: Webhook): Promise<void>;
  abstract remove(id: number): Promise<void>;
  /** A delivery has failed: it is failing, since now unless it was before. */
  abstract noteFailure(id: number, at: UtcSeconds): Promise<void>;
  abstract noteSuccess(id: number): Promise<void>;
  /** Switches an active webhook off that has been failing since a time or longer. @returns whether it did */
  abstract switchOff(id: number, failingSince: UtcSeconds, reason: string): Promise<boolean>;
}
