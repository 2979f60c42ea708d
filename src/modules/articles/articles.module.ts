import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import { BadgesModule } from '../badges/badges.module.js';
import { ContentModule } from '../content/content.module.js';
import { MediaModule } from '../media/media.module.js';
import { MediaUses } from '../media/media-uses.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SectionsModule } from '../sections/sections.module.js';
import { PageViewsModule } from '../page-views/page-views.module.js';
import { ArticleEditor } from './article-editor.js';
import { ArticleExplanationService } from './article-explanation.service.js';
import { ArticleFinder } from './article-finder.js';
import { ArticleMediaService } from './article-media.service.js';
import { ArticleKeeper } from './article-keeper.js';
import { ArticleListsService } from './article-lists.service.js';
import { ArticleScheduleService } from './article-schedule.service.js';
import { ArticleUpsertService } from './article-upsert.service.js';
import { ArticlesService } from './articles.service.js';
import { AuthorRankingService } from './author-ranking.service.js';
import { ArticlePolicy } from './domain/article-policy.js';
import { ArticlesRepository } from './domain/articles.repository.js';
import { AuthorRatings } from './domain/author-ratings.js';
import { DueArticles } from './domain/due-articles.js';
import { PublishedIndex } from './domain/published-index.js';
import { SectionPosts } from './domain/section-posts.js';
import { ArticlePresenter } from './http/article.presenter.js';
import { SqlAuthorRatings } from './infrastructure/sql-author-ratings.js';
import { SqlDueArticles } from './infrastructure/sql-due-articles.js';
import { SqlPublishedIndex } from './infrastructure/sql-published-index.js';
import { SqlSectionPosts } from './infrastructure/sql-section-posts.js';
import { SqlArticleFinder } from './infrastructure/sql-article-finder.js';
import { TypeormArticlesRepository } from './infrastructure/typeorm-articles.repository.js';
import { EditorialOrderService } from './editorial-order.service.js';
import { LeadMedia } from './lead-media.js';
import { ListicleMedia } from './listicle-media.js';
import { PathUpdates } from './path-updates.js';
import { PathUpdatesJob } from './path-updates.job.js';
import { SectionListener } from './section-listener.js';
import { SectionRemovals } from './section-removals.js';
import { SectionRemovalsJob } from './section-removals.job.js';

/** THE article, which the doors (posts, drafts, scheduled posts) are views of. */
@Module({
  imports: [
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
    ArticleUpsertService,
    ArticleEditor,
    ArticleExplanationService,
    AuthorRankingService,
    ArticleKeeper,
    ArticleListsService,
    ArticleMediaService,
    ArticleScheduleService,
    ArticlePresenter,
    EditorialOrderService,
    LeadMedia,
    ListicleMedia,
    PathUpdates,
    PathUpdatesJob,
    SectionListener,
    SectionRemovals,
    SectionRemovalsJob,
    { provide: ArticlesRepository, useClass: TypeormArticlesRepository },
    { provide: DueArticles, useClass: SqlDueArticles },
    { provide: SectionPosts, useClass: SqlSectionPosts },
    { provide: ArticleFinder, useClass: SqlArticleFinder },
    { provide: AuthorRatings, useClass: SqlAuthorRatings },
    { provide: PublishedIndex, useClass: SqlPublishedIndex },
  ],
  exports: [
    ArticlesService,
    ArticleUpsertService,
    ArticleExplanationService,
    EditorialOrderService,
    ArticleListsService,
    ArticleScheduleService,
    ArticlePresenter,
    AuthorRankingService,
    LeadMedia,
    ListicleMedia,
    PublishedIndex,
  ],
})
export class ArticlesModule {
  constructor(uses: MediaUses, articles: ArticlesRepository) {
    for (const kind of ['image', 'document'] as const) {
      uses.register(kind, async (id, limit, actor) => {
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
