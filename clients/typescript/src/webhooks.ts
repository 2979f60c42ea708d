import { Webhook, WebhookVerificationError as Refusal } from 'standardwebhooks';

/** The signature of a webhook is not that of its sender, or its time is long past. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers of a request, as Node has them or as `fetch` does. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers of Standard Webhooks. */
const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * The body of a webhook, once its signature and its time are known to be right (Standard Webhooks 1.0.0).
 * `webhook-id` is the same when an event is sent again: whoever has seen it is done.
 *
 * @param secret of the target, `whsec_…`
 * @param body as it was received, byte for byte
 * @throws WebhookVerificationError
 */
export function verifyWebhook(secret: string, body: string | Uint8Array, headers: WebhookHeaders): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const sent = Object.fromEntries(NAMES.map((name) => [name, valueOf(headers, name)]));
  try {
    return new Webhook(secret).verify(text, sent);
  } catch (error) {
    throw error instanceof Refusal ? new WebhookVerificationError(error.message, { cause: error }) : error;
  }
}

function valueOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : '';
}
