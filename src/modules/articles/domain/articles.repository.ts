import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Article } from './article.js';
import type { ArticleStatus } from './article-record.js';
import type { ArticleRelations } from './article-view.js';

/** The headline of an article, with what decides who may read it, and when its version was made. */
export interface ArticleSummary {
  readonly id: number;
  readonly version: number;
  readonly insertedTs: UtcSeconds;
  readonly updatedTs: UtcSeconds;
  readonly headline: string;
  readonly status: ArticleStatus;
  readonly createdBy: number;
  readonly authorIds: readonly number[];
}

/** Stores articles for changes; `ArticleFinder` reads them for readers. */
export abstract class ArticlesRepository {
  /**
   * Loads an article for a change; others wait to change it until the transaction ends.
   * @throws NotFoundError
   */
  abstract getForUpdate(id: number): Promise<Article>;
  /** Locks the article until the transaction ends. @throws NotFoundError */
  abstract lock(id: number): Promise<void>;
  /** @throws ChangedError when it is at none of the versions */
  abstract mustMatch(article: Article, versions: readonly number[] | undefined): Promise<void>;
  abstract addLikes(id: number, count: number): Promise<void>;
  /** Inserts the article without its lists; it has its id afterwards. */
  abstract add(article: Article): Promise<void>;
  /**
   * Writes what has changed since the article was loaded or added, lists included. Images and documents that
   * it shows are not removed before the transaction ends.
   *
   * @returns whether those are there that it has not shown before
   */
  abstract save(article: Article): Promise<boolean>;
  /** Relations of a loaded article as they are now: in the transaction, as those of its version. */
  abstract relationsOf(article: Article): Promise<ArticleRelations>;
  /** The fields that its last save has changed, as clients name them. */
  abstract changedFieldsOf(article: Article): readonly string[];
  /** Whether it differs from what is stored, in more than its version and the time of its last change. */
  abstract isChanged(article: Article): boolean;
  /**
   * Copies what lists are selected and sorted by to the values of these fields,
   * whatever it was when they were written.
   *
   * @param after the id before those of the articles, of which it takes as many as `limit`
   * @returns the last id; null when there are no articles
   */
  abstract catchUpFields(names: readonly string[], after: number, limit: number): Promise<number | null>;
  /** Ids for new items of the article's listicle. */
  abstract newItemIds(articleId: number, count: number): Promise<number[]>;
  /** Derives anew what lists are sorted by, and what the article shows. */
  abstract deriveAnew(article: Article): Promise<void>;
  /** The URL of a section, which stays the same until the transaction ends; null when it is gone. */
  abstract holdSectionUrl(sectionId: number): Promise<string | null>;
  /** The articles that show an image or a document; not removed ones. */
  abstract findByMedia(kind: 'image' | 'document', id: number, limit: number): Promise<ArticleSummary[]>;
  /** Existing articles by id, including removed ones. */
  abstract summaries(ids: readonly number[]): Promise<ArticleSummary[]>;
  /**
   * Takes the external id of the article for it, in the transaction that stores
   * it; a new article after it is added.
   *
   * @returns the article that has the id, null when it was free
   */
  abstract takeProviderPostId(article: Article): Promise<number | null>;
  /** The article is removed: its external id is free for others. */
  abstract freeProviderPostId(articleId: number): Promise<void>;
  /** The article that has the external id, null when none has. */
  abstract findByProviderPostId(providerId: number, providerPostId: string): Promise<number | null>;
  /** External ids that articles of the provider already have. */
  abstract knownProviderPostIds(providerId: number, ids: readonly string[]): Promise<Set<string>>;
}
