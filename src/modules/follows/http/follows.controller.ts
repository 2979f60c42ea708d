import { Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { sendArray } from '../../../platform/http/response/json-stream.js';
import { LongPageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { AuthorPresenter, AuthorResponse } from '../../authors/http/author.presenter.js';
import { FollowsService } from '../follows.service.js';
import { FollowedSectionPresenter, FollowedSectionResponse } from './followed-section.presenter.js';

/** Interface, chapter "Follows". */
@ApiResource('Follows')
@Controller('api/1.3/follows')
export class FollowsController {
  constructor(
    private readonly follows: FollowsService,
    private readonly sections: FollowedSectionPresenter,
    private readonly authors: AuthorPresenter,
  ) {}

  @Get('sections/:section_id')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listFollowers',
    summary: 'List the authors who follow a section, latest follow first',
    description: 'All of them when neither offset nor limit is sent.',
  })
  @ApiOkResponse({ type: [AuthorResponse] })
  @ApiProblems(404, 503)
  async followers(
    @IdParam('section_id') id: number,
    @Query() query: LongPageDto,
    @Res() response: Response,
  ): Promise<void> {
    await sendArray(response, this.authorsOf(id, query));
  }

  @Get(':author_id/section')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listFollowedSections',
    summary: 'List the sections that an author follows, latest follow first',
    description: 'All of them when neither offset nor limit is sent.',
  })
  @ApiOkResponse({ type: [FollowedSectionResponse] })
  @ApiProblems(404)
  async list(
    @IdParam('author_id') id: number,
    @Query() query: LongPageDto,
    @Res() response: Response,
  ): Promise<void> {
    await sendArray(response, this.sectionsOf(id, query));
  }

  @Put(':author_id/section/:section_id')
  @Requires('community.write.own', 'authors.write')
  @ApiOperation({
    operationId: 'followSection',
    summary: 'Follow a section',
    description: 'Answers all that the author follows. Following it again changes nothing.',
  })
  @ApiOkResponse({ type: [FollowedSectionResponse] })
  @ApiProblems(404)
  async follow(
    @IdParam('author_id') authorId: number,
    @IdParam('section_id') sectionId: number,
    @CurrentActor() actor: Actor,
  ): Promise<FollowedSectionResponse[]> {
    await this.follows.follow(authorId, sectionId, actor);
    // The whole list is read, so that a repeated request can be answered with it.
    const followed: FollowedSectionResponse[] = [];
    for await (const some of this.sectionsOf(authorId, new LongPageDto())) followed.push(...some);
    return followed;
  }

  @Delete(':author_id/section/:section_id')
  @Requires('community.write.own', 'authors.write')
  @ApiOperation({
    operationId: 'unfollowSection',
    summary: 'Unfollow a section',
    description: 'Answers all that the author still follows. One that is not followed is no error.',
  })
  @ApiOkResponse({ type: [FollowedSectionResponse] })
  @ApiProblems(404)
  async unfollow(
    @IdParam('author_id') authorId: number,
    @IdParam('section_id') sectionId: number,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ): Promise<void> {
    await this.follows.unfollow(authorId, sectionId, actor);
    await sendArray(response, this.sectionsOf(authorId, new LongPageDto()));
  }

  private async *sectionsOf(id: number, query: LongPageDto): AsyncGenerator<FollowedSectionResponse[], void> {
    for await (const sections of this.follows.sectionsOf(id, query.toPage()))
      yield sections.map((section) => this.sections.present(section));
  }

  private async *authorsOf(id: number, query: LongPageDto): AsyncGenerator<AuthorResponse[], void> {
    for await (const authors of this.follows.followersOf(id, query.toPage()))
      yield authors.map((author) => this.authors.presentInList(author));
  }
}
