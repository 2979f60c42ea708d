import { Body, Controller, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import {
  EntityTag,
  IfMatch,
  type IfVersions,
  type Tagged,
} from '../../../platform/http/request/conditional-requests.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { asCreation } from '../../../platform/http/writes/dry-run.js';
import { EditArticleDto } from '../../articles/http/article.dto.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import { ArticleResponse } from '../../articles/http/article.response.js';
import { ArticleUpsertService } from '../../articles/writing/article-upsert.service.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { ExternalIdDto, UpsertQueryDto } from './post-upsert.dto.js';

/** Articles by the ids that other systems have for them. */
@ApiResource('Posts')
@Controller('api/1.3/posts')
export class PostsByProviderController {
  constructor(
    private readonly upserts: ArticleUpsertService,
    private readonly presenter: ArticlePresenter,
  ) {}

  @Put('by-provider/:provider_id/:provider_post_id')
  @Requires('articles.publish', 'drafts.write', 'drafts.write.own', 'drafts.write.community')
  @ApiOperation({
    operationId: 'putPostByProvider',
    summary: 'Create a post or edit it, by its external id',
    description:
      'Makes the article that has this id, or edits it in whatever state it is. However many such requests come at once, there is one article. A removed article frees its id.',
  })
  @ApiParam({ name: 'provider_id', type: 'integer', description: '15, 20 or 1000 and above', example: 20 })
  @ApiParam({ name: 'provider_post_id', type: 'string', description: 'compared byte by byte' })
  @ApiOkResponse({ type: ArticleResponse })
  @ApiProblems(404, 409, 412, 413)
  async put(
    @Param() id: ExternalIdDto,
    @Query() query: UpsertQueryDto,
    @Body() dto: EditArticleDto,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<ArticleResponse> {
    const options = { publishes: query.publishes, ifVersions };
    const article = await this.upserts.put(id.toExternalId(), dto.toInput(), actor, options);
    const answer = this.presenter.presentUpserted(tagged(article), dto.action, !query.publishes);
    return article.isNew ? asCreation(answer) : answer;
  }
}
