import { Args, Context, Info, Query, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { InvalidError } from '../../kernel/errors.js';
import { tagSlug } from '../../kernel/slug.js';
import { withoutSlash } from '../../kernel/text.js';
import {
  ArticleListsService,
  type PostCriteria,
} from '../../modules/articles/listing/article-lists.service.js';
import { AuthorRankingService } from '../../modules/articles/listing/author-ranking.service.js';
import type { OwnValue } from '../../modules/articles/domain/own-fields.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { HOME_ID, SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { Public } from '../../platform/http/server/public.js';
import { type AuthorModel, type PostModel, type SectionModel, statusOf } from '../models/particle.models.js';
import { PostPresenter } from '../models/post.presenter.js';
import { postSelection } from '../models/post-selection.js';
import { costOfItem } from '../limits/query-cost.js';
import type { RequestContext } from '../request-context.js';
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
const WEEK_HOURS = 7 * 24;

const filters = (type: new () => object) => ({ type: () => type, nullable: true });

/** Interface, chapter "GraphQL types": posts, authors and sections. */
@Public()
@Resolver()
export class QueryResolver {
  constructor(
    private readonly lists: ArticleListsService,
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
    const criteria = await this.visible(criteriaOf(filters ?? {}, this.own, request), request);
    const page = { offset: 0, limit: listLimit(slice?.limit) };
    if (!criteria || page.limit === 0) return [];
    const order = slice?.order === 'RATING' ? ({ by: 'views', periodHours: WEEK_HOURS } as const) : NEWEST;
    const posts = await request.run(() =>
      this.lists.posts(criteria, order, page, postSelection(info, this.own)),
    );
    return posts.map((post) => this.presenter.post(post, request));
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

  /** A reader who may not see a section is not told which posts are in it. */
  private async visible(
    criteria: PostCriteria | null,
    request: RequestContext,
  ): Promise<PostCriteria | null> {
    if (!criteria || !request.isAnonymous) return criteria;
    const { anySections, noSections } = criteria;
    const asked = [...(anySections ?? []), ...(noSections ?? [])];
    if (asked.length === 0) return criteria;
    const sections = await request.sections.loadMany(asked);
    const open = asked.filter((_id, index) => {
      const section = sections[index];
      if (section instanceof Error) throw section;
      return section && section.status !== SectionStatus.Private;
    });
    const among = (ids: readonly number[] | undefined) => ids?.filter((id) => open.includes(id));
    const any = among(anySections);
    return any?.length === 0 ? null : { ...criteria, anySections: any, noSections: among(noSections) };
  }
}

const NEWEST = { by: 'newest' } as const;

/** null where nothing can be found. */
function criteriaOf(filters: PostsFilters, own: OwnPostFields, request: RequestContext): PostCriteria | null {
  const values = <T>(sent: Sent<T> | null | undefined, name: keyof PostsFilters) =>
    some(sent, `filters.${name}`);
  if (values(filters.excludedStatuses, 'excludedStatuses')) return null;
  const anyTags = slugs(values(filters.includedTags, 'includedTags'));
  if (anyTags?.length === 0) return null;
  const sent = new Map<string, Sent<OwnValue> | null | undefined>(Object.entries(filters));
  return {
    ids: values(filters.includedIds, 'includedIds'),
    noIds: values(filters.excludedIds, 'excludedIds'),
    anySections: values(filters.includedSections, 'includedSections'),
    noSections: values(filters.excludedSections, 'excludedSections'),
    anyAuthors: values(filters.includedAuthors, 'includedAuthors'),
    noAuthors: values(filters.excludedAuthors, 'excludedAuthors'),
    anyTags,
    noTags: slugs(values(filters.excludedTags, 'excludedTags')),
    fields: own.criteria((name) => some(sent.get(name), `filters.${name}`)),
    excludesPrivate: request.isAnonymous,
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
