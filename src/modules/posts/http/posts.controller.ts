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
import {
  ApiArticleChange,
  ApiNewArticle,
  CreateArticleDto,
  EditArticleDto,
} from '../../articles/http/article.dto.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import { ArticleResponse } from '../../articles/http/article.response.js';
import { ArticlesService } from '../../articles/articles.service.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, OpenToPreviews, Requires } from '../../auth/http/access.js';

/** Interface, chapter "Posts": articles through the door of what is published. */
@ApiResource('Posts')
@Controller('api/1.3/posts')
export class PostsController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly presenter: ArticlePresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Requires('articles.publish')
  @ApiOperation({ summary: 'Create a post', description: 'It is published at once.' })
  @ApiNewArticle()
  @ApiOkResponse({ type: ArticleResponse })
  @ApiProblems(409, 413)
  async create(
    @Body() dto: CreateArticleDto,
    @CurrentActor() actor: Actor,
    @EntityTag() tagged: Tagged,
  ): Promise<ArticleResponse> {
    const article = await this.articles.create(dto.toInput(), actor, { publishes: true });
    return this.presenter.presentWritten(tagged(article), { withDraftUrl: false });
  }

  @Put(':id')
  @Requires('articles.publish', 'drafts.write', 'drafts.write.own', 'drafts.write.community')
  @ApiOperation({
    summary: 'Edit, publish or unpublish a post',
    description:
      'A field that is left out stays as it is; `action` publishes, unpublishes, or reverts to the content of a `revision`.',
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
    const article = await this.articles.edit(id, dto.toInput(), actor, { ifVersions });
    return this.presenter.presentWritten(tagged(article), { withDraftUrl: dto.action === 'unpublish' });
  }

  @Delete(':id')
  @Requires('articles.publish', 'drafts.write', 'drafts.write.own', 'drafts.write.community')
  @ApiOperation({ summary: 'Remove a post', description: 'It is kept, and may be restored as a draft.' })
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

  @Get(':id')
  @OpenToPreviews()
  @Requires('articles.read')
  @ApiOperation({
    summary: 'Get a post',
    description:
      'Also a draft or a scheduled post that the key may read, or that a preview link opens: its token in `preview` or `x-preview`.',
  })
  @ApiOkResponse({ type: ArticleResponse })
  @ApiProblems(404)
  async get(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @ReadTag() tagged: Tagged,
  ): Promise<ArticleResponse> {
    const article = await this.articles.get(id, actor);
    return this.presenter.present(tagged(article), { withDraftUrl: false });
  }
}
