import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangedResourceReaders, presented } from '../changes/changed-resources.js';
import { ContentModule } from '../content/content.module.js';
import { AboutTextsJob } from '../content/rendering/about-texts.job.js';
import { MediaModule } from '../media/media.module.js';
import { MediaReferences, type MediaReferrer } from '../media/references/media-references.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SectionsRepository } from './domain/sections.repository.js';
import { OldSectionsController } from './http/old-sections.controller.js';
import { SectionPresenter } from './http/section.presenter.js';
import { SectionsController } from './http/sections.controller.js';
import { SqlSectionsRepository } from './infrastructure/sql-sections.repository.js';
import { SectionHeaders } from './section-headers.js';
import { SectionTree } from './section-tree.js';
import { SectionsService } from './sections.service.js';
import { Section } from './domain/section.entity.js';
import { SectionPath } from './infrastructure/section-path.entity.js';
import { SectionTag } from './infrastructure/section-tag.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { SectionPaths1795824000000 } from './infrastructure/migrations/1795824000000-section-paths.js';
import { SectionRemovals1796000200000 } from './infrastructure/migrations/1796000200000-section-removals.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { sectionsKind } from './infrastructure/sections.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

const RIGHTS = {
  'sections.write': {
    allows: 'create, edit and remove sections; write their editorial order',
    roles: ['Editor'],
  },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

const asReferrer = ({ id, title }: Section): MediaReferrer => ({ kind: 'section', id, title });

@Module({
  imports: [
    SiteModule.forFeature({ rights: RIGHTS }),
    MigrationsModule.forFeature([SectionPaths1795824000000, SectionRemovals1796000200000]),
    TransferModule.forFeature([sectionsKind]),
    TypeOrmModule.forFeature([Section, SectionPath, SectionTag]),
    ContentModule,
    MediaModule,
    PermalinksModule,
  ],
  controllers: [SectionsController, OldSectionsController],
  providers: [
    SectionHeaders,
    SectionTree,
    SectionsService,
    SectionPresenter,
    { provide: SectionsRepository, useClass: SqlSectionsRepository },
  ],
  exports: [SectionsService, SectionPresenter],
})
export class SectionsModule {
  constructor(
    references: MediaReferences,
    sections: SectionsRepository,
    changed: ChangedResourceReaders,
    service: SectionsService,
    presenter: SectionPresenter,
    texts: AboutTextsJob,
  ) {
    texts.register('sections', sections.aboutTexts);
    changed.register('section', {
      read: async (ids) =>
        presented((await service.byId(ids)).values(), (section) => presenter.present(section)),
    });
    references.register('image', async (id, limit) => {
      return (await sections.findByImage(id, limit)).map(asReferrer);
    });
    references.registerTexts(async (path, limit) =>
      (await sections.findByAboutText(path, limit)).map(asReferrer),
    );
  }
}
