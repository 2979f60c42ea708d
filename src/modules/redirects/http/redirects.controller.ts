import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { PageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { Requires } from '../../auth/http/access.js';
import { RedirectsService } from '../redirects.service.js';
import { CreateRedirectDto, presentRedirect, RedirectResponse } from './redirect.dto.js';

/** Compatibility, point 7. */
@ApiResource('Redirects')
@Controller('api/1.3/redirects')
export class RedirectsController {
  constructor(private readonly redirects: RedirectsService) {}

  @Post()
  @HttpCode(200)
  @Requires('redirects.write')
  @ApiOperation({
    summary: 'Let a path lead elsewhere',
    description: 'A path that an article or a section has is 409. One that comes there later wins.',
  })
  @ApiOkResponse({ type: RedirectResponse })
  @ApiProblems(409)
  async create(@Body() dto: CreateRedirectDto): Promise<RedirectResponse> {
    return presentRedirect(await this.redirects.create(dto));
  }

  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List redirects, newest first', description: 'Those that were made by hand.' })
  @ApiOkResponse({ type: [RedirectResponse] })
  async list(@Query() query: PageDto): Promise<RedirectResponse[]> {
    return (await this.redirects.list(query.toPage())).map(presentRedirect);
  }

  @Get(':id')
  @Requires('articles.read')
  @ApiOperation({ summary: 'Get a redirect', description: 'Where its path leads.' })
  @ApiOkResponse({ type: RedirectResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number): Promise<RedirectResponse> {
    return presentRedirect(await this.redirects.get(id));
  }

  @Delete(':id')
  @Requires('redirects.write')
  @ApiOperation({
    summary: 'Remove a redirect',
    description: 'Its path leads nowhere, or to what was there.',
  })
  @ApiEmptyResponse()
  @ApiProblems(404)
  async remove(@IdParam() id: number): Promise<object> {
    await this.redirects.remove(id);
    return {};
  }
}
