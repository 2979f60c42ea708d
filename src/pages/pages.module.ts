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
import { Cards } from './cards.js';
import { FeedContents } from './feeds/feed-contents.js';
import { FeedItems } from './feeds/feed-items.js';
import { FeedTexts } from './feeds/feed-texts.js';
import { FeedsController } from './feeds/feeds.controller.js';
import { FeedsService } from './feeds/feeds.service.js';
import { SitemapLinks } from './feeds/sitemap-links.js';
import { SitemapsController } from './feeds/sitemaps.controller.js';
import { SitemapsService } from './feeds/sitemaps.service.js';
import { AssetsController } from './http/assets.controller.js';
import { askForPassword, PageAnswers } from './http/page-answers.js';
import { PageRoutes } from './http/page-routes.js';
import { PageSender } from './http/page-sender.js';
import { Readers } from './http/readers.js';
import { Visitors } from './http/visitors.js';
import { ListPages } from './list-pages.js';
import { ListTexts } from './list-texts.js';
import { ListicleItems } from './listicle-items.js';
import { PageCache } from './page-cache.js';
import { PageChanges } from './page-changes.js';
import { PageFinder } from './page-finder.js';
import { Pictures } from './pictures.js';
import { PostBodies } from './post-bodies.js';
import { PostPages } from './post-pages.js';
import { PublicPagesService } from './public-pages.service.js';
import { SectionDirectory } from './section-directory.js';
import { SiteSettings } from '../modules/site/site-settings.js';
import { SitePages } from './site-pages.js';

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
    PageAnswers,
    PageCache,
    PageChanges,
    PageFinder,
    PageRoutes,
    PageSender,
    Pictures,
    PostBodies,
    PostPages,
    PublicPagesService,
    Readers,
    SectionDirectory,
    SitemapLinks,
    SitemapsService,
    SitePages,
    Visitors,
  ],
})
export class PagesModule implements NestModule {
  constructor(
    private readonly visitors: Visitors,
    private readonly settings: SiteSettings,
  ) {}

  /** A site with a password of its own has no open feeds. */
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((request: Request, response: Response, next: NextFunction) => {
        this.visitors.mayEnter(request).then((mayEnter) => {
          if (mayEnter) next();
          else askForPassword(response, this.settings.site.name);
        }, next);
      })
      .forRoutes(FeedsController, SitemapsController);
  }
}
