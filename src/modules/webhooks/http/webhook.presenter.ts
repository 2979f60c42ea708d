import { ApiProperty } from '@nestjs/swagger';
import { shownOnce } from '../../../platform/http/writes/shown-once.js';
import type { Delivery } from '../domain/delivery.js';
import { WEBHOOK_ACTIONS } from '../domain/webhook-action.js';
import { PAYLOAD_FORMS, type Webhook } from '../domain/webhook.entity.js';

const SECONDS = { type: 'integer', format: 'int64' } as const;

/** A webhook as clients see it: never what it sends to prove itself. */
export class WebhookResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ example: 'https://partner.example/hooks/posts' })
  url!: string;

  @ApiProperty({ type: [String], enum: WEBHOOK_ACTIONS })
  actions!: readonly string[];

  @ApiProperty({ type: 'array', items: { type: 'integer' } })
  sections!: readonly number[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'names with null',
  })
  headers!: Readonly<Record<string, null>>;

  @ApiProperty({ type: Boolean, nullable: true, description: 'true when there is one' })
  basic_auth!: true | null;

  @ApiProperty({ enum: PAYLOAD_FORMS })
  payload_form!: string;

  @ApiProperty()
  is_active!: boolean;

  @ApiProperty({ enum: ['active', 'failing', 'off'] })
  state!: string;

  @ApiProperty({
    ...SECONDS,
    nullable: true,
    description: 'the first failure since the last delivery; seconds UTC',
  })
  failing_since_ts!: number | null;

  @ApiProperty({ type: String, nullable: true })
  off_reason!: string | null;

  @ApiProperty(SECONDS)
  created_ts!: number;

  @ApiProperty(SECONDS)
  updated_ts!: number;

  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'only in the answer that makes it; null in one that is repeated, or tried',
  })
  secret?: string | null;
}

export class DeliveryResponse {
  @ApiProperty({ type: 'integer', format: 'int64', example: 7 })
  id!: number;

  @ApiProperty({ example: 'evt_42' })
  event_id!: string;

  @ApiProperty({ enum: [...WEBHOOK_ACTIONS, 'test'] })
  action!: string;

  @ApiProperty({ type: 'integer', nullable: true })
  post_id!: number | null;

  @ApiProperty({ enum: ['pending', 'delivered', 'failed'] })
  status!: string;

  @ApiProperty({ type: 'integer' })
  attempts!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null when there was no answer' })
  response_status!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'the first 1024 characters, or why there was no answer',
  })
  response_body!: string | null;

  @ApiProperty({ ...SECONDS, nullable: true })
  last_attempt_ts!: number | null;

  @ApiProperty({ ...SECONDS, nullable: true })
  next_attempt_ts!: number | null;
}

/** @param showsSecret whether it was made by this request */
export function presentWebhook(webhook: Webhook, showsSecret = false): WebhookResponse {
  const { id, url, actions, sections, headers, basicAuth, payloadForm, isActive, state, secret } = webhook;
  const shown: WebhookResponse = {
    id,
    url,
    actions: actions ?? WEBHOOK_ACTIONS,
    sections: sections ?? [],
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, null])),
    basic_auth: basicAuth === null ? null : true,
    payload_form: payloadForm,
    is_active: isActive,
    state,
    failing_since_ts: webhook.failingSinceTs,
    off_reason: webhook.offReason,
    created_ts: webhook.createdTs,
    updated_ts: webhook.updatedTs,
  };
  return showsSecret ? shownOnce(Object.assign(shown, { secret }), 'secret') : shown;
}

export function presentDelivery(delivery: Delivery): DeliveryResponse {
  const { id, eventId, action, articleId, status, attempts, lastAttempt, nextAttemptTs } = delivery;
  return {
    id,
    event_id: eventId,
    action,
    post_id: articleId,
    status,
    attempts,
    response_status: lastAttempt?.responseStatus ?? null,
    response_body: lastAttempt?.responseBody ?? null,
    last_attempt_ts: lastAttempt?.at ?? null,
    next_attempt_ts: nextAttemptTs,
  };
}
