import { Module } from '@nestjs/common';
import { ContentModule } from '../content/content.module.js';
import { MediaModule } from '../media/media.module.js';
import { MediaUses } from '../media/media-uses.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SectionsRepository } from './domain/sections.repository.js';
import { SectionPresenter } from './http/section.presenter.js';
import { SectionsController } from './http/sections.controller.js';
import { TypeormSectionsRepository } from './infrastructure/typeorm-sections.repository.js';
import { SectionTextsJob } from './section-texts.job.js';
import { SectionHeaders } from './section-headers.js';
import { SectionTree } from './section-tree.js';
import { SectionsService } from './sections.service.js';

@Module({
  imports: [ContentModule, MediaModule, PermalinksModule],
  controllers: [SectionsController],
  providers: [
    SectionHeaders,
    SectionTextsJob,
    SectionTree,
    SectionsService,
    SectionPresenter,
    { provide: SectionsRepository, useClass: TypeormSectionsRepository },
  ],
  exports: [SectionsService, SectionPresenter],
})
export class SectionsModule {
  constructor(uses: MediaUses, sections: SectionsRepository) {
    uses.register('image', async (id, limit) => {
      const found = await sections.findByImage(id, limit);
      return found.map((section) => ({ kind: 'section', id: section.id, title: section.title }));
    });
  }
}
