import type { Page } from '../../kernel/page.js';
import type { ArticleRecord, ArticleStatus } from './domain/article-record.js';
import type { ArticleView } from './domain/article-view.js';

export interface ArticleQuery {
  readonly statuses: readonly ArticleStatus[];
  readonly page: Page;
  /** Only articles that this author wrote or created. */
  readonly ownedBy?: number | undefined;
}

/** Reads articles; a list costs the same number of statements whatever its length. */
export abstract class ArticleFinder {
  /** In any state, removed ones too. */
  abstract findById(id: number): Promise<ArticleView | null>;
  /** A record that is at hand, with what is assigned to it now. */
  abstract view(record: ArticleRecord): Promise<ArticleView>;
  /** Newest publication time first, then the highest id. */
  abstract list(query: ArticleQuery): Promise<ArticleView[]>;
  /** All that are not removed, by id, from the one after `id`. */
  abstract listAfter(id: number, limit: number): Promise<ArticleView[]>;
}
