import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
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
import { SectionsService } from '../sections.service.js';
import { CreateSectionDto, EditSectionDto, RemoveSectionDto } from './section.dto.js';
import { SectionPresenter, SectionResponse } from './section.presenter.js';

/** Interface, chapter "Sections". */
@ApiResource('Sections')
@Controller('api/1.3/sections')
export class SectionsController {
  constructor(
    private readonly sections: SectionsService,
    private readonly presenter: SectionPresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('sections.write')
  @ApiOperation({
    summary: 'Create a section',
    description: 'It is Private until its status says otherwise.',
  })
  @ApiOkResponse({ type: SectionResponse })
  @ApiProblems(409)
  async create(@Body() dto: CreateSectionDto, @EntityTag() tagged: Tagged): Promise<SectionResponse> {
    return this.presenter.present(tagged(await this.sections.create(dto.toInput())));
  }

  @Put(':id')
  @Requires('sections.write')
  @ApiOperation({
    summary: 'Edit or move a section',
    description: 'Paths of posts that name the section follow when its URL changes.',
  })
  @ApiOkResponse({ type: SectionResponse })
  @ApiProblems(404, 409, 412)
  async edit(
    @IdParam() id: number,
    @Body() dto: EditSectionDto,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<SectionResponse> {
    return this.presenter.present(tagged(await this.sections.edit(id, dto.toInput(), ifVersions)));
  }

  @Delete(':id')
  @Requires('sections.write')
  @ApiOperation({
    summary: 'Remove a section',
    description: 'Its posts move to destination_section_id or lose the section; its child sections move up.',
  })
  @ApiEmptyResponse()
  @ApiProblems(404, 409, 412)
  async remove(
    @IdParam() id: number,
    @Query() query: RemoveSectionDto,
    @IfMatch() ifVersions: IfVersions,
  ): Promise<object> {
    await this.sections.remove(id, query.destination_section_id ?? null, ifVersions);
    return {};
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List all sections but Home', description: 'By order, then id.' })
  @ApiOkResponse({ type: [SectionResponse] })
  async list(): Promise<SectionResponse[]> {
    const sections = await this.sections.list();
    return sections.map((section) => this.presenter.present(section));
  }

  @Get(':id')
  @Requires('articles.read')
  @ApiOperation({ summary: 'Get a section; 0 is Home', description: 'Public or Private.' })
  @ApiOkResponse({ type: SectionResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number, @ReadTag() tagged: Tagged): Promise<SectionResponse> {
    return this.presenter.present(tagged(await this.sections.get(id)));
  }
}
