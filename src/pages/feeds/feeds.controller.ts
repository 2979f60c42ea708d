import { Controller, Get, Next, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { Public } from '../../platform/http/server/public.js';
import { FeedAnswers } from './feed-answers.js';
import { formatOf } from './feed-texts.js';
import { type FeedPage, FeedsService, ITEMS } from './feeds.service.js';

const firstPage = (path: string): FeedPage => ({ format: formatOf(path), offset: 0, limit: ITEMS });

/** RSS, Atom and JSON Feed, also of sites that have no pages here. */
@Public()
@ApiExcludeController()
@Controller()
export class FeedsController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly answers: FeedAnswers,
  ) {}

  @Get(['feed.xml', 'feed.atom', 'feed.json'])
  async site(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answers.sendAt(request, response, () => this.feeds.site(firstPage(request.path)));
  }

  @Get(['tag/:slug/feed.xml', 'tag/:slug/feed.atom', 'tag/:slug/feed.json'])
  async tag(@Param('slug') tag: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const own = await this.feeds.urlOfTag(tag);
    if (own === null)
      await this.answers.sendAt(request, response, () => this.feeds.tag(tag, firstPage(request.path)));
    else this.answers.move(request, response, own);
  }

  @Get(['u/:name/feed.xml', 'u/:name/feed.atom', 'u/:name/feed.json'])
  async author(
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const find = () => this.feeds.author(name, firstPage(request.path));
    if (await this.answers.sendAt(request, response, find)) return;
    this.answers.move(request, response, await this.feeds.urlOfRenamed(name));
  }

  /** Other paths are left to the following routes: the path of a post may end like this. */
  @Get(['*path/feed.xml', '*path/feed.atom', '*path/feed.json'])
  async section(
    @Param('path') path: readonly string[],
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const find = () => this.feeds.section(`/${path.join('/')}`, firstPage(request.path));
    if (!(await this.answers.sendAt(request, response, find))) next();
  }
}
