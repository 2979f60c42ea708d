import type { UtcSeconds } from '../../../kernel/clock.js';
import type { WebhookAction } from './webhook-action.js';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event that webhooks are told of. */
export interface ToldEvent {
  /** `evt_<n>`, or that of a test. */
  readonly eventId: string;
  readonly action: WebhookAction | 'test';
  /** Null of a test. */
  readonly articleId: number | null;
  readonly version: number | null;
  readonly authorId: number | null;
}

/** An event to be delivered to a webhook once. */
export interface NewDelivery extends ToldEvent {
  readonly webhookId: number;
}

/** The answer to the latest attempt. */
export interface Attempt {
  readonly at: UtcSeconds;
  /** Null when there was no answer. */
  readonly responseStatus: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly responseBody: string;
}

export interface Delivery extends NewDelivery {
  readonly id: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** The first attempt is due, or a replay was asked for. */
  readonly beginTs: UtcSeconds;
  readonly lastAttempt: Attempt | null;
  /** Null when there is none any more. */
  readonly nextAttemptTs: UtcSeconds | null;
}

const FIRST_DELAY_S = 5;
const GROWTH = 4;
const JITTER = 0.2;
const MAX_RETRY_S = 24 * 3600;

interface Failed {
  /** Number of attempts, including the failed one. */
  readonly attempts: number;
  readonly beginTs: UtcSeconds;
  /** Seconds that the receiver asks to wait. */
  readonly retryAfter: number | null;
}

/**
 * When a delivery is tried again that has failed now; null when it was tried
 * for a day. The last attempt is at its end.
 */
export function nextAttempt({ attempts, beginTs, retryAfter }: Failed, now: UtcSeconds): UtcSeconds | null {
  const end = beginTs + MAX_RETRY_S;
  if (now >= end) return null;
  const delay = FIRST_DELAY_S * GROWTH ** (attempts - 1) * (1 + JITTER * Math.random());
  return Math.min(now + Math.ceil(Math.max(delay, retryAfter ?? 0)), end);
}
