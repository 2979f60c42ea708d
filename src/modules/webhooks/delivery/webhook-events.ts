import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { ArticleVerb } from '../../articles/domain/article-events.js';
import type { CommittedEvent, PlacedEvent } from '../../changes/events/committed-event.js';
import { OnCommitted } from '../../changes/events/on-committed.js';
import { DeliveriesRepository } from '../domain/deliveries.repository.js';
import { actionOf } from '../domain/webhook-action.js';
import { isTold } from '../domain/webhook.entity.js';
import { WebhooksRepository } from '../domain/webhooks.repository.js';
import { EventSnapshots } from './event-snapshots.js';

/** Makes deliveries of committed changes of articles. */
@Injectable()
export class WebhookEvents {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly snapshots: EventSnapshots,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @OnCommitted({ name: 'webhooks', resources: ['article'] })
  async handle(event: CommittedEvent): Promise<void> {
    const webhooks = await this.webhooks.active();
    if (webhooks.length === 0) return;
    const { id: eventId, resourceId: articleId, version, authorId } = event;
    const { verb, audience, position } = event as PlacedEvent;
    const action = actionOf({ verb: verb as ArticleVerb, audience });
    await this.unitOfWork.run(async () => {
      const known = await this.deliveries.findSnapshot(articleId, version ?? 0);
      const snapshot = known ?? (await this.snapshots.takeNow(articleId, version ?? 0));
      const told = webhooks.filter((webhook) => isTold(webhook, { action, sections: snapshot.sections }));
      if (told.length === 0) return;
      // One that is removed or switched off meanwhile gives up the deliveries that it finds.
      const ids = await this.webhooks.holdActive(
        told.map(({ id }) => id),
        position,
      );
      if (ids.length === 0) return;
      if (!known) await this.deliveries.addSnapshot(snapshot);
      await this.deliveries.add(ids, { eventId, action, articleId, version, authorId }, this.clock.now());
    });
  }
}
