import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/http/server/public.js';
import { FeedAnswers } from './feed-answers.js';
import { NamedFeedDto } from './feed-queries.dto.js';
import { NamedFeedsService, searchOf } from './named-feeds.service.js';

/** Lists of posts that the site has given a name. */
@Public()
@ApiExcludeController()
@Controller('customfeeds/feed')
export class NamedFeedsController {
  constructor(
    private readonly feeds: NamedFeedsService,
    private readonly answers: FeedAnswers,
  ) {}

  @Get(':name/rss')
  async rss(
    @Param('name') name: string,
    @Query() query: NamedFeedDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const find = () => this.feeds.find(name, 'rss', query);
    await this.answers.send(request, response, { format: 'xml', query: searchOf(query), find });
  }

  @Get(':name/json')
  async json(
    @Param('name') name: string,
    @Query() query: NamedFeedDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const find = () => this.feeds.find(name, 'json', query);
    await this.answers.send(request, response, { format: 'json', query: searchOf(query), find });
  }
}
