import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { ArticleExplanationService } from '../../articles/listing/article-explanation.service.js';
import { ArticlesService } from '../../articles/articles.service.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { PageViewsService } from '../../page-views/page-views.service.js';
import {
  CountPageViewsDto,
  type ExplanationResponse,
  explanationSchema,
  presentExplanation,
} from './post-details.dto.js';

/** Details of a post besides the post object: the explanation of its place, and its views. */
@ApiResource('Posts')
@Controller('api/1.3/posts')
export class PostDetailsController {
  constructor(
    private readonly explanations: ArticleExplanationService,
    private readonly articles: ArticlesService,
    private readonly pageViews: PageViewsService,
  ) {}

  @Get(':id/explain')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'explainPost',
    summary: 'Say why a post is in its sections, has its badges, and is at its URLs',
    description: 'What a client sent, what a tag brought, and which URLs lead to the post.',
  })
  @ApiOkResponse({ schema: explanationSchema })
  @ApiProblems(404)
  async explain(@IdParam() id: number, @CurrentActor() actor: Actor): Promise<ExplanationResponse> {
    return presentExplanation(await this.explanations.explain(id, actor));
  }

  @Post(':id/page_views')
  @HttpCode(200)
  @Requires('articles.read')
  @ApiOperation({
    summary: 'Count page views of a post',
    description: 'For sites that render their pages themselves. Views are written once a second.',
  })
  @ApiEmptyResponse()
  @ApiProblems(404, 503)
  async countPageViews(@IdParam() id: number, @Body() dto: CountPageViewsDto): Promise<object> {
    await this.articles.mustBePublished(id);
    this.pageViews.count(id, dto.count ?? 1, dto.at ?? undefined);
    return {};
  }
}
