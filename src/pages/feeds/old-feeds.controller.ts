import { Controller, Get, Next, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { CompatibilitySettings } from '../../modules/compatibility/compatibility.settings.js';
import { Public } from '../../platform/http/server/public.js';
import { FeedAnswers } from './feed-answers.js';
import type { FeedModel } from './formats/feed-models.js';
import { FeedPageDto } from './feed-queries.dto.js';
import { FeedsService, type FeedPage, ITEMS } from './feeds.service.js';

/**
 * RSS at the addresses that a predecessor had, page by page. Paths at which
 * there is no feed are left to other routes.
 */
@Public()
@ApiExcludeController()
@Controller('feeds')
export class OldFeedsController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly answers: FeedAnswers,
    private readonly compatibility: CompatibilitySettings,
  ) {}

  @Get('feed.rss')
  async site(
    @Query() query: FeedPageDto,
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    await this.answer([request, response, next], 'feed', query, (page) => this.feeds.site(page));
  }

  @Get('author/:name.rss')
  async author(
    @Param('name') name: string,
    @Query() query: FeedPageDto,
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const find = (page: FeedPage) => this.feeds.author(name, page);
    await this.answer([request, response, next], `author/${name}`, query, find);
  }

  @Get('*path.rss')
  async section(
    @Param('path') path: readonly string[],
    @Query() query: FeedPageDto,
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const find = (page: FeedPage) => this.feeds.section(`/${path.join('/')}`, page);
    await this.answer([request, response, next], path.join('/'), query, find);
  }

  private async answer(
    [request, response, next]: readonly [Request, Response, NextFunction],
    name: string,
    { page = 1 }: FeedPageDto,
    findPage: (page: FeedPage) => Promise<FeedModel | null>,
  ): Promise<void> {
    const query = page === 1 ? '' : `?page=${page}`;
    const self = { path: `/feeds/${name}.rss`, query };
    const find = () => findPage({ format: 'xml', offset: (page - 1) * ITEMS, limit: ITEMS, self });
    const asked = { format: 'xml', query, find } as const;
    if (!this.compatibility.enabled || !(await this.answers.send(request, response, asked))) next();
  }
}
