import { Controller, Get, Next, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { SiteSettings } from '../../modules/site/site-settings.js';
import { Public } from '../../platform/http/public.js';
import type { FeedModel } from './feed-models.js';
import { FeedsService } from './feeds.service.js';
import { JSON_FEED_TYPE, jsonFeed } from './json-feed.js';
import { rss, RSS_TYPE } from './rss.js';
import { cacheControlOf, sendText } from './text-answer.js';

const FRESHNESS = { fresh: 60, stale: 300 };

/** RSS and JSON Feed, also of sites that have no pages here. */
@Public()
@ApiExcludeController()
@Controller()
export class FeedsController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly settings: SiteSettings,
  ) {}

  @Get(['feed.xml', 'feed.json'])
  async site(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.send(request, response, await this.feeds.site());
  }

  @Get(['tag/:slug/feed.xml', 'tag/:slug/feed.json'])
  async tag(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.send(request, response, await this.feeds.tag(slug));
  }

  @Get(['u/:name/feed.xml', 'u/:name/feed.json'])
  async author(
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.send(request, response, await this.feeds.author(name));
  }

  /** What is no section is left to the routes that come after: the path of a post may end like this. */
  @Get(['*path/feed.xml', '*path/feed.json'])
  async section(
    @Param('path') path: readonly string[],
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const feed = await this.feeds.section(`/${path.join('/')}`);
    if (feed) this.send(request, response, feed);
    else next();
  }

  private send(request: Request, response: Response, feed: FeedModel): void {
    const isJson = /\.json\/?$/i.test(request.path);
    const [type, text] = isJson ? [JSON_FEED_TYPE, jsonFeed(feed)] : [RSS_TYPE, rss(feed)];
    const cacheControl = cacheControlOf(this.settings, FRESHNESS);
    sendText(request, response, { type, text, modified: feed.updated, cacheControl });
  }
}
