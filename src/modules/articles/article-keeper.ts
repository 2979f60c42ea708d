import { type ArticleChange, ArticleHooks } from './article-hooks.js';
import type { Article } from './domain/article.js';

/** A change as keepers are told of it. @internal */
export interface KeptChange extends Pick<ArticleChange, 'verb' | 'was'> {
  readonly article: Pick<Article, 'id' | 'version'>;
}

/**
 * Keeps articles as they are at their changes, for a module of the service. Articles that leave a removed
 * section come many at a time, and to keepers alone. @internal
 */
export abstract class ArticleKeeper extends ArticleHooks {
  /** The articles are stored, and not committed yet. */
  abstract keep(changes: readonly KeptChange[]): Promise<void>;

  override after(change: ArticleChange): Promise<void> {
    return this.keep([change]);
  }
}
