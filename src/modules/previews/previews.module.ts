import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { PreviewTokens } from '../auth/preview-tokens.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SiteModule } from '../site/site.module.js';
import { PreviewLink } from './domain/preview-link.entity.js';
import { PreviewLinksRepository } from './domain/preview-links.repository.js';
import { PreviewLinksController } from './http/preview-links.controller.js';
import { PreviewLinks1797400200000 } from './infrastructure/migrations/1797400200000-preview-links.js';
import { SqlPreviewLinksRepository } from './infrastructure/sql-preview-links.repository.js';
import { PreviewLinksService } from './preview-links.service.js';
import { previewSettings } from './preview.settings.js';

/** Links that show drafts to those who have no key. */
@Module({
  imports: [
    SiteModule.forFeature({ settings: [previewSettings] }),
    MigrationsModule.forFeature([PreviewLinks1797400200000]),
    TypeOrmModule.forFeature([PreviewLink]),
    ArticlesModule,
    PermalinksModule,
  ],
  controllers: [PreviewLinksController],
  providers: [PreviewLinksService, { provide: PreviewLinksRepository, useClass: SqlPreviewLinksRepository }],
})
export class PreviewsModule {
  /** @internal Nest makes it. */
  constructor(tokens: PreviewTokens, links: PreviewLinksService) {
    tokens.readBy((token) => links.articleOf(token));
  }
}
