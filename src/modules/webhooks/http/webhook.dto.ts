import {
  fault,
  Fault,
  Field,
  FlagField,
  IntegerField,
  ListField,
  readList,
  readObject,
  readString,
  StringField,
} from '../../../platform/http/request/fields.js';
import { LimitField } from '../../../platform/http/request/page.dto.js';
import { readSection, sectionSchema } from '../../articles/http/fields/field-readers.js';
import type { SectionReference } from '../../sections/sections.service.js';
import { WEBHOOK_ACTIONS, type WebhookAction } from '../domain/webhook-action.js';
import { PAYLOAD_FORMS, type PayloadForm } from '../domain/webhook.entity.js';
import type { WebhookInput } from '../webhooks.service.js';

const MAX_URL = 2000;
const MAX_HEADERS = 20;
const MAX_VALUE = 2000;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e\x80-\xff]*$/;
/** Headers that the sender sets itself: framing and signature. */
const OWN_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|webhook-.*|accept-encoding)$/i;
const SECRET = /^whsec_([A-Za-z\d+/]+={0,2})$/;
const SECRET_BYTES = { least: 24, most: 64 };

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown): T | Fault =>
    values.find((known) => known === value) ?? fault(`must be one of ${values.join(', ')}`);

function readActions(value: unknown): unknown {
  const actions = readList(oneOf(WEBHOOK_ACTIONS), WEBHOOK_ACTIONS.length * 2)(value);
  if (!Array.isArray(actions)) return actions;
  return actions.length > 0 ? [...new Set(actions)] : fault('must name an action, or be left out for all');
}

function readHeaders(value: unknown): unknown {
  const headers = readObject(value);
  if (headers instanceof Fault) return headers;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return fault(`must not hold more than ${MAX_HEADERS} headers`);
  const names = new Set<string>();
  for (const [name, content] of entries) {
    if (!HEADER_NAME.test(name)) return fault('must have names of headers');
    if (OWN_HEADERS.test(name)) return fault(`must not hold ${name}, which the service sends itself`);
    if (names.has(name.toLowerCase())) return fault(`must not hold ${name} twice`);
    names.add(name.toLowerCase());
    const isValue = typeof content === 'string' && content.length <= MAX_VALUE && HEADER_VALUE.test(content);
    if (content !== null && !isValue) return fault(`must hold a value for ${name} that a header can have`);
  }
  return headers;
}

function readBasicAuth(value: unknown): string | true | Fault {
  if (value === true) return true;
  const text = readString(value);
  if (text instanceof Fault) return text;
  return text.includes(':') && text.length <= MAX_VALUE ? text : fault('must be "user:password"');
}

function readSecret(value: unknown): string | Fault {
  const [, base64] = SECRET.exec(typeof value === 'string' ? value : '') ?? [];
  const bytes = base64 === undefined ? 0 : Buffer.from(base64, 'base64').length;
  const isSecret = bytes >= SECRET_BYTES.least && bytes <= SECRET_BYTES.most;
  return isSecret
    ? (value as string)
    : fault(`must be "whsec_" and ${SECRET_BYTES.least} to ${SECRET_BYTES.most} bytes in base64`);
}

/** The fields of a webhook as clients send them, for a change. */
export class EditWebhookDto {
  @StringField({
    minLength: 1,
    maxLength: MAX_URL,
    nullable: false,
    description: 'http or https, on the ports 80 and 443',
    example: 'https://partner.example/hooks/posts',
  })
  url?: string;

  @Field(
    readActions,
    { description: 'all when absent', example: ['post_create', 'post_edit', 'post_delete'] },
    { type: 'array', items: { type: 'string', enum: [...WEBHOOK_ACTIONS] } },
  )
  actions?: WebhookAction[] | null;

  @ListField(readSection, {
    items: sectionSchema,
    maxItems: 100,
    description:
      'ids, titles, slugs or paths; Home or 0: only articles that are in one of these sections before the change or after it; all when empty',
    example: [4],
  })
  sections?: SectionReference[] | null;

  @Field(
    readHeaders,
    {
      description: 'sent with each delivery; null keeps the value that is stored',
      example: { 'x-team': 'web' },
    },
    { type: 'object', additionalProperties: { type: 'string', nullable: true } },
  )
  headers?: Record<string, string | null> | null;

  @Field(
    readBasicAuth,
    { description: '`user:password`; true keeps what is stored, null sends none' },
    {
      oneOf: [{ type: 'string' }, { type: 'boolean', enum: [true] }],
    },
  )
  basic_auth?: string | true | null;

  @Field(
    oneOf(PAYLOAD_FORMS),
    {
      description:
        'the article stands under `post` (default), under `payload`, or its fields beside the others',
    },
    { type: String, enum: [...PAYLOAD_FORMS] },
  )
  payload_form?: PayloadForm | null;

  @Field(
    readSecret,
    { description: 'signs deliveries (Standard Webhooks); made when absent, and anew when null' },
    { type: String, example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  )
  secret?: string | null;

  @FlagField({ nullable: false, description: 'begins with what comes from then on' })
  is_active?: boolean;

  toInput(): WebhookInput {
    return {
      url: this.url,
      actions: this.actions,
      sections: this.sections,
      headers: this.headers,
      basicAuth: this.basic_auth,
      payloadForm: this.payload_form,
      secret: this.secret,
      isActive: this.is_active,
    };
  }
}

export class CreateWebhookDto extends EditWebhookDto {
  @StringField({
    required: true,
    minLength: 1,
    maxLength: MAX_URL,
    example: 'https://partner.example/hooks/posts',
  })
  declare url: string;

  override toInput(): WebhookInput & { readonly url: string } {
    return { ...super.toInput(), url: this.url };
  }
}

/** Query of the deliveries of a webhook. */
export class ListDeliveriesDto {
  @LimitField(20, 100)
  limit?: number;

  @IntegerField({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    nullable: false,
    description: 'only those before the delivery with this id',
  })
  before?: number;
}
