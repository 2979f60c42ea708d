import { Args, Context, Info, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { normalForm, withoutSlash } from '../../kernel/text.js';
import { AuthorRankingService } from '../../modules/articles/listing/author-ranking.service.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { HOME_ID, SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { Public } from '../../platform/http/server/public.js';
import { type AuthorModel, type PostModel, type SectionModel, statusOf } from '../models/particle.models.js';
import { PostFilters, some } from '../models/post-filters.js';
import { PostLists, type PostsPageModel } from '../models/post-lists.js';
import { PostPresenter } from '../models/post.presenter.js';
import { costOfItem, USUAL_LENGTH } from '../limits/query-cost.js';
import type { RequestContext } from '../request-context.js';
import { ListLength } from '../limits/list-length.js';
import { listLimit } from '../limits/list-limit.js';
import { AuthorsFilters, AuthorsSlice, PostsFilters, PostsSlice, SectionsFilters } from '../schema/inputs.js';
import { PostsOrder } from '../schema/enums.js';
import { LIST } from '../schema/fields/nullable.js';
import { Author, Post, PostsPage, Section } from '../schema/post.types.js';

const ORDER = { type: () => PostsOrder, nullable: true, description: 'wins over `slice.order`' };

/** The slice in the order that the field has, if it has one. */
const ordered = (slice: PostsSlice | null | undefined, order: PostsOrder | null | undefined): PostsSlice =>
  Object.assign(new PostsSlice(), slice, order && { order });

const filters = (type: new () => object) => ({ type: () => type, nullable: true });

/** Interface, chapter "GraphQL types": posts, authors and sections. */
@Public()
@Resolver()
export class QueryResolver {
  constructor(
    private readonly postLists: PostLists,
    private readonly ranking: AuthorRankingService,
    private readonly authorsService: AuthorsService,
    private readonly sectionsService: SectionsService,
    private readonly presenter: PostPresenter,
    private readonly filters: PostFilters,
  ) {}

  @Query(() => [Post], { ...LIST, description: 'Published posts; with a key, drafts, too, by `statuses`.' })
  async posts(
    @Args('filters', filters(PostsFilters)) filters: PostsFilters | null | undefined,
    @Args('order', ORDER) order: PostsOrder | null | undefined,
    @Args('slice', filters(PostsSlice)) slice: PostsSlice | null | undefined,
    @Context('request') request: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostModel[]> {
    const criteria = await this.filters.criteria(filters ?? {}, request);
    return criteria ? this.postLists.list(criteria, ordered(slice, order), request, info) : [];
  }

  @Query(() => PostsPage, { nullable: true, description: 'The same, page by page to the end of the list.' })
  async postsPage(
    @Args('filters', filters(PostsFilters)) filters: PostsFilters | null | undefined,
    @Args('order', ORDER) order: PostsOrder | null | undefined,
    @Args('slice', filters(PostsSlice)) slice: PostsSlice | null | undefined,
    @Context('request') request: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostsPageModel> {
    const criteria = await this.filters.criteria(filters ?? {}, request);
    return this.postLists.page(criteria, ordered(slice, order), request, info);
  }

  @Query(() => [Author], LIST)
  async authors(
    @Args('filters', filters(AuthorsFilters)) filters: AuthorsFilters | null | undefined,
    @Args('slice', filters(AuthorsSlice)) slice: AuthorsSlice | null | undefined,
    @Context('request') request: RequestContext,
  ): Promise<AuthorModel[]> {
    const ids = some(filters?.includedIds, 'filters.includedIds');
    const limit = listLimit(slice?.limit);
    if (limit === 0) return [];
    const authors = await request.run(() =>
      slice?.order === 'RATING' ? this.ranking.list(limit, ids) : this.authorsService.listByTitle(limit, ids),
    );
    return authors.map((author) => this.presenter.author(author));
  }

  // The items are charged once they have been read.
  @ListLength(USUAL_LENGTH)
  @Query(() => [Section], {
    ...LIST,
    description: 'Public sections; unlisted ones by id or path. With a key, all that its author may see.',
  })
  async sections(
    @Args('filters', filters(SectionsFilters)) filters: SectionsFilters | null | undefined,
    @Context('request') request: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<SectionModel[]> {
    const sections = await request.run(() => this.sectionsService.find(sectionCriteria(filters, request)));
    request.chargeCost(sections.length * costOfItem(info));
    return sections.map((section) => this.presenter.section(section));
  }
}

function sectionCriteria(sent: SectionsFilters | null | undefined, request: RequestContext) {
  const ids = some(sent?.includedIds, 'filters.includedIds');
  const paths = some(sent?.includedPaths, 'filters.includedPaths')?.map(normalised);
  const isNamed = ids !== undefined || paths !== undefined;
  const visible = isNamed ? [SectionStatus.Public, SectionStatus.Unlisted] : [SectionStatus.Public];
  const statuses = some(sent?.includedStatuses, 'filters.includedStatuses')?.map(statusOf);
  const noIds = some(sent?.excludedIds, 'filters.excludedIds') ?? [];
  return {
    ids,
    paths,
    // Home is a section, but in no list of them.
    noIds: isNamed ? noIds : [...noIds, HOME_ID],
    noPaths: some(sent?.excludedPaths, 'filters.excludedPaths')?.map(normalised),
    statuses: request.isAnonymous ? visible.filter((status) => statuses?.includes(status) ?? true) : statuses,
    noStatuses: some(sent?.excludedStatuses, 'filters.excludedStatuses')?.map(statusOf),
  };
}

/** `/parent/child` of `parent/child/`. */
const normalised = (path: string): string => `/${withoutSlash(normalForm(path.trim()).replace(/^\/+/, ''))}`;
