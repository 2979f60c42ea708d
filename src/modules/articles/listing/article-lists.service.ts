import { Injectable } from '@nestjs/common';
import type { Page } from '../../../kernel/page.js';
import { tagSlug } from '../../../kernel/slug.js';
import type { Actor } from '../../auth/domain/actor.js';
import { PageViewsService } from '../../page-views/page-views.service.js';
import { HOME_ID } from '../../sections/domain/section.entity.js';
import { SectionsService } from '../../sections/sections.service.js';
import type { ArticleCriteria, ArticleOrder, ArticleQuery, ArticleSelection } from './article-criteria.js';
import { ArticleFinder } from './article-finder.js';
import { type ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { ArticleRelations, ArticleView, SelectedArticle } from '../domain/article-view.js';

export type PostCriteria = Omit<ArticleCriteria, 'statuses' | 'ownedBy' | 'publishedOrOwnedBy' | 'basename'>;

/** Articles that are in memory at a time while all of a list are sent. */
const STEP = 10;
const ENDLESS = 2_147_483_647;
const PUBLISHED = [ArticleStatus.Published];

/** Every list of articles: which it holds, in which order. */
@Injectable()
export class ArticleListsService {
  constructor(
    private readonly finder: ArticleFinder,
    private readonly sections: SectionsService,
    private readonly pageViews: PageViewsService,
  ) {}

  /** Published posts. */
  async posts<
    C extends keyof ArticleRecord = keyof ArticleRecord,
    R extends keyof ArticleRelations = keyof ArticleRelations,
  >(
    criteria: PostCriteria,
    order: ArticleOrder,
    page: Page,
    selection?: ArticleSelection<C, R>,
  ): Promise<SelectedArticle<C, R>[]> {
    const views = order.by === 'views' && (await this.pageViews.viewsOf(order.periodHours));
    return this.finder.list({
      criteria: { ...criteria, statuses: PUBLISHED },
      order: views ? { by: 'views', ...views } : order,
      page,
      selection,
    });
  }

  /** The posts of Home in editorial order: pinned ones first, then newest. */
  frontpage(page: Page): Promise<ArticleView[]> {
    return this.inSection(HOME_ID, page);
  }

  /** The posts of a section in editorial order. @param name slug, full path or title @throws NotFoundError */
  async section(name: string, page: Page): Promise<ArticleView[]> {
    return this.inSection((await this.sections.getByName(name)).id, page);
  }

  /** Published posts with the tag, newest first. */
  async tag(tag: string, page: Page): Promise<ArticleView[]> {
    const slug = tagSlug(tag);
    return slug === '' ? [] : this.posts({ anyTags: [slug] }, { by: 'newest' }, page);
  }

  /** Published posts that hold all words of the phrase, newest first. */
  search(phrase: string, page: Page): Promise<ArticleView[]> {
    return this.posts({ phrase }, { by: 'newest' }, page);
  }

  /** Posts and drafts with this slug that the actor may read, newest first; removed ones when asked. */
  basename(basename: string, page: Page, actor: Actor, withRemoved: boolean): Promise<ArticleView[]> {
    const hidden = withRemoved ? [ArticleStatus.Removed] : [];
    const mayReadDrafts = actor.mayAny(['drafts.read', 'drafts.read.own']);
    return this.finder.list({
      criteria: {
        statuses: mayReadDrafts
          ? [...PUBLISHED, ArticleStatus.Draft, ArticleStatus.Scheduled, ...hidden]
          : PUBLISHED,
        publishedOrOwnedBy: mayReadDrafts ? ownerOf(actor) : undefined,
        basename: basename.trim().normalize('NFC'),
      },
      order: { by: 'newest' },
      page,
    });
  }

  /** Drafts that the actor may read, newest first; with removed articles among them when asked. */
  drafts(page: Page, actor: Actor, withRemoved: boolean): Promise<ArticleView[]> {
    const statuses = [ArticleStatus.Draft, ...(withRemoved ? [ArticleStatus.Removed] : [])];
    return this.finder.list({
      criteria: { statuses, ownedBy: ownerOf(actor) },
      order: { by: 'newest' },
      page,
    });
  }

  /** Scheduled posts that the actor may read, newest first. @param isEndless whether all from the offset on are given, a few at a time */
  async *scheduled(actor: Actor, page: Page, isEndless: boolean): AsyncGenerator<ArticleView[]> {
    const query: ArticleQuery = {
      criteria: { statuses: [ArticleStatus.Scheduled], ownedBy: ownerOf(actor) },
      order: { by: 'newest' },
      page: isEndless ? { ...page, limit: ENDLESS } : page,
    };
    if (!isEndless) {
      yield await this.finder.list(query);
      return;
    }
    const ids = await this.finder.listIds(query);
    for (let start = 0; start < ids.length; start += STEP) {
      const articles = await this.finder.listByIds(ids.slice(start, start + STEP));
      yield articles.filter(({ status }) => status === ArticleStatus.Scheduled);
    }
  }

  private inSection(id: number, page: Page): Promise<ArticleView[]> {
    return this.posts({ anySections: [id] }, { by: 'editorial', sectionId: id }, page);
  }
}

/** An actor without the right to read all drafts reads its own. */
function ownerOf(actor: Actor): number | undefined {
  return actor.may('drafts.read') ? undefined : actor.authorId;
}
