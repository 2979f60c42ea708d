import { Injectable } from '@nestjs/common';
import { Webhook as Signature } from 'standardwebhooks';
import { Clock } from '../../../kernel/clock.js';
import { OutboundClient, type OutboundReceipt } from '../../../platform/outbound/outbound-client.js';
import { OutboundError } from '../../../platform/outbound/outbound-error.js';
import type { Attempt } from '../domain/delivery.js';
import type { Webhook } from '../domain/webhook.entity.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 1024;

/** Result of an attempt. */
export interface Sent extends Attempt {
  readonly isDelivered: boolean;
  /** Seconds that the receiver asks to wait. */
  readonly retryAfter: number | null;
}

/** Sends messages signed as the Standard Webhooks specification says. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
  ) {}

  /** @throws OverloadedError when this service sends too much already; the reason of the signal */
  async send(webhook: Webhook, eventId: string, payload: object, signal: AbortSignal): Promise<Sent> {
    const body = JSON.stringify(payload);
    try {
      const headers = headersOf(webhook, eventId, body);
      const limits = { maxBytes: MAX_ANSWER_BYTES, timeMs: TIMEOUT_MS, signal };
      return this.received(await this.outbound.post(webhook.url, { headers, body, ...limits }));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundError)) throw error;
      const at = this.clock.now();
      return { at, responseStatus: null, responseBody: error.message, isDelivered: false, retryAfter: null };
    }
  }

  private received({ status, text, headers }: OutboundReceipt): Sent {
    const at = this.clock.now();
    return {
      at,
      responseStatus: status,
      responseBody: text.slice(0, MAX_ANSWER_BYTES),
      isDelivered: status >= 200 && status < 300,
      retryAfter: secondsOf(headers['retry-after'], at),
    };
  }
}

function headersOf(
  { headers, basicAuth, secret }: Webhook,
  id: string,
  body: string,
): Record<string, string> {
  // The clock of the machine: receivers compare with theirs, and refuse messages of another day.
  const sentAt = new Date();
  const authorization =
    basicAuth === null ? {} : { authorization: `Basic ${Buffer.from(basicAuth).toString('base64')}` };
  return {
    ...authorization,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Signature(secret).sign(id, sentAt, body),
  };
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
function secondsOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil(date / 1000) - now);
}
