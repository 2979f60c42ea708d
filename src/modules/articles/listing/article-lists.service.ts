import { Injectable } from '@nestjs/common';
import { normalForm } from '../../../kernel/text.js';
import { MAX_INT32 } from '../../../kernel/units.js';
import { chunksOf, type Page, type PagedList } from '../../../kernel/page.js';
import { tagSlug } from '../../../kernel/slug.js';
import type { Actor } from '../../auth/domain/actor.js';
import { PageViewsService } from '../../page-views/page-views.service.js';
import { HOME_ID } from '../../sections/domain/section.entity.js';
import { SectionsService } from '../../sections/sections.service.js';
import type { ArticleCriteria, ArticleOrder, ArticleQuery, ArticleSelection } from './article-criteria.js';
import { ArticleFinder } from './article-finder.js';
import { type ReadableCriteria, readableBy } from './readable-articles.js';
import { ArticlePolicy } from '../domain/article-policy.js';
import { type ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import {
  type ArticleRelations,
  type ArticleView,
  authorIdsOf,
  isInPrivateSections,
  type SelectedArticle,
} from '../domain/article-view.js';

export type PostCriteria = Omit<ArticleCriteria, 'statuses' | 'ownedBy' | 'publishedOrOwnedBy' | 'basename'>;

/** The same of articles in any states; of published ones without. */
export type ListCriteria = PostCriteria & Partial<ReadableCriteria>;

/** Articles that are in memory at a time while all of a list are sent. */
const BATCH = 10;
const PUBLISHED = [ArticleStatus.Published];
const NEWEST: ArticleOrder = { by: 'newest' };

export type ArticleList<A = ArticleView> = PagedList<A>;

/** Every list of articles: which it holds, in which order. */
@Injectable()
export class ArticleListsService {
  constructor(
    private readonly finder: ArticleFinder,
    private readonly sections: SectionsService,
    private readonly pageViews: PageViewsService,
  ) {}

  /** Published posts, or articles that somebody may read. */
  async posts<
    C extends keyof ArticleRecord = keyof ArticleRecord,
    R extends keyof ArticleRelations = keyof ArticleRelations,
  >(
    criteria: ListCriteria,
    order: ArticleOrder,
    page: Page,
    selection?: ArticleSelection<C, R>,
  ): Promise<SelectedArticle<C, R>[]> {
    return this.finder.list({
      criteria: { statuses: PUBLISHED, ...criteria },
      order: await this.counted(order),
      page,
      selection,
    });
  }

  /** The same list, page by page. */
  postsByPage<
    C extends keyof ArticleRecord = keyof ArticleRecord,
    R extends keyof ArticleRelations = keyof ArticleRelations,
  >(
    criteria: ListCriteria,
    order: ArticleOrder = NEWEST,
    selection?: ArticleSelection<C, R>,
  ): ArticleList<SelectedArticle<C, R>> {
    return this.byPage({ criteria: { statuses: PUBLISHED, ...criteria }, order }, selection);
  }

  /**
   * An article that not everybody may see, for somebody to whom this one is shown: a draft, a scheduled post,
   * or a post all of whose sections are Private.
   *
   * @param criteria with its id
   */
  async hidden(
    criteria: ListCriteria & { readonly ids: readonly [number] },
    { columns, relations }: ArticleSelection,
  ): Promise<ArticleView[]> {
    const { statuses: asked = PUBLISHED } = criteria;
    const published = asked.filter((status) => status === ArticleStatus.Published);
    const found = await this.finder.list({
      criteria: {
        ...criteria,
        statuses: [ArticleStatus.Draft, ArticleStatus.Scheduled, ...published],
        ownedBy: undefined,
        publishedOrOwnedBy: undefined,
      },
      order: NEWEST,
      page: { offset: 0, limit: 1 },
      selection: { columns: new Set([...columns, 'status']), relations: new Set([...relations, 'sections']) },
    });
    return found.filter(
      (article) => article.status !== ArticleStatus.Published || isInPrivateSections(article),
    );
  }

  /** The posts of Home in editorial order: pinned ones first, then newest. */
  frontpage(): ArticleList {
    return this.inSection(HOME_ID);
  }

  /** The posts of a section in editorial order. @param name slug, full path or title @throws NotFoundError */
  async section(name: string): Promise<ArticleList> {
    return this.inSection((await this.sections.getByName(name)).id);
  }

  /** Published posts with the tag, newest first. */
  tag(tag: string): ArticleList {
    return this.postsByPage({ anyTags: [tagSlug(tag)] });
  }

  /** Published posts that hold all words of the phrase, newest first. */
  search(phrase: string): ArticleList {
    return this.postsByPage({ phrase });
  }

  /** Posts and drafts with this slug that the actor may read, newest first; removed ones when asked. */
  basename(basename: string, actor: Actor, withRemoved: boolean): ArticleList {
    const hidden = withRemoved ? [ArticleStatus.Removed] : [];
    const all = [ArticleStatus.Published, ArticleStatus.Draft, ArticleStatus.Scheduled, ...hidden];
    const readable = { statuses: PUBLISHED, ...readableBy(actor, all) };
    return this.byPage({
      criteria: { ...readable, basename: normalForm(basename.trim()) },
      order: NEWEST,
    });
  }

  /** Drafts that the actor may read, newest first; with removed articles among them when asked. */
  drafts(actor: Actor, withRemoved: boolean): ArticleList {
    const statuses = [ArticleStatus.Draft, ...(withRemoved ? [ArticleStatus.Removed] : [])];
    return this.byPage({ criteria: { statuses, ownedBy: ownerOf(actor) }, order: NEWEST });
  }

  /** Scheduled posts that the actor may read, newest first. */
  scheduled(actor: Actor): ArticleList {
    return this.byPage({ criteria: scheduledFor(actor), order: NEWEST });
  }

  /** All of them from the offset on, a few at a time. */
  async *allScheduled(actor: Actor, offset: number): AsyncGenerator<ArticleView[]> {
    const page = { offset, limit: MAX_INT32 };
    const ids = await this.finder.listIds({ criteria: scheduledFor(actor), order: NEWEST, page });
    const policy = new ArticlePolicy(actor);
    for (const part of chunksOf(ids, BATCH)) {
      const articles = await this.finder.listByIds(part);
      yield articles.filter(
        (article) =>
          article.status === ArticleStatus.Scheduled && policy.canRead(article, authorIdsOf(article)),
      );
    }
  }

  private inSection(id: number): ArticleList {
    return this.postsByPage({ anySections: [id] }, { by: 'editorial', sectionId: id });
  }

  private byPage<C extends keyof ArticleRecord, R extends keyof ArticleRelations>(
    list: Pick<ArticleQuery, 'criteria' | 'order'>,
    selection?: ArticleSelection<C, R>,
  ): ArticleList<SelectedArticle<C, R>> {
    const { criteria, order } = list;
    return {
      identity: [criteria, order],
      page: async (page) => this.finder.page({ criteria, order: await this.counted(order), page, selection }),
      total: () => this.finder.total({ criteria }),
    };
  }

  /** The order with the place where the views are read. */
  private async counted(order: ArticleOrder): Promise<ArticleOrder> {
    return order.by === 'views'
      ? { by: 'views', ...(await this.pageViews.viewsOf(order.periodHours)) }
      : order;
  }
}

const scheduledFor = (actor: Actor): ArticleCriteria => ({
  statuses: [ArticleStatus.Scheduled],
  ownedBy: ownerOf(actor),
});

/** An actor without the right to read all drafts reads its own. */
function ownerOf(actor: Actor): number | undefined {
  return actor.may('drafts.read') ? undefined : actor.authorId;
}
