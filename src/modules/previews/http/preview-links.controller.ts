import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { PageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { PreviewLinksService } from '../preview-links.service.js';
import {
  CreatePreviewLinkDto,
  IssuedPreviewLinkResponse,
  presentIssued,
  presentLink,
  PreviewLinkResponse,
} from './preview-links.dto.js';

/** Integration, chapter "REST for partners". */
@ApiResource('Drafts')
@Controller('api/1.3/drafts/:id/preview_links')
@Requires('drafts.write', 'drafts.write.own', 'drafts.write.community', 'articles.publish')
export class PreviewLinksController {
  constructor(private readonly links: PreviewLinksService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'createPreviewLink',
    summary: 'Make a link that shows a draft to whoever has it',
    description:
      'For those who may edit the draft. Its token opens this article alone, for reading: on its page, with `GET /drafts/{id}` and `GET /posts/{id}`, and in GraphQL. Once the draft is published, the link leads to the post.',
  })
  @ApiOkResponse({ type: IssuedPreviewLinkResponse })
  @ApiProblems(404)
  async create(
    @IdParam() id: number,
    @Body() dto: CreatePreviewLinkDto,
    @CurrentActor() actor: Actor,
  ): Promise<IssuedPreviewLinkResponse> {
    return presentIssued(await this.links.create(id, dto.toExpiresIn(), actor));
  }

  @Get()
  @ApiOperation({
    operationId: 'listPreviewLinks',
    summary: 'List the preview links of a draft, newest first',
    description: 'Those that have ended are left out. Their URLs are not known any more.',
  })
  @ApiOkResponse({ type: [PreviewLinkResponse] })
  @ApiProblems(404)
  async list(
    @IdParam() id: number,
    @Query() query: PageDto,
    @CurrentActor() actor: Actor,
  ): Promise<PreviewLinkResponse[]> {
    return (await this.links.list(id, query.toPage(), actor)).map(presentLink);
  }

  @Delete(':link_id')
  @ApiOperation({
    operationId: 'revokePreviewLink',
    summary: 'Revoke a preview link',
    description: 'It opens nothing from now on, on any instance.',
  })
  @ApiEmptyResponse()
  @ApiProblems(404)
  async revoke(
    @IdParam() id: number,
    @IdParam('link_id') linkId: number,
    @CurrentActor() actor: Actor,
  ): Promise<object> {
    await this.links.revoke(id, linkId, actor);
    return {};
  }
}
