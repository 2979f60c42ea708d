import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActingAuthor } from './acting-author.js';
import { ChangedResourceReaders } from './changed-resources.js';
import { ChangeLog } from './change-log.js';
import { SqlChangeLog } from './infrastructure/sql-change-log.js';
import { EventConsumers } from './events/event-consumers.js';
import { EventConsumersRepository } from './events/event-consumers.repository.js';
import { EventDelivery } from './events/event-delivery.js';
import { EventStore } from './events/event-store.js';
import { EventsJob } from './events/events.job.js';
import { EventConsumer, EventOrder, EventRetry, StoredEvent } from './infrastructure/event.entities.js';
import { articleChangesKind } from './infrastructure/changes.transfer.js';
import { ResourceChange } from './infrastructure/resource-change.entity.js';
import { SqlEventConsumersRepository } from './infrastructure/sql-event-consumers.repository.js';
import { SqlEventStore } from './infrastructure/sql-event-store.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { EventAudience1797300000000 } from './infrastructure/migrations/1797300000000-event-audience.js';
import { Events1797200100000 } from './infrastructure/migrations/1797200100000-events.js';
import { ResourceVersions1796100200000 } from './infrastructure/migrations/1796100200000-resource-versions.js';
import { SiteModule } from '../site/site.module.js';
import { TransferModule } from '../transfer/transfer.module.js';
import { eventSettings } from './event.settings.js';

/** Versions of all resources, and events of their changes. Global: every resource has versions. */
@Global()
@Module({
  imports: [
    SiteModule.forFeature({ settings: [eventSettings] }),
    MigrationsModule.forFeature([
      ResourceVersions1796100200000,
      Events1797200100000,
      EventAudience1797300000000,
    ]),
    TransferModule.forFeature([articleChangesKind]),
    TypeOrmModule.forFeature([ResourceChange, StoredEvent, EventOrder, EventConsumer, EventRetry]),
  ],
  providers: [
    ActingAuthor,
    ChangedResourceReaders,
    EventConsumers,
    EventDelivery,
    EventsJob,
    { provide: ChangeLog, useClass: SqlChangeLog },
    { provide: EventStore, useClass: SqlEventStore },
    { provide: EventConsumersRepository, useClass: SqlEventConsumersRepository },
  ],
  exports: [ActingAuthor, ChangedResourceReaders, ChangeLog, EventStore],
})
export class ChangesModule {}
