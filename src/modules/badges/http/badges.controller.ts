import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import {
  EntityTag,
  IfMatch,
  type IfVersions,
  ReadTag,
  type Tagged,
} from '../../../platform/http/request/conditional-requests.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { Requires } from '../../auth/http/access.js';
import { BadgesService } from '../badges.service.js';
import { CreateBadgeDto, EditBadgeDto } from './badge.dto.js';
import { BadgePresenter, BadgeResponse } from './badge.presenter.js';

/** Interface, chapter "Badges". */
@ApiResource('Badges')
@Controller('api/1.3/badges')
export class BadgesController {
  constructor(
    private readonly badges: BadgesService,
    private readonly presenter: BadgePresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('badges.write')
  @ApiOperation({
    summary: 'Create a badge',
    description: 'A badge of category 1 is sponsored, and has a description and a link.',
  })
  @ApiOkResponse({ type: BadgeResponse })
  @ApiProblems(409, 413)
  async create(@Body() dto: CreateBadgeDto, @EntityTag() tagged: Tagged): Promise<BadgeResponse> {
    return this.presenter.presentOwn(tagged(await this.badges.create(dto.toInput())));
  }

  @Put(':id')
  @Requires('badges.write')
  @ApiOperation({
    summary: 'Edit a badge',
    description: 'With `tags` it is on all posts that carry one of them.',
  })
  @ApiOkResponse({ type: BadgeResponse })
  @ApiProblems(404, 412, 413)
  async edit(
    @IdParam() id: number,
    @Body() dto: EditBadgeDto,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<BadgeResponse> {
    return this.presenter.presentOwn(tagged(await this.badges.edit(id, dto.toInput(), ifVersions)));
  }

  @Delete(':id')
  @Requires('badges.write')
  @ApiOperation({ summary: 'Remove a badge', description: 'Posts lose it.' })
  @ApiEmptyResponse()
  @ApiProblems(404, 412)
  async remove(@IdParam() id: number, @IfMatch() ifVersions: IfVersions): Promise<object> {
    await this.badges.remove(id, ifVersions);
    return {};
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List all badges, by order', description: 'Those of one order by id.' })
  @ApiOkResponse({ type: [BadgeResponse] })
  async list(): Promise<BadgeResponse[]> {
    const badges = await this.badges.list();
    return badges.map((badge) => this.presenter.presentOwn(badge));
  }

  @Get(':id')
  @Requires('articles.read')
  @ApiOperation({ summary: 'Get a badge', description: 'As posts show it in `badges_details`.' })
  @ApiOkResponse({ type: BadgeResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number, @ReadTag() tagged: Tagged): Promise<BadgeResponse> {
    return this.presenter.presentOwn(tagged(await this.badges.get(id)));
  }
}
