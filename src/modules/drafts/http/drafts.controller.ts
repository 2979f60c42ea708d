import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { ApiListResponse, type ListAnswer, Lists } from '../../../platform/http/lists/list-answer.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import {
  EntityTag,
  IfMatch,
  type IfVersions,
  ReadTag,
  type Tagged,
} from '../../../platform/http/request/conditional-requests.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { ArticleListsService } from '../../articles/listing/article-lists.service.js';
import { ArticlesService } from '../../articles/articles.service.js';
import {
  ApiArticleChange,
  ApiNewArticle,
  CreateArticleDto,
  EditArticleDto,
} from '../../articles/http/article.dto.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import { ArticleResponse } from '../../articles/http/article.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, OpenToPreviews, Requires } from '../../auth/http/access.js';
import { ListDraftsDto } from './list-drafts.dto.js';

/** Interface, chapter "Drafts": articles through the door of what is being written. */
@ApiResource('Drafts')
@Controller('api/1.3/drafts')
export class DraftsController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly lists: ArticleListsService,
    private readonly presenter: ArticlePresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('drafts.write', 'drafts.write.own', 'drafts.write.community')
  @ApiOperation({
    summary: 'Create a draft',
    description: 'The author of the key is its author unless others are sent.',
  })
  @ApiNewArticle()
  @ApiOkResponse({ type: ArticleResponse })
  @ApiProblems(409, 413)
  async create(
    @Body() dto: CreateArticleDto,
    @CurrentActor() actor: Actor,
    @EntityTag() tagged: Tagged,
  ): Promise<ArticleResponse> {
    const article = await this.articles.create(dto.toInput(), actor, { publishes: false });
    return this.presenter.presentWritten(tagged(article), { withDraftUrl: true });
  }

  @Put(':id')
  @Requires('drafts.write', 'drafts.write.own', 'drafts.write.community', 'articles.publish')
  @ApiOperation({
    summary: 'Edit, publish, unpublish or restore a draft',
    description:
      'A field that is left out stays as it is; `action` publishes, unpublishes, restores, or reverts to the content of a `revision`.',
  })
  @ApiArticleChange()
  @ApiOkResponse({ type: ArticleResponse })
  @ApiProblems(404, 409, 412, 413)
  async edit(
    @IdParam() id: number,
    @Body() dto: EditArticleDto,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
    @EntityTag() tagged: Tagged,
  ): Promise<ArticleResponse> {
    const article = await this.articles.edit(id, dto.toInput(), actor, { ifVersions, mayRestore: true });
    return this.presenter.presentWritten(tagged(article), { withDraftUrl: dto.action !== 'publish' });
  }

  @Delete(':id')
  @Requires('drafts.write', 'drafts.write.own', 'drafts.write.community', 'articles.publish')
  @ApiOperation({ summary: 'Remove a draft', description: 'It is kept, and may be restored.' })
  @ApiEmptyResponse()
  @ApiProblems(404, 412)
  async remove(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @IfMatch() ifVersions: IfVersions,
  ): Promise<object> {
    await this.articles.remove(id, actor, { ifVersions });
    return {};
  }

  @Get()
  @Requires('drafts.read', 'drafts.read.own')
  @ApiOperation({
    summary: 'List drafts, newest first',
    description: 'Those that the author of the key may read; with removed=1 removed articles, too.',
  })
  @ApiListResponse(ArticleResponse)
  @ApiProblems(413)
  async list(
    @Query() query: ListDraftsDto,
    @CurrentActor() actor: Actor,
    @Lists() answer: ListAnswer,
  ): Promise<ArticleResponse[]> {
    const articles = await answer.page(query, this.lists.drafts(actor, query.removed ?? false));
    return articles.map((article) => this.presenter.present(article, { withDraftUrl: true }));
  }

  @Get(':id')
  @OpenToPreviews()
  @Requires('articles.read')
  @ApiOperation({
    summary: 'Get a draft',
    description:
      'Also a post or a scheduled post; `draft_url` is where it can be seen. A preview link of it opens it, too: its token in `preview` or `x-preview`.',
  })
  @ApiOkResponse({ type: ArticleResponse })
  @ApiProblems(404)
  async get(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @ReadTag() tagged: Tagged,
  ): Promise<ArticleResponse> {
    const article = await this.articles.get(id, actor);
    return this.presenter.present(tagged(article), { withDraftUrl: true });
  }
}
