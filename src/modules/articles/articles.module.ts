import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsModule } from '../authors/authors.module.js';
import { BadgesModule } from '../badges/badges.module.js';
import { ChangedResourceReaders } from '../changes/changed-resources.js';
import { ContentModule } from '../content/content.module.js';
import { MediaModule } from '../media/media.module.js';
import { MediaReferences } from '../media/references/media-references.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SectionsModule } from '../sections/sections.module.js';
import { PageViewsModule } from '../page-views/page-views.module.js';
import { ArticleInputApplier } from './writing/article-input.applier.js';
import { ArticleExplanationService } from './listing/article-explanation.service.js';
import { ArticleFinder } from './listing/article-finder.js';
import { ArticleRenderer } from './writing/article-renderer.js';
import { ArticleStore } from './writing/article-store.js';
import { ArticleListsService } from './listing/article-lists.service.js';
import { ArticleScheduleService } from './scheduling/article-schedule.service.js';
import { ArticleUpsertService } from './writing/article-upsert.service.js';
import { ArticleNotifier } from './article-notifier.js';
import { ArticlesService } from './articles.service.js';
import { PublicChanges } from './public-changes.js';
import { AuthorRankingService } from './listing/author-ranking.service.js';
import { ArticlePolicy } from './domain/article-policy.js';
import { ArticlesRepository } from './domain/articles.repository.js';
import { AuthorRanking } from './listing/author-ranking.js';
import { DueArticles } from './scheduling/due-articles.js';
import { PublishedArticles } from './listing/published-articles.read-model.js';
import { SectionPosts } from './placement/section-posts.js';
import { CreateArticleDto, EditArticleDto } from './http/article.dto.js';
import { ChangedArticles } from './http/changed-articles.js';
import { ArticlePresenter } from './http/article.presenter.js';
import { ArticleResponse, ChosenArticleResponse } from './http/article.response.js';
import { ExtraFields } from './http/fields/extra-fields.js';
import { SqlAuthorRanking } from './infrastructure/sql-author-ranking.js';
import { SqlDueArticles } from './infrastructure/sql-due-articles.js';
import { SqlPublishedArticles } from './infrastructure/sql-published-articles.read-model.js';
import { SqlSectionPosts } from './infrastructure/sql-section-posts.js';
import { SqlArticleFinder } from './infrastructure/sql-article-finder.js';
import { ArticleRelationsReader } from './infrastructure/relations/article-relations.js';
import { SqlArticlesRepository } from './infrastructure/sql-articles.repository.js';
import { EditorialOrderService } from './placement/editorial-order.service.js';
import { LeadMedia } from './writing/lead-media.js';
import { ListicleMedia } from './writing/listicle-media.js';
import { RepathArticles } from './placement/repath-articles.js';
import { PlacementJobs } from './placement/placement.jobs.js';
import { SectionListener } from './placement/section-listener.js';
import { SectionRemovals } from './placement/section-removals.js';
import { ArticleRecord } from './domain/article-record.js';
import {
  ArticleAuthor,
  ArticleBadge,
  ArticleFieldValue,
  ArticleSection,
  ArticleTag,
  ListicleItemId,
  SectionPin,
} from './infrastructure/entities/placement.entities.js';
import { ProviderPost } from './infrastructure/entities/provider-post.entity.js';
import { ArticleSearchDocument, ArticleWord } from './infrastructure/entities/search.entities.js';
import { ArticleDocument, ArticleImage } from './infrastructure/entities/media.entities.js';
import { SectionMove } from './infrastructure/entities/section-move.entity.js';
import { AddedFields } from '../../platform/http/request/added-fields.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { ArticleFields1797110000000 } from './infrastructure/migrations/1797110000000-article-fields.js';
import { ProviderPosts1796000300000 } from './infrastructure/migrations/1796000300000-provider-posts.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { articleSettings } from './article.settings.js';
import { articlesKind, sectionMovesKind } from './infrastructure/articles.transfer.js';
import { Rerendering } from './writing/rerendering.js';
import { TransferModule } from '../transfer/transfer.module.js';

const RIGHTS = {
  'articles.read': {
    allows: 'read what is published; sections, badges, authors, media; count views',
    roles: [
      'Editor',
      'Guest Editor',
      'Guest Writer',
      'Reader',
      'Developer',
      'Guest Developer',
      'Community User',
    ],
  },
  'articles.publish': {
    allows: 'publish, unpublish, schedule; edit and remove what is or will be published',
    roles: ['Editor'],
  },
  'articles.write.locked': { allows: 'change published posts of sections that lock them', roles: [] },
  'drafts.read': { allows: 'read every draft', roles: ['Editor', 'Guest Editor', 'Developer'] },
  'drafts.read.own': { allows: 'read own drafts', roles: ['Editor', 'Guest Writer', 'Community User'] },
  'drafts.write': { allows: 'create drafts; edit and remove any draft', roles: ['Editor', 'Guest Editor'] },
  'drafts.write.own': {
    allows: 'create drafts; edit and remove own ones',
    roles: ['Editor', 'Guest Writer'],
  },
  'drafts.write.community': {
    allows: 'the same, in sections that allow community posts only',
    roles: ['Editor', 'Community User'],
  },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

/** THE article, which the doors (posts, drafts, scheduled posts) are views of. */
@Module({
  imports: [
    SiteModule.forFeature({ settings: [articleSettings], rights: RIGHTS }),
    MigrationsModule.forFeature([ProviderPosts1796000300000, ArticleFields1797110000000]),
    TransferModule.forFeature([articlesKind, sectionMovesKind]),
    TypeOrmModule.forFeature([
      ArticleRecord,
      ArticleAuthor,
      ArticleBadge,
      ArticleFieldValue,
      ArticleSection,
      ArticleTag,
      ListicleItemId,
      SectionPin,
      ProviderPost,
      ArticleSearchDocument,
      ArticleWord,
      ArticleDocument,
      ArticleImage,
      SectionMove,
    ]),
    AuthorsModule,
    BadgesModule,
    ContentModule,
    MediaModule,
    PageViewsModule,
    PermalinksModule,
    SectionsModule,
  ],
  providers: [
    ArticlesService,
    ArticleNotifier,
    ArticleRelationsReader,
    ArticleUpsertService,
    ArticleInputApplier,
    ArticleExplanationService,
    AuthorRankingService,
    ArticleStore,
    ChangedArticles,
    ArticleListsService,
    ArticleRenderer,
    ArticleScheduleService,
    ArticlePresenter,
    EditorialOrderService,
    ExtraFields,
    LeadMedia,
    ListicleMedia,
    PublicChanges,
    RepathArticles,
    PlacementJobs,
    Rerendering,
    SectionListener,
    SectionRemovals,
    { provide: ArticlesRepository, useClass: SqlArticlesRepository },
    { provide: DueArticles, useClass: SqlDueArticles },
    { provide: SectionPosts, useClass: SqlSectionPosts },
    { provide: ArticleFinder, useClass: SqlArticleFinder },
    { provide: AuthorRanking, useClass: SqlAuthorRanking },
    { provide: PublishedArticles, useClass: SqlPublishedArticles },
  ],
  exports: [
    ArticlesService,
    ArticleFinder,
    ArticleInputApplier,
    ArticleNotifier,
    ArticleRenderer,
    ArticleUpsertService,
    ArticleExplanationService,
    EditorialOrderService,
    ArticleListsService,
    ArticleScheduleService,
    ArticlePresenter,
    AuthorRankingService,
    ExtraFields,
    LeadMedia,
    ListicleMedia,
    PublicChanges,
    PublishedArticles,
  ],
})
export class ArticlesModule {
  /** @internal Nest makes it. */
  constructor(
    references: MediaReferences,
    articles: ArticlesRepository,
    added: AddedFields,
    extra: ExtraFields,
    changed: ChangedResourceReaders,
    changedArticles: ChangedArticles,
  ) {
    changed.register('article', changedArticles);
    added.addToBody(EditArticleDto, extra.sent, extra.described);
    added.describe(CreateArticleDto, extra.sent);
    added.describe(ArticleResponse, extra.described);
    added.describe(ChosenArticleResponse, extra.described);
    for (const kind of ['image', 'document'] as const) {
      references.register(kind, async (id, limit, actor) => {
        const policy = new ArticlePolicy(actor);
        const found = await articles.findByMedia(kind, id, limit);
        return found.map((article) => ({
          kind: 'article',
          id: article.id,
          title: article.headline,
          isHidden: !policy.canRead(article, article.authorIds),
        }));
      });
    }
  }
}
