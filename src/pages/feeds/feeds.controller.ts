import { Controller, Get, Next, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { Public } from '../../platform/http/server/public.js';
import type { FeedModel } from './feed-models.js';
import { FeedTexts, formatOf } from './feed-texts.js';
import { FeedsService } from './feeds.service.js';
import { cacheControlOf, sendText } from '../http/text-response.js';

const FRESHNESS = { fresh: 60, stale: 300 };

/** RSS and JSON Feed, also of sites that have no pages here. */
@Public()
@ApiExcludeController()
@Controller()
export class FeedsController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly texts: FeedTexts,
    private readonly settings: SiteSettings,
  ) {}

  @Get(['feed.xml', 'feed.json'])
  async site(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response, () => this.feeds.site());
  }

  @Get(['tag/:slug/feed.xml', 'tag/:slug/feed.json'])
  async tag(@Param('slug') tag: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const own = await this.feeds.urlOfTag(tag);
    if (own === null) await this.answer(request, response, () => this.feeds.tag(tag));
    else this.move(response, `${own}.${formatOf(request.path)}`);
  }

  @Get(['u/:name/feed.xml', 'u/:name/feed.json'])
  async author(
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (await this.answer(request, response, () => this.feeds.author(name))) return;
    this.move(response, `${await this.feeds.urlOfRenamed(name)}.${formatOf(request.path)}`);
  }

  /** Other paths are left to the following routes: the path of a post may end like this. */
  @Get(['*path/feed.xml', '*path/feed.json'])
  async section(
    @Param('path') path: readonly string[],
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    if (!(await this.answer(request, response, () => this.feeds.section(`/${path.join('/')}`)))) next();
  }

  private move(response: Response, url: string): void {
    response.setHeader('Cache-Control', cacheControlOf(this.settings, FRESHNESS));
    response.redirect(301, url);
  }

  /** @returns whether there is such a feed */
  private async answer(
    request: Request,
    response: Response,
    find: () => Promise<FeedModel | null>,
  ): Promise<boolean> {
    const feed = await this.texts.at(request.path, find);
    if (feed)
      sendText(request, response, { ...feed, cacheControl: cacheControlOf(this.settings, FRESHNESS) });
    return feed !== null;
  }
}
