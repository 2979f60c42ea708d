import { Args, Context, Info, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { InvalidError } from '../../kernel/errors.js';
import { tagSlug } from '../../kernel/slug.js';
import { withoutSlash } from '../../kernel/text.js';
import type { PostCriteria } from '../../modules/articles/listing/article-lists.service.js';
import { AuthorRankingService } from '../../modules/articles/listing/author-ranking.service.js';
import type { OwnValue } from '../../modules/articles/domain/own-fields.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { HOME_ID, SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { Public } from '../../platform/http/server/public.js';
import { type AuthorModel, type PostModel, type SectionModel, statusOf } from '../models/particle.models.js';
import { PostLists } from '../models/post-lists.js';
import { PostPresenter } from '../models/post.presenter.js';
import { costOfItem, USUAL_LENGTH } from '../limits/query-cost.js';
import type { RequestContext } from '../request-context.js';
import { ListLength } from '../limits/list-length.js';
import { listLimit } from '../limits/list-limit.js';
import {
  AuthorsFilters,
  AuthorsSlice,
  PostsFilters,
  PostsSlice,
  SectionsFilters,
  type Sent,
} from '../schema/inputs.js';
import { LIST } from '../schema/nullable.js';
import { OwnPostFields } from '../schema/own-fields.js';
import { Author, Post, Section } from '../schema/post.types.js';

/** Values of one filter, as in REST. */
const MAX_VALUES = 100;

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
    private readonly own: OwnPostFields,
  ) {}

  @Query(() => [Post], { ...LIST, description: 'Published posts.' })
  async posts(
    @Args('filters', filters(PostsFilters)) filters: PostsFilters | null | undefined,
    @Args('slice', filters(PostsSlice)) slice: PostsSlice | null | undefined,
    @Context('request') request: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostModel[]> {
    const criteria = criteriaOf(filters ?? {}, this.own);
    return criteria ? this.postLists.list(criteria, slice, request, info) : [];
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

/** null where nothing can be found. */
function criteriaOf(filters: PostsFilters, own: OwnPostFields): PostCriteria | null {
  const values = <T>(sent: Sent<T> | null | undefined, name: keyof PostsFilters) =>
    some(sent, `filters.${name}`);
  if (values(filters.excludedStatuses, 'excludedStatuses')) return null;
  const anyTags = slugs(values(filters.includedTags, 'includedTags'));
  if (anyTags?.length === 0) return null;
  const sent = new Map<string, unknown>(Object.entries(filters));
  return {
    ids: values(filters.includedIds, 'includedIds'),
    noIds: values(filters.excludedIds, 'excludedIds'),
    anySections: values(filters.includedSections, 'includedSections'),
    noSections: values(filters.excludedSections, 'excludedSections'),
    anyAuthors: values(filters.includedAuthors, 'includedAuthors'),
    noAuthors: values(filters.excludedAuthors, 'excludedAuthors'),
    anyTags,
    noTags: slugs(values(filters.excludedTags, 'excludedTags')),
    ...own.criteria(
      (name) => some(sent.get(name) as Sent<OwnValue>, `filters.${name}`),
      (name) => (sent.get(name) as number | null | undefined) ?? undefined,
    ),
  };
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

/** The values of a filter; undefined when there is none, so that it means nothing. @throws InvalidError */
function some<T>(sent: Sent<T> | null | undefined, field: string): T[] | undefined {
  const values = [...new Set(sent?.filter((value) => value !== null) ?? [])];
  if (values.length > MAX_VALUES)
    throw InvalidError.field(field, `must not have more than ${MAX_VALUES} values`);
  return values.length === 0 ? undefined : values;
}

/** Texts that are no tags are left out. */
const slugs = (tags: readonly string[] | undefined) => tags?.map(tagSlug).filter((slug) => slug !== '');

/** `/parent/child` of `parent/child/`. */
const normalised = (path: string): string =>
  `/${withoutSlash(path.trim().normalize('NFC').replace(/^\/+/, ''))}`;
