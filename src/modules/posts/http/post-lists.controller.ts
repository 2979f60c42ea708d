import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { PageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { ArticleListsService } from '../../articles/listing/article-lists.service.js';
import type { ArticleView } from '../../articles/domain/article-view.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import { ArticleResponse, ChosenArticleResponse } from '../../articles/http/article.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import {
  BasenamePostsDto,
  ListPostsDto,
  PopularPostsDto,
  SearchPostsDto,
  SectionPostsDto,
  TagPostsDto,
} from './post-queries.dto.js';

/** Interface, chapter "Posts": the lists. */
@ApiResource('Posts')
@ApiProblems(413)
@Controller('api/1.3/posts')
export class PostListsController {
  constructor(
    private readonly lists: ArticleListsService,
    private readonly presenter: ArticlePresenter,
  ) {}

  @Get()
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listPosts',
    summary: 'List posts, newest publication time first unless order_by says otherwise',
    description:
      'A post has to meet all filters that are sent. With include_fields or exclude_fields it has only some of its fields.',
  })
  @ApiOkResponse({ type: [ChosenArticleResponse] })
  async list(@Query() query: ListPostsDto): Promise<ArticleResponse[]> {
    const { fields, selection } = this.presenter.choose(query.toFields());
    const posts = await this.lists.posts(query.toCriteria(), query.toOrder(), query.toPage(), selection);
    return posts.map((post) => this.presenter.present(post, { withDraftUrl: false, fields }));
  }

  @Get('frontpage')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listFrontpagePosts',
    summary: 'List the posts of Home in editorial order',
    description: 'Those that are pinned, then the newest.',
  })
  @ApiOkResponse({ type: [ArticleResponse] })
  async frontpage(@Query() query: PageDto): Promise<ArticleResponse[]> {
    return this.present(await this.lists.frontpage(query.toPage()));
  }

  @Get('section')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listSectionPosts',
    summary: 'List the posts of a section in editorial order',
    description: 'Those that are pinned, then the newest. The section is a slug, a full path or a title.',
  })
  @ApiOkResponse({ type: [ArticleResponse] })
  @ApiProblems(404)
  async section(@Query() query: SectionPostsDto): Promise<ArticleResponse[]> {
    return this.present(await this.lists.section(query.section_name, query.toPage()));
  }

  @Get('tag')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listTaggedPosts',
    summary: 'List the posts with a tag, newest first',
    description: 'Tags are equal when their slugs are.',
  })
  @ApiOkResponse({ type: [ArticleResponse] })
  async tag(@Query() query: TagPostsDto): Promise<ArticleResponse[]> {
    return this.present(await this.lists.tag(query.tag, query.toPage()));
  }

  @Get('search')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'searchPosts',
    summary: 'Search posts, newest first',
    description:
      'All words of the phrase have to be in headline, subheadline, tags, body or listicle. Case and accents do not matter; quotes and operators are plain text.',
  })
  @ApiOkResponse({ type: [ArticleResponse] })
  async search(@Query() query: SearchPostsDto): Promise<ArticleResponse[]> {
    return this.present(await this.lists.search(query.phrase, query.toPage()));
  }

  @Get('basename')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listPostsByBasename',
    summary: 'List posts and drafts with a slug, newest first',
    description:
      'Published posts, and what else the author of the key may read. Slugs are compared letter by letter.',
  })
  @ApiOkResponse({ type: [ArticleResponse] })
  async basename(@Query() query: BasenamePostsDto, @CurrentActor() actor: Actor): Promise<ArticleResponse[]> {
    const { basename, removed = false } = query;
    return this.present(await this.lists.basename(basename, query.toPage(), actor, removed));
  }

  @Get('page_views')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listPostsByPageViews',
    summary: 'List posts by page views, then newest',
    description: 'Views of the last `period_in_hours` count.',
  })
  @ApiOkResponse({ type: [ArticleResponse] })
  async pageViews(@Query() query: PopularPostsDto): Promise<ArticleResponse[]> {
    return this.present(await this.lists.posts({}, query.toOrder(), query.toPage()));
  }

  private present(posts: readonly ArticleView[]): ArticleResponse[] {
    return posts.map((post) => this.presenter.present(post, { withDraftUrl: false }));
  }
}
