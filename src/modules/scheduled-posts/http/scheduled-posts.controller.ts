import { Body, Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiListResponse, type ListAnswer, Lists } from '../../../platform/http/lists/list-answer.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import {
  EntityTag,
  IfMatch,
  type IfVersions,
  ReadTag,
  type Tagged,
} from '../../../platform/http/request/conditional-requests.js';
import { sendArray } from '../../../platform/http/response/json-stream.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { ArticleListsService } from '../../articles/listing/article-lists.service.js';
import { ArticleScheduleService } from '../../articles/scheduling/article-schedule.service.js';
import type { ArticleView } from '../../articles/domain/article-view.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import type { ArticleResponse } from '../../articles/http/article.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { ListScheduledPostsDto, SchedulePostDto, ScheduledPostResponse } from './scheduled-posts.dto.js';

/** Interface, chapter "Scheduled posts": articles through the door of what will publish itself. */
@ApiResource('Scheduled posts')
@Controller('api/1.3/scheduled_posts')
export class ScheduledPostsController {
  constructor(
    private readonly schedule: ArticleScheduleService,
    private readonly lists: ArticleListsService,
    private readonly presenter: ArticlePresenter,
  ) {}

  @Put(':id')
  @Requires('articles.publish')
  @ApiOperation({
    operationId: 'schedulePost',
    summary: 'Schedule a draft, or schedule it anew',
    description: 'It publishes itself at `scheduled_at`.',
  })
  @ApiOkResponse({ type: ScheduledPostResponse })
  @ApiProblems(404, 409, 412)
  async put(
    @IdParam() id: number,
    @Body() dto: SchedulePostDto,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<ScheduledPostResponse> {
    return this.presentWritten(tagged(await this.schedule.schedule(id, dto.scheduled_at, actor, ifVersions)));
  }

  @Delete(':id')
  @Requires('articles.publish')
  @ApiOperation({
    operationId: 'unschedulePost',
    summary: 'Unschedule a post',
    description: 'It is a draft again.',
  })
  @ApiOkResponse({ type: ScheduledPostResponse })
  @ApiProblems(404, 412)
  async remove(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<ScheduledPostResponse> {
    return this.presentWritten(tagged(await this.schedule.unschedule(id, actor, ifVersions)));
  }

  @Get()
  @Requires('drafts.read', 'drafts.read.own')
  @ApiOperation({
    summary: 'List scheduled posts, most recently created first',
    description: 'All of them when neither offset nor limit is sent.',
  })
  @ApiListResponse(ScheduledPostResponse)
  async list(
    @Query() query: ListScheduledPostsDto,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
    @Lists() answer: ListAnswer,
  ): Promise<void> {
    await sendArray(response, this.pages(query, actor, answer));
  }

  @Get(':id')
  @Requires('drafts.read', 'drafts.read.own')
  @ApiOperation({
    summary: 'Get a scheduled post',
    description: '`publication` has what came of the attempts to publish it.',
  })
  @ApiOkResponse({ type: ScheduledPostResponse })
  @ApiProblems(404)
  async get(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @ReadTag() tagged: Tagged,
  ): Promise<ScheduledPostResponse> {
    return this.present(tagged(await this.schedule.get(id, actor)));
  }

  private async *pages(
    query: ListScheduledPostsDto,
    actor: Actor,
    answer: ListAnswer,
  ): AsyncGenerator<ScheduledPostResponse[]> {
    for await (const articles of this.articles(query, actor, answer))
      yield articles.map((article) => this.present(article));
  }

  private async *articles(
    query: ListScheduledPostsDto,
    actor: Actor,
    answer: ListAnswer,
  ): AsyncGenerator<readonly ArticleView[]> {
    const list = this.lists.scheduled(actor);
    if (query.isEndless) {
      await answer.total(query, list);
      yield* this.lists.allScheduled(actor, query.toPage().offset);
    } else yield await answer.page(query, list);
  }

  private present(article: ArticleView): ScheduledPostResponse {
    return withPublication(article, this.presenter.present(article, { withDraftUrl: true }));
  }

  private presentWritten(article: ArticleView): ScheduledPostResponse {
    return withPublication(article, this.presenter.presentWritten(article, { withDraftUrl: true }));
  }
}

function withPublication(article: ArticleView, shown: ArticleResponse): ScheduledPostResponse {
  const { publishAttempts, publishError, publishDueTs } = article;
  return Object.assign(shown, {
    publication: { attempts: publishAttempts, last_error: publishError, next_attempt_at: publishDueTs },
  });
}
