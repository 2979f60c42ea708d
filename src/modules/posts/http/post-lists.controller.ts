import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { NotFoundError } from '../../../kernel/errors.js';
import { ApiListResponse, type ListAnswer, Lists } from '../../../platform/http/lists/list-answer.js';
import { CursorPageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { ArticleListsService } from '../../articles/listing/article-lists.service.js';
import type { ArticleView } from '../../articles/domain/article-view.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import { ArticleResponse, ChosenArticleResponse } from '../../articles/http/article.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { AuthorsService } from '../../authors/authors.service.js';
import { OldAnswers } from '../../compatibility/http/old-answers.js';
import {
  AuthorPostsDto,
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
    protected readonly lists: ArticleListsService,
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
  @ApiListResponse(ChosenArticleResponse)
  async list(@Query() query: ListPostsDto, @Lists() answer: ListAnswer): Promise<ArticleResponse[]> {
    const { fields, selection } = this.presenter.choose(query.toFieldChoice());
    const list = this.lists.postsByPage(query.toCriteria(), query.toOrder(), selection);
    const posts = await answer.page(query, list);
    return posts.map((post) => this.presenter.present(post, { withDraftUrl: false, fields }));
  }

  @Get('frontpage')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listFrontpagePosts',
    summary: 'List the posts of Home in editorial order',
    description: 'Those that are pinned, then the newest.',
  })
  @ApiListResponse(ArticleResponse)
  async frontpage(@Query() query: CursorPageDto, @Lists() answer: ListAnswer): Promise<ArticleResponse[]> {
    return this.present(await answer.page(query, this.lists.frontpage()));
  }

  @Get('section')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listSectionPosts',
    summary: 'List the posts of a section in editorial order',
    description: 'Those that are pinned, then the newest. The section is a slug, a full path or a title.',
  })
  @ApiListResponse(ArticleResponse)
  @ApiProblems(404)
  async section(@Query() query: SectionPostsDto, @Lists() answer: ListAnswer): Promise<ArticleResponse[]> {
    return this.present(await answer.page(query, await this.lists.section(query.section_name)));
  }

  @Get('tag')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listTaggedPosts',
    summary: 'List the posts with a tag, newest first',
    description: 'Tags are equal when their slugs are.',
  })
  @ApiListResponse(ArticleResponse)
  async tag(@Query() query: TagPostsDto, @Lists() answer: ListAnswer): Promise<ArticleResponse[]> {
    return this.present(await answer.page(query, this.lists.tag(query.tag)));
  }

  @Get('search')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'searchPosts',
    summary: 'Search posts, newest first',
    description:
      'All words of the phrase have to be in headline, subheadline, tags, body or listicle. Case and accents do not matter; quotes and operators are plain text.',
  })
  @ApiListResponse(ArticleResponse)
  async search(@Query() query: SearchPostsDto, @Lists() answer: ListAnswer): Promise<ArticleResponse[]> {
    return this.present(await answer.page(query, this.lists.search(query.phrase)));
  }

  @Get('basename')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listPostsByBasename',
    summary: 'List posts and drafts with a slug, newest first',
    description:
      'Published posts, and what else the author of the key may read. Slugs are compared letter by letter.',
  })
  @ApiListResponse(ArticleResponse)
  async basename(
    @Query() query: BasenamePostsDto,
    @CurrentActor() actor: Actor,
    @Lists() answer: ListAnswer,
  ): Promise<ArticleResponse[]> {
    const { basename, removed = false } = query;
    return this.present(await answer.page(query, this.lists.basename(basename, actor, removed)));
  }

  @Get('page_views')
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listPostsByPageViews',
    summary: 'List posts by page views, then newest',
    description: 'Views of the last `period_in_hours` count.',
  })
  @ApiListResponse(ArticleResponse)
  async pageViews(@Query() query: PopularPostsDto, @Lists() answer: ListAnswer): Promise<ArticleResponse[]> {
    return this.present(await answer.page(query, this.lists.postsByPage({}, query.toOrder())));
  }

  protected present(posts: readonly ArticleView[]): ArticleResponse[] {
    return posts.map((post) => this.presenter.present(post, { withDraftUrl: false }));
  }
}

/**
 * Version 1.2 of the lists of posts, by both of its prefixes:
 * `/api/1.2/frontpage`, `/api/1.2/posts/frontpage`.
 */
@OldAnswers()
@Controller(['api/1.2/posts', 'api/1.2'])
export class OldPostListsController extends PostListsController {
  constructor(
    lists: ArticleListsService,
    presenter: ArticlePresenter,
    private readonly authors: AuthorsService,
  ) {
    super(lists, presenter);
  }

  @Get('author')
  @Requires('articles.read')
  async author(@Query() query: AuthorPostsDto, @Lists() answer: ListAnswer): Promise<ArticleResponse[]> {
    const author = await this.authors.findByName(query.author_name);
    if (!author) throw new NotFoundError('author-not-found', `There is no author "${query.author_name}".`);
    return this.present(await answer.page(query, this.lists.postsByPage({ anyAuthors: [author.id] })));
  }
}
