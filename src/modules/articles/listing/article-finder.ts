import type { PageOf, Total } from '../../../kernel/page.js';
import type { ArticleQuery } from './article-criteria.js';
import type { Article } from '../domain/article.js';
import type { ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { ArticleRelations, ArticleView, SelectedArticle } from '../domain/article-view.js';

/** Reads articles; a list costs the same number of statements whatever its length. */
export abstract class ArticleFinder {
  /** Finds articles in any state, removed ones too. */
  abstract findById(id: number): Promise<ArticleView | null>;
  /** A record that is at hand, with what is assigned to it. */
  abstract view(record: ArticleRecord, relations: ArticleRelations): Promise<ArticleView>;
  /** A former state: what is assigned to it as that is now; what is gone is left out. */
  abstract viewOfFormer(article: Article): Promise<ArticleView>;
  abstract list<C extends keyof ArticleRecord, R extends keyof ArticleRelations>(
    query: ArticleQuery<C, R>,
  ): Promise<SelectedArticle<C, R>[]>;
  /** The same, and where the page ends. */
  abstract page<C extends keyof ArticleRecord, R extends keyof ArticleRelations>(
    query: ArticleQuery<C, R>,
  ): Promise<PageOf<SelectedArticle<C, R>>>;
  /** Number of articles on all pages of a list. */
  abstract total(query: Pick<ArticleQuery, 'criteria'>): Promise<Total>;
  /** The ids of a list. */
  abstract listIds(query: ArticleQuery): Promise<number[]>;
  /** Existing articles, in the order of the ids. */
  abstract listByIds(ids: readonly number[]): Promise<ArticleView[]>;
  /** Ids in any state, removed ones too, from the one after `id`. */
  abstract listIdsAfter(id: number, limit: number): Promise<number[]>;
  abstract statusOf(id: number): Promise<ArticleStatus | null>;
}
