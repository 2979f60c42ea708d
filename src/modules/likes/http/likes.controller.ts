import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { sendArray } from '../../../platform/http/response/json-stream.js';
import { LongPageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { AuthorPresenter } from '../../authors/http/author.presenter.js';
import { LikesService } from '../likes.service.js';
import { CreateLikeDto, LikeResponse } from './likes.dto.js';

/** Interface, chapter "Likes". */
@ApiResource('Likes')
@Controller('api/1.3/posts/:id/likes')
export class LikesController {
  constructor(
    private readonly likes: LikesService,
    private readonly authors: AuthorPresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('community.write.own', 'authors.write')
  @ApiOperation({
    operationId: 'likePost',
    summary: 'Like a post',
    description: 'Liking it again changes nothing.',
  })
  @ApiEmptyResponse()
  @ApiProblems(404)
  async like(
    @IdParam() id: number,
    @Body() dto: CreateLikeDto,
    @CurrentActor() actor: Actor,
  ): Promise<object> {
    await this.likes.like(id, dto.author_id ?? actor.authorId, actor);
    return {};
  }

  @Delete(':author_id')
  @Requires('community.write.own', 'authors.write')
  @ApiOperation({
    operationId: 'unlikePost',
    summary: 'Take a like back',
    description: 'One that is not there is no error.',
  })
  @ApiEmptyResponse()
  @ApiProblems(404)
  async unlike(
    @IdParam() id: number,
    @IdParam('author_id') authorId: number,
    @CurrentActor() actor: Actor,
  ): Promise<object> {
    await this.likes.unlike(id, authorId, actor);
    return {};
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({
    summary: 'List the likes of a post, newest first',
    description: 'Each with its author. All of them when neither offset nor limit is sent.',
  })
  @ApiOkResponse({ type: [LikeResponse] })
  @ApiProblems(404, 503)
  async list(
    @IdParam() id: number,
    @Query() query: LongPageDto,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ): Promise<void> {
    await sendArray(response, this.pages(id, query, actor));
  }

  private async *pages(id: number, query: LongPageDto, actor: Actor): AsyncGenerator<LikeResponse[], void> {
    for await (const likes of this.likes.list(id, query.toPage(), actor))
      yield likes.map(({ since, author }) => ({
        created_ts: since,
        author: this.authors.presentInList(author),
      }));
  }
}
