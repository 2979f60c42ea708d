import { randomBytes } from 'node:crypto';
import { Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import {
  CountColumn,
  FlagColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from '../../../platform/database/columns.js';
import { WEBHOOK_ACTIONS, type WebhookAction } from './webhook-action.js';

export const PAYLOAD_FORMS = ['post', 'payload', 'flat'] as const;

/** Position of the article in a payload: under `post`, under `payload`, or its fields beside the others. */
export type PayloadForm = (typeof PAYLOAD_FORMS)[number];

export type WebhookState = 'active' | 'failing' | 'off';

/** The fields of a webhook; undefined leaves a field as it is, null is its default. */
export interface WebhookFields {
  readonly url?: string | undefined;
  readonly actions?: readonly WebhookAction[] | null | undefined;
  readonly sections?: readonly number[] | null | undefined;
  /** A null keeps the value that is stored. */
  readonly headers?: Readonly<Record<string, string | null>> | null | undefined;
  /** `user:password`; true keeps what is stored. */
  readonly basicAuth?: string | true | null | undefined;
  readonly payloadForm?: PayloadForm | null | undefined;
  /** Null makes a new one. */
  readonly secret?: string | null | undefined;
  readonly isActive?: boolean | undefined;
}

/** A URL that is told of changes of articles. */
@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn()
  id!: number;

  @TextColumn({ nullable: false })
  url!: string;

  /** Null for all. */
  @JsonColumn()
  actions: readonly WebhookAction[] | null = null;

  /** Null for all articles, those without a section included. */
  @JsonColumn()
  sections: readonly number[] | null = null;

  /** JSON: an object would be taken apart by TypeORM. */
  @TextColumn({ name: 'headers' })
  private storedHeaders: string | null = null;

  @TextColumn()
  basicAuth: string | null = null;

  @KeyColumn(20)
  payloadForm: PayloadForm = 'post';

  /** `whsec_` and base64. Standard Webhooks */
  @KeyColumn(255)
  secret = newSecret();

  @FlagColumn()
  isActive = true;

  /** The first delivery that has failed since the last that did not; null when that was the latest. */
  @SecondsColumn({ nullable: true })
  failingSinceTs: UtcSeconds | null = null;

  @TextColumn()
  offReason: string | null = null;

  /** Place of the last event before the webhook was made or switched on: it is told of those behind it. */
  @CountColumn({ default: 0 })
  beginsAfter = 0;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  @SecondsColumn()
  updatedTs!: UtcSeconds;

  /** Sent with each delivery. */
  get headers(): Readonly<Record<string, string>> {
    return JSON.parse(this.storedHeaders ?? '{}') as Record<string, string>;
  }

  get state(): WebhookState {
    if (!this.isActive) return 'off';
    return this.failingSinceTs === null ? 'active' : 'failing';
  }

  edit(fields: WebhookFields): void {
    const { url, actions, sections, headers, basicAuth, payloadForm, secret, isActive } = fields;
    if (url !== undefined) this.url = url;
    if (actions !== undefined) this.actions = actions?.length === WEBHOOK_ACTIONS.length ? null : actions;
    if (sections !== undefined) this.sections = sections?.length ? sections : null;
    if (headers !== undefined) this.writeHeaders(headers ?? {});
    if (basicAuth !== undefined && basicAuth !== true) this.basicAuth = basicAuth;
    if (payloadForm !== undefined) this.payloadForm = payloadForm ?? 'post';
    if (secret !== undefined) this.secret = secret ?? newSecret();
    if (isActive !== undefined) this.turn(isActive);
  }

  private writeHeaders(sent: Readonly<Record<string, string | null>>): void {
    // Names of headers have no case.
    const stored = new Map(Object.entries(this.headers).map(([name, value]) => [name.toLowerCase(), value]));
    const headers = Object.entries(sent).flatMap(([name, value]) => {
      const kept = value ?? stored.get(name.toLowerCase());
      return kept === undefined ? [] : [[name, kept]];
    });
    this.storedHeaders = headers.length > 0 ? JSON.stringify(Object.fromEntries(headers)) : null;
  }

  private turn(isActive: boolean): void {
    if (isActive !== this.isActive) {
      this.failingSinceTs = null;
      this.offReason = isActive ? null : 'It was switched off.';
    }
    this.isActive = isActive;
  }
}

/** Facts of an event that decide whether a webhook receives it. */
export interface Act {
  readonly action: WebhookAction;
  /** Sections of the article before and after the event. */
  readonly sections: readonly number[];
}

export function isTold({ actions, sections }: Pick<Webhook, 'actions' | 'sections'>, act: Act): boolean {
  if (actions && !actions.includes(act.action)) return false;
  return !sections || sections.some((id) => act.sections.includes(id));
}

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
