import { Injectable } from '@nestjs/common';
import type { GraphQLResolveInfo } from 'graphql';
import { InvalidError } from '../../kernel/errors.js';
import { chunksOf, type Page } from '../../kernel/page.js';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import type { ArticleOrder, ArticleSelection } from '../../modules/articles/listing/article-criteria.js';
import {
  ArticleListsService,
  type PostCriteria,
} from '../../modules/articles/listing/article-lists.service.js';
import { SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { cursorOf, positionOf } from '../../platform/http/lists/cursor.js';
import { BatchedReads } from '../batched-reads.js';
import { listLimit, listOffset, MAX_LIMIT } from '../limits/list-limit.js';
import type { RequestContext } from '../request-context.js';
import type { PostsSlice } from '../schema/inputs.js';
import { OwnPostFields } from '../schema/own-fields.js';
import type { PageInfo } from '../schema/post.types.js';
import type { PostModel } from './particle.models.js';
import { PostPresenter } from './post.presenter.js';
import { innerSelection, postSelection } from './post-selection.js';

const WEEK_HOURS = 7 * 24;
const NEWEST = { by: 'newest' } as const;
const RATING = { by: 'views', periodHours: WEEK_HOURS } as const;

export interface PostsPageModel {
  readonly items: readonly PostModel[];
  readonly pageInfo: PageInfo;
}

const NO_PAGE: PostsPageModel = { items: [], pageInfo: { endCursor: null, hasNextPage: false } };

const orderOf = (slice: PostsSlice | null | undefined): ArticleOrder =>
  slice?.order === 'RATING' ? RATING : NEWEST;

/** @param identity of the list, which its cursors are for. @throws InvalidError */
function pageIn(slice: PostsSlice | null | undefined, identity: unknown): Page {
  const { limit, offset, after } = slice ?? {};
  const page = { offset: listOffset(offset), limit: listLimit(limit) };
  if (after === null || after === undefined) return page;
  if (offset !== null && offset !== undefined)
    throw InvalidError.fields([
      { field: 'slice.after', message: 'cannot be sent with offset' },
      { field: 'slice.offset', message: 'cannot be sent with after' },
    ]);
  const position = after === '' ? null : positionOf(after, identity);
  if (after !== '' && !position) throw InvalidError.field('slice.after', 'is no cursor of this list');
  return { ...page, after: position };
}

const isFirst = ({ offset, after }: Page): boolean => offset === 0 && !after;

/** Published posts that the one who asks may see, for fields of our own and of extensions. */
@Injectable()
export class PostLists {
  /** Batched reads of posts, by the place in a query. */
  private readonly places = new WeakMap<object, BatchedReads<number, PostModel>>();

  /** @internal Nest makes it. */
  constructor(
    private readonly lists: ArticleListsService,
    private readonly presenter: PostPresenter,
    private readonly own: OwnPostFields,
  ) {}

  /** @param slice 10 unless it says how many, and 100 at most. @throws InvalidError */
  async list(
    criteria: PostCriteria,
    slice: PostsSlice | null | undefined,
    request: RequestContext,
    info: GraphQLResolveInfo,
  ): Promise<PostModel[]> {
    const order = orderOf(slice);
    const page = pageIn(slice, [criteria, order]);
    const visible = await this.visible(criteria, request);
    if (page.limit === 0) return [];
    const selection = postSelection(info, this.own);
    const posts = visible ? await request.run(() => this.lists.posts(visible, order, page, selection)) : [];
    const previewed = await this.previewed(criteria, request, selection);
    const others = posts.filter(({ id }) => id !== previewed[0]?.id);
    return [...previewed, ...others].slice(0, page.limit).map((post) => this.presenter.post(post, request));
  }

  /**
   * The same as a page, for a field that has the posts as its `items`.
   * @param criteria null where nothing can be found @internal
   */
  async page(
    criteria: PostCriteria | null,
    slice: PostsSlice,
    request: RequestContext,
    info: GraphQLResolveInfo,
  ): Promise<PostsPageModel> {
    const order = orderOf(slice);
    const identity = [criteria, order];
    const page = { after: null, ...pageIn(slice, identity) };
    const visible = criteria && (await this.visible(criteria, request));
    if (!visible) return NO_PAGE;
    const selection = innerSelection('items', info, this.own);
    const list = this.lists.postsByPage(visible, order, selection);
    const { items, end, hasNext } = await request.run(() => list.page(page));
    // Beside the first page, as its cursor leads to what comes after the posts.
    const previewed = isFirst(page) ? await this.previewed(criteria, request, selection) : [];
    const others = items.filter(({ id }) => id !== previewed[0]?.id);
    return {
      items: [...previewed, ...others].map((post) => this.presenter.post(post, request)),
      pageInfo: { endCursor: end && cursorOf(end, identity), hasNextPage: hasNext },
    };
  }

  /** The post with this id; those that fields at the same place of a query ask for are read together. */
  load(id: number, request: RequestContext, info: GraphQLResolveInfo): Promise<PostModel | null> {
    const known = this.places.get(info.fieldNodes);
    if (known) return known.load(id, request);
    const selection = postSelection(info, this.own);
    const reads = new BatchedReads((ids: readonly number[], asked) => this.byIds(ids, asked, selection));
    this.places.set(info.fieldNodes, reads);
    return reads.load(id, request);
  }

  /**
   * The article that a preview link opens, where the query names it, it meets all else that is asked for, and
   * it is not among the posts that the reader sees anyway.
   */
  private async previewed(
    criteria: PostCriteria,
    request: RequestContext,
    selection: ArticleSelection,
  ): Promise<ArticleView[]> {
    const { previewed: id, isAnonymous } = request;
    if (id === null || !criteria.ids?.includes(id)) return [];
    const hidden = await request.run(() => this.lists.hidden({ ...criteria, ids: [id] }, selection));
    return hidden.filter(({ status }) => isAnonymous || status !== ArticleStatus.Published);
  }

  private async byIds(
    ids: readonly number[],
    request: RequestContext,
    selection: ArticleSelection,
  ): Promise<ReadonlyMap<number, PostModel>> {
    const found = new Map<number, PostModel>();
    for (const some of chunksOf(ids, MAX_LIMIT)) {
      const criteria = { ids: some, excludesPrivate: request.isAnonymous };
      const posts = await this.lists.posts(criteria, NEWEST, { offset: 0, limit: MAX_LIMIT }, selection);
      for (const post of posts) found.set(post.id, this.presenter.post(post, request));
    }
    return found;
  }

  /** Criteria without sections that the reader may not see; null when nothing can match. */
  private async visible(criteria: PostCriteria, request: RequestContext): Promise<PostCriteria | null> {
    if (!request.isAnonymous) return criteria;
    const open = { ...criteria, excludesPrivate: true };
    const { anySections, allSections, noSections } = criteria;
    const asked = [...(anySections ?? []), ...(allSections ?? []), ...(noSections ?? [])];
    if (asked.length === 0) return open;
    const sections = await request.sections.loadMany(asked);
    const seen = new Set(
      asked.filter((_id, index) => {
        const section = sections[index];
        if (section instanceof Error) throw section;
        return section && section.status !== SectionStatus.Private;
      }),
    );
    const any = anySections?.filter((id) => seen.has(id));
    if (any?.length === 0 || allSections?.some((id) => !seen.has(id))) return null;
    return { ...open, anySections: any, noSections: noSections?.filter((id) => seen.has(id)) };
  }
}
