import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangedResourceReaders, presented } from '../changes/changed-resources.js';
import { BadgesService } from './badges.service.js';
import { BadgesRepository } from './domain/badges.repository.js';
import { BadgePresenter } from './http/badge.presenter.js';
import { BadgesController } from './http/badges.controller.js';
import { MediaModule } from '../media/media.module.js';
import { MediaReferences } from '../media/references/media-references.js';
import { SqlBadgesRepository } from './infrastructure/sql-badges.repository.js';
import { Badge } from './domain/badge.entity.js';
import { BadgeTag } from './infrastructure/badge-tag.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { Badges1795478400000 } from './infrastructure/migrations/1795478400000-badges.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { badgesKind } from './infrastructure/badges.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

const RIGHTS = {
  'badges.write': { allows: 'create, edit and remove badges', roles: ['Editor'] },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

@Module({
  imports: [
    SiteModule.forFeature({ rights: RIGHTS }),
    MigrationsModule.forFeature([Badges1795478400000]),
    TransferModule.forFeature([badgesKind]),
    TypeOrmModule.forFeature([Badge, BadgeTag]),
    MediaModule,
  ],
  controllers: [BadgesController],
  providers: [BadgesService, BadgePresenter, { provide: BadgesRepository, useClass: SqlBadgesRepository }],
  exports: [BadgesService, BadgePresenter],
})
export class BadgesModule {
  constructor(
    references: MediaReferences,
    badges: BadgesRepository,
    changed: ChangedResourceReaders,
    service: BadgesService,
    presenter: BadgePresenter,
  ) {
    changed.register('badge', {
      read: async (ids) => presented(await service.listByIds(ids), (badge) => presenter.presentOwn(badge)),
    });
    references.register('image', async (id, limit) => {
      const found = await badges.findByImage(id, limit);
      return found.map((badge) => ({ kind: 'badge', id: badge.id, title: badge.name }));
    });
  }
}
