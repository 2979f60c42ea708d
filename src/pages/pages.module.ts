import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ArticlesModule } from '../modules/articles/articles.module.js';
import { AuthModule } from '../modules/auth/auth.module.js';
import { AuthorsModule } from '../modules/authors/authors.module.js';
import { ContentModule } from '../modules/content/content.module.js';
import { MediaModule } from '../modules/media/media.module.js';
import { PageViewsModule } from '../modules/page-views/page-views.module.js';
import { PermalinksModule } from '../modules/permalinks/permalinks.module.js';
import { SectionsModule } from '../modules/sections/sections.module.js';
import { Cards } from './lists/cards.js';
import { FeedContents } from './feeds/feed-contents.js';
import { FeedItems } from './feeds/feed-items.js';
import { FeedTexts } from './feeds/feed-texts.js';
import { FeedAnswers } from './feeds/feed-answers.js';
import { feedSettings } from './feeds.settings.js';
import { NamedFeedsController } from './feeds/named-feeds.controller.js';
import { NamedFeedsService } from './feeds/named-feeds.service.js';
import { OldFeedsController } from './feeds/old-feeds.controller.js';
import { SiteModule } from '../modules/site/site.module.js';
import { FeedsController } from './feeds/feeds.controller.js';
import { FeedsService } from './feeds/feeds.service.js';
import { LlmsController } from './llms/llms.controller.js';
import { LlmsService } from './llms/llms.service.js';
import { SitemapsController } from './sitemaps/sitemaps.controller.js';
import { SitemapsService } from './sitemaps/sitemaps.service.js';
import { AssetsController } from './http/assets.controller.js';
import { askForPassword, PublicPageHandler } from './routing/public-page.handler.js';
import { PageRoutes } from './routing/page-routes.js';
import { PageResponse } from './http/page-response.js';
import { ViewCounter } from './http/view-counter.js';
import { PageAccess } from './http/page-access.js';
import { ListPages } from './lists/list-pages.js';
import { ListicleItems } from './post/listicle-items.js';
import { PageCache } from './cache/page-cache.js';
import { FormerAddresses } from './routing/former-addresses.js';
import { RedirectsModule } from '../modules/redirects/redirects.module.js';
import { PageFinder } from './routing/page-finder.js';
import { Pictures } from './post/pictures.js';
import { PostBodies } from './post/post-bodies.js';
import { PostPages } from './post/post-pages.js';
import { RelatedPosts } from './post/related-posts.js';
import { PublicPagesService } from './routing/public-pages.service.js';
import { SectionDirectory } from './routing/section-directory.js';
import { SiteSettings } from '../modules/site/site.settings.js';
import { SitePages } from './models/site-pages.js';

const OPEN_TEXTS = [
  FeedsController,
  NamedFeedsController,
  OldFeedsController,
  LlmsController,
  SitemapsController,
];

/** The public pages: an outer ring over the modules. */
@Module({
  imports: [
    ArticlesModule,
    AuthModule,
    AuthorsModule,
    ContentModule,
    MediaModule,
    PageViewsModule,
    PermalinksModule,
    RedirectsModule,
    SectionsModule,
    SiteModule.forFeature({ settings: [feedSettings] }),
  ],
  controllers: [AssetsController, ...OPEN_TEXTS],
  providers: [
    Cards,
    FeedAnswers,
    FeedContents,
    FeedItems,
    FeedTexts,
    FeedsService,
    NamedFeedsService,
    LlmsService,
    ListPages,
    ListicleItems,
    PublicPageHandler,
    PageCache,
    FormerAddresses,
    PageFinder,
    PageRoutes,
    PageResponse,
    Pictures,
    PostBodies,
    PostPages,
    RelatedPosts,
    PublicPagesService,
    ViewCounter,
    SectionDirectory,
    SitemapsService,
    SitePages,
    PageAccess,
  ],
})
export class PagesModule implements NestModule {
  constructor(
    private readonly access: PageAccess,
    private readonly settings: SiteSettings,
  ) {}

  /** A site with a password of its own has no open feeds and no open llms.txt. */
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((request: Request, response: Response, next: NextFunction) => {
        this.access.mayEnter(request).then((mayEnter) => {
          if (mayEnter) next();
          else askForPassword(response, this.settings.name);
        }, next);
      })
      .forRoutes(...OPEN_TEXTS);
  }
}
