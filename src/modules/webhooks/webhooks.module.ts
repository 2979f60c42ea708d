import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { ArticleNotifier } from '../articles/article-notifier.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { SectionsModule } from '../sections/sections.module.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { DeliveryAttempts } from './delivery/delivery-attempts.js';
import { DeliveryOutcomes } from './delivery/delivery-outcomes.js';
import { EventSnapshots } from './delivery/event-snapshots.js';
import { WebhookDispatcher } from './delivery/webhook-dispatcher.js';
import { WebhookEvents } from './delivery/webhook-events.js';
import { WebhookSender } from './delivery/webhook-sender.js';
import { WebhookActivation } from './delivery/webhook-activation.js';
import { WebhooksJob } from './delivery/webhooks.job.js';
import { DeliveriesRepository } from './domain/deliveries.repository.js';
import { Webhook } from './domain/webhook.entity.js';
import { WebhooksRepository } from './domain/webhooks.repository.js';
import { WebhookDeliveriesController } from './http/webhook-deliveries.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { WebhookDelivery, WebhookSnapshot } from './infrastructure/delivery.entities.js';
import { WebhookBeginnings1798000000000 } from './infrastructure/migrations/1798000000000-webhook-beginnings.js';
import { DeliveryTurns1798000100000 } from './infrastructure/migrations/1798000100000-delivery-turns.js';
import { Webhooks1797400000000 } from './infrastructure/migrations/1797400000000-webhooks.js';
import { SqlDeliveriesRepository } from './infrastructure/sql-deliveries.repository.js';
import { SqlWebhooksRepository } from './infrastructure/sql-webhooks.repository.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { webhookSettings } from './webhook.settings.js';
import { WebhooksService } from './webhooks.service.js';
import { webhooksKind } from './infrastructure/webhooks.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

const RIGHTS = {
  'webhooks.write': { allows: 'see and change webhooks', roles: [] },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

/** Other systems are told of changes of articles. */
@Module({
  imports: [
    SiteModule.forFeature({ settings: [webhookSettings], rights: RIGHTS }),
    MigrationsModule.forFeature([
      Webhooks1797400000000,
      WebhookBeginnings1798000000000,
      DeliveryTurns1798000100000,
    ]),
    TransferModule.forFeature([webhooksKind]),
    TypeOrmModule.forFeature([Webhook, WebhookDelivery, WebhookSnapshot]),
    ArticlesModule,
    SectionsModule,
  ],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    DeliveryAttempts,
    DeliveryOutcomes,
    EventSnapshots,
    WebhookDeliveriesService,
    WebhookDispatcher,
    WebhookEvents,
    WebhookSender,
    WebhookActivation,
    WebhooksJob,
    WebhooksService,
    { provide: DeliveriesRepository, useClass: SqlDeliveriesRepository },
    { provide: WebhooksRepository, useClass: SqlWebhooksRepository },
  ],
  exports: [WebhooksService, WebhookDeliveriesService],
})
export class WebhooksModule {
  /** @internal Nest makes it. */
  constructor(notifier: ArticleNotifier, snapshots: EventSnapshots) {
    notifier.register(snapshots);
  }
}
