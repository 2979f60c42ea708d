import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { ArticleNotifier } from '../articles/article-notifier.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { ArticleInputApplier } from '../articles/writing/article-input.applier.js';
import { MediaModule } from '../media/media.module.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SiteModule } from '../site/site.module.js';
import { TransferModule } from '../transfer/transfer.module.js';
import { RevisionsRepository } from './domain/revisions.repository.js';
import { RevisionsController } from './http/revisions.controller.js';
import { ArticleRevisions1797400600000 } from './infrastructure/migrations/1797400600000-article-revisions.js';
import { ReplacedRevisions1797400800000 } from './infrastructure/migrations/1797400800000-replaced-revisions.js';
import { ArticleRevision, RevisionText } from './infrastructure/revision.entities.js';
import { revisionsKind, revisionTextsKind } from './infrastructure/revisions.transfer.js';
import { SqlRevisionsRepository } from './infrastructure/sql-revisions.repository.js';
import { RevertRules } from './revert-rules.js';
import { RevertsService } from './reverts.service.js';
import { RevisionKeeper } from './revision-keeper.js';
import { revisionSettings } from './revision.settings.js';
import { RevisionsJob } from './revisions.job.js';
import { RevisionsService } from './revisions.service.js';

/** Former versions of articles: kept at each change, shown, compared, brought back. */
@Module({
  imports: [
    SiteModule.forFeature({ settings: [revisionSettings] }),
    MigrationsModule.forFeature([ArticleRevisions1797400600000, ReplacedRevisions1797400800000]),
    TransferModule.forFeature([revisionsKind, revisionTextsKind]),
    TypeOrmModule.forFeature([ArticleRevision, RevisionText]),
    ArticlesModule,
    MediaModule,
    PermalinksModule,
  ],
  controllers: [RevisionsController],
  providers: [
    RevertRules,
    RevertsService,
    RevisionKeeper,
    RevisionsJob,
    RevisionsService,
    { provide: RevisionsRepository, useClass: SqlRevisionsRepository },
  ],
  exports: [RevisionsService],
})
export class RevisionsModule {
  /** @internal Nest makes it. */
  constructor(
    notifier: ArticleNotifier,
    keeper: RevisionKeeper,
    applier: ArticleInputApplier,
    reverts: RevertsService,
  ) {
    notifier.register(keeper);
    applier.readFormerBy((id, revision, actor) => reverts.revertInput(id, revision, actor));
  }
}
