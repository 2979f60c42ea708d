import { Module } from '@nestjs/common';
import { BadgesService } from './badges.service.js';
import { BadgesRepository } from './domain/badges.repository.js';
import { BadgePresenter } from './http/badge.presenter.js';
import { BadgesController } from './http/badges.controller.js';
import { MediaModule } from '../media/media.module.js';
import { MediaUses } from '../media/media-uses.js';
import { TypeormBadgesRepository } from './infrastructure/typeorm-badges.repository.js';

@Module({
  imports: [MediaModule],
  controllers: [BadgesController],
  providers: [
    BadgesService,
    BadgePresenter,
    { provide: BadgesRepository, useClass: TypeormBadgesRepository },
  ],
  exports: [BadgesService, BadgePresenter],
})
export class BadgesModule {
  constructor(uses: MediaUses, badges: BadgesRepository) {
    uses.register('image', async (id, limit) => {
      const found = await badges.findByImage(id, limit);
      return found.map((badge) => ({ kind: 'badge', id: badge.id, title: badge.name }));
    });
  }
}
