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
import { FeedsController } from './feeds/feeds.controller.js';
import { FeedsService } from './feeds/feeds.service.js';
import { SitemapLinks } from './sitemaps/sitemap-links.js';
import { SitemapsController } from './sitemaps/sitemaps.controller.js';
import { SitemapsService } from './sitemaps/sitemaps.service.js';
import { AssetsController } from './http/assets.controller.js';
import { askForPassword, PublicPageHandler } from './routing/public-page.handler.js';
import { PageRoutes } from './routing/page-routes.js';
import { PageResponse } from './http/page-response.js';
import { ViewCounter } from './http/view-counter.js';
import { BasicAuth } from './http/basic-auth.js';
import { ListPages } from './lists/list-pages.js';
import { ListTexts } from './lists/list-texts.js';
import { ListicleItems } from './post/listicle-items.js';
import { PageCache } from './cache/page-cache.js';
import { PageFinder } from './routing/page-finder.js';
import { Pictures } from './post/pictures.js';
import { PostBodies } from './post/post-bodies.js';
import { PostPages } from './post/post-pages.js';
import { PublicPagesService } from './routing/public-pages.service.js';
import { SectionDirectory } from './routing/section-directory.js';
import { SiteSettings } from '../modules/site/site.settings.js';
import { SitePages } from './models/site-pages.js';

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
    SectionsModule,
  ],
  controllers: [AssetsController, FeedsController, SitemapsController],
  providers: [
    Cards,
    FeedContents,
    FeedItems,
    FeedTexts,
    FeedsService,
    ListPages,
    ListTexts,
    ListicleItems,
    PublicPageHandler,
    PageCache,
    PageFinder,
    PageRoutes,
    PageResponse,
    Pictures,
    PostBodies,
    PostPages,
    PublicPagesService,
    ViewCounter,
    SectionDirectory,
    SitemapLinks,
    SitemapsService,
    SitePages,
    BasicAuth,
  ],
})
export class PagesModule implements NestModule {
  constructor(
    private readonly basicAuth: BasicAuth,
    private readonly settings: SiteSettings,
  ) {}

  /** A site with a password of its own has no open feeds. */
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((request: Request, response: Response, next: NextFunction) => {
        this.basicAuth.mayEnter(request).then((mayEnter) => {
          if (mayEnter) next();
          else askForPassword(response, this.settings.name);
        }, next);
      })
      .forRoutes(FeedsController, SitemapsController);
  }
}
