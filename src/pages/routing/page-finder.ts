import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ArticlesService } from '../../modules/articles/articles.service.js';
import { ArticlePolicy } from '../../modules/articles/domain/article-policy.js';
import {
  type ArticleView,
  authorIdsOf,
  isInPrivateSections,
} from '../../modules/articles/domain/article-view.js';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import type { Actor } from '../../modules/auth/domain/actor.js';
import { isBelowAmp, webPathOf } from '../../modules/permalinks/domain/path.js';
import type { PathTarget } from '../../modules/permalinks/domain/path-registry.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { type Section, SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { FormerAddresses } from './former-addresses.js';
import { SectionDirectory } from './section-directory.js';

/** The resource at a path. */
export type Found =
  | { readonly kind: 'post'; readonly article: ArticleView; readonly isAmp: boolean }
  | { readonly kind: 'section'; readonly section: Section }
  /** Something that has gone elsewhere: its URL. 301 when no status is named. A post has one page. */
  | { readonly kind: 'redirect'; readonly url: string; readonly status?: number; readonly isPost?: true }
  /** An article that was removed. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'nothing' };

/** Feeds of a section: what is before its path, the path, and what is behind it. */
const FEED = /^()(.*)(\/feed\.(?:xml|json|atom))$/;
const NOTHING: Found = { kind: 'nothing' };
/** Bytes of all remembered paths together. */
const MAX_REMEMBERED = 4 * 1024 * 1024;
/** Bytes of an entry besides its path. */
const OVERHEAD = 150;

/** Finds what a path of the public pages leads to, as far as the reader may see it. */
@Injectable()
export class PageFinder {
  /** Ids of the posts that were at their paths. The post itself tells whether it still is there. */
  private readonly postIds = new LRUCache<string, number>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (_id, path) => path.length + OVERHEAD,
  });

  constructor(
    private readonly permalinks: PermalinksService,
    private readonly articles: ArticlesService,
    private readonly sections: SectionsService,
    private readonly directory: SectionDirectory,
    private readonly formerAddresses: FormerAddresses,
  ) {}

  /**
   * @param path decoded, without a slash at its end
   * @param actor null for readers without a key
   */
  async find(path: string, actor: Actor | null): Promise<Found> {
    const section = await this.sectionAt(path, actor);
    if (section) return { kind: 'section', section };
    const remembered = await this.remembered(path, actor);
    if (remembered) return remembered;
    const own = await this.permalinks.find(path);
    const article = await this.led(own, actor);
    if (article.kind === 'post') {
      if (article.article.path === path) this.postIds.set(path, article.article.id);
      return article;
    }
    if (!isBelowAmp(path)) return this.elsewhere(path, article, own?.articleId === null, actor);
    const web = await this.permalinks.find(webPathOf(path));
    const post = web?.state === 'amp' ? NOTHING : await this.led(web, actor, true);
    // A post at its default address goes before what the AMP page of another has left.
    const isDefault = post.kind === 'post' && post.article.ampPath === null;
    return isDefault || article.kind === 'nothing' ? post : article;
  }

  /**
   * The post that was at a path before, found without looking up the path: while it is published and has the
   * path, nothing else can have it.
   */
  private async remembered(path: string, actor: Actor | null): Promise<Found | null> {
    const id = this.postIds.get(path);
    const found = id === undefined ? NOTHING : await this.article(id, 'current', actor, false);
    if (found.kind === 'post' && found.article.path === path) return found;
    this.postIds.delete(path);
    return null;
  }

  /**
   * The page of the owner of a path, or its redirect; without these, one to the article that was there first.
   *
   * @param isAmp whether the path is that of the web page, below that of AMP pages
   */
  private async led(target: PathTarget | null, actor: Actor | null, isAmp = false): Promise<Found> {
    if (!target) return NOTHING;
    const { articleId, formerId, state } = target;
    const own = articleId === null ? NOTHING : await this.article(articleId, state, actor, isAmp);
    if (own.kind === 'post' || own.kind === 'redirect' || formerId === null) return own;
    const former = await this.article(formerId, 'moved', actor, isAmp);
    return former.kind === 'nothing' ? own : former;
  }

  /**
   * Target of a path without a page.
   *
   * @param left trace of an article that was there
   * @param isTaken whether a section has had the path since
   */
  private async elsewhere(path: string, left: Found, isTaken: boolean, actor: Actor | null): Promise<Found> {
    const redirect = await this.formerAddresses.redirect(path);
    if (redirect) return { kind: 'redirect', ...redirect };
    if (left.kind !== 'nothing' && !isTaken) return left;
    const section = await this.formerSection(path, actor);
    if (section.kind !== 'nothing') return section;
    return left.kind === 'nothing' ? this.formerAuthor(path) : left;
  }

  /** A draft, for somebody who may read it, also at a path that it had before. */
  async draft(path: string, actor: Actor): Promise<ArticleView | null> {
    const target = await this.permalinks.find(path);
    if (target?.state !== 'current' && target?.state !== 'moved') return null;
    const article = target.articleId === null ? null : await this.articles.find(target.articleId);
    return article && new ArticlePolicy(actor).canRead(article, authorIdsOf(article)) ? article : null;
  }

  /**
   * The article that a preview link opens, in any state but removed. Drafts lose their former paths, and
   * links stay: any path will do that leads nowhere else.
   */
  async previewed(path: string, articleId: number): Promise<ArticleView | null> {
    const target = await this.permalinks.find(path);
    const led = target?.articleId ?? target?.formerId ?? articleId;
    if (led !== articleId || (await this.directory.at(path))) return null;
    const article = await this.articles.find(articleId);
    return article?.status === ArticleStatus.Removed ? null : article;
  }

  private async article(
    id: number,
    state: PathTarget['state'],
    actor: Actor | null,
    isAmp: boolean,
  ): Promise<Found> {
    const article = await this.articles.find(id);
    // The response does not tell that a hidden article exists.
    if (!article || !isVisible(article, actor)) return NOTHING;
    if (state === 'gone' || article.status === ArticleStatus.Removed)
      return article.firstPublishedTs === null ? NOTHING : { kind: 'gone' };
    if (article.status !== ArticleStatus.Published) return NOTHING;
    const wantsAmp = isAmp || state === 'amp';
    if (wantsAmp && !this.permalinks.hasAmp) return NOTHING;
    const { path, ampPath } = article;
    if (state === 'moved')
      return {
        kind: 'redirect',
        isPost: true,
        url: wantsAmp ? this.permalinks.ampUrlOf(path, ampPath) : this.permalinks.urlOf(path),
      };
    return { kind: 'post', article, isAmp: wantsAmp };
  }

  /** Current place of the section that was at a path; its feeds have moved, too. */
  private async formerSection(path: string, actor: Actor | null): Promise<Found> {
    const feed = FEED.exec(path) ?? this.formerAddresses.sectionFeed(path);
    const [, before = '', sectionPath = path, behind = ''] = feed ?? [];
    const section = await this.sections.findFormer(sectionPath);
    if (!section || !mayRead(section, actor)) return NOTHING;
    const { isHome, fullUrl, status } = section;
    if (behind === '') return { kind: 'redirect', url: this.permalinks.urlOf(fullUrl) };
    if (status !== SectionStatus.Public) return NOTHING;
    const subject = isHome ? before && '/feed' : fullUrl;
    return { kind: 'redirect', url: this.permalinks.urlOf(`${before}${subject}${behind}`) };
  }

  private async formerAuthor(path: string): Promise<Found> {
    const url = await this.formerAddresses.author(path);
    return url === null ? NOTHING : { kind: 'redirect', url };
  }

  private async sectionAt(path: string, actor: Actor | null): Promise<Section | null> {
    const place = await this.directory.at(path);
    if (!place || !mayRead(place, actor)) return null;
    return (await this.sections.byId([place.id])).get(place.id) ?? null;
  }
}

const mayRead = ({ status }: Pick<Section, 'status'>, actor: Actor | null): boolean =>
  status !== SectionStatus.Private || actor?.may('articles.read') === true;

/** A post all of whose sections are Private is for those with a key. */
const isVisible = (article: ArticleView, actor: Actor | null): boolean =>
  !isInPrivateSections(article) || actor?.may('articles.read') === true;
