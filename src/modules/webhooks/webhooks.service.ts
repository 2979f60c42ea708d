import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { InvalidError, mustExist } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { OutboundClient } from '../../platform/outbound/outbound-client.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { type SectionReference, SectionsService } from '../sections/sections.service.js';
import { WebhookActivation } from './delivery/webhook-activation.js';
import { Webhook, type WebhookFields } from './domain/webhook.entity.js';
import { WebhooksRepository } from './domain/webhooks.repository.js';

/** Webhooks are so many that all of them can be read at each change. */
const MAX_WEBHOOKS = 100;

/** The fields of a webhook as they are sent. */
export interface WebhookInput extends Omit<WebhookFields, 'sections'> {
  readonly sections?: readonly SectionReference[] | null | undefined;
}

/** Webhooks: who is told of changes of articles. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly activation: WebhookActivation,
    private readonly sections: SectionsService,
    private readonly outbound: OutboundClient,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  list(): Promise<Webhook[]> {
    return this.webhooks.list();
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<Webhook> {
    return mustExist('webhook', id, await this.webhooks.find(id));
  }

  /** @throws InvalidError for a URL that is never sent to, an unknown section, or when there are too many */
  create(fields: WebhookInput & { readonly url: string }): Promise<Webhook> {
    this.mustBeTarget(fields.url);
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const webhook = Object.assign(new Webhook(), { createdTs: now, updatedTs: now });
      webhook.edit(await this.resolved(fields, webhook));
      await this.activation.begin(webhook);
      // Behind the lock that it takes: others that are made meanwhile count.
      if ((await this.webhooks.list()).length >= MAX_WEBHOOKS)
        throw new InvalidError('too-many-webhooks', `There are ${MAX_WEBHOOKS} webhooks; remove one first.`);
      await this.webhooks.save(webhook);
      return webhook;
    });
  }

  /** @throws NotFoundError, InvalidError */
  edit(id: number, fields: WebhookInput): Promise<Webhook> {
    if (fields.url !== undefined) this.mustBeTarget(fields.url);
    return this.unitOfWork.run(async () => {
      const webhook = await this.webhooks.getForUpdate(id);
      const wasActive = webhook.isActive;
      const before = JSON.stringify(webhook);
      webhook.edit(await this.resolved(fields, webhook));
      if (JSON.stringify(webhook) === before) return webhook;
      webhook.updatedTs = this.clock.now();
      if (!wasActive && webhook.isActive) await this.activation.begin(webhook);
      await this.webhooks.save(webhook);
      if (wasActive && !webhook.isActive) await this.activation.end(id);
      return webhook;
    });
  }

  /** @throws NotFoundError */
  async remove(id: number): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.webhooks.getForUpdate(id);
      await this.activation.end(id);
      await this.webhooks.remove(id);
    });
  }

  /** With the ids of the sections. One that the webhook has already may be gone meanwhile. */
  private async resolved({ sections, ...fields }: WebhookInput, webhook: Webhook): Promise<WebhookFields> {
    if (!sections) return { ...fields, sections };
    const former = new Map(webhook.sections?.map((id) => [String(id), id]));
    const sent = sections.map((reference, index) => ({
      reference,
      index,
      id: former.get(String(reference)),
    }));
    const fresh = sent.filter(({ id }) => id === undefined);
    const found = await this.sections.resolve(
      fresh.map(({ reference }) => reference),
      (position) => `sections[${fresh[position]?.index ?? position}]`,
    );
    const kept = sent.flatMap(({ id }) => id ?? []);
    return { ...fields, sections: [...new Set([...kept, ...found.map(({ id }) => id)])] };
  }

  private mustBeTarget(url: string): void {
    try {
      this.outbound.mustBeTarget(url);
    } catch (error) {
      if (error instanceof OutboundError) throw InvalidError.field('url', error.message);
      throw error;
    }
  }
}
