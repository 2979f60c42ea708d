import type { Article, ArticleContent } from './domain/article.js';
import type { ArticleVerb } from './domain/article-events.js';
import type { OwnChanges } from './domain/own-fields.js';

/**
 * Fields that a hook may write, those of the extension by their names; HTML has
 * been made safe for readers before.
 */
export type HookedContent = Omit<ArticleContent, 'body' | 'media'> & { readonly fields?: OwnChanges };

/** A change of an article, in the transaction that saves it. */
export interface ArticleChange {
  readonly verb: ArticleVerb;
  /** As it will be saved; the id of a new one is 0 until it is. */
  readonly article: Readonly<Article>;
  /** As it was; null for a new one. */
  readonly was: Readonly<Article> | null;
  /** Author of the change; null for the service itself, as when a schedule is due. */
  readonly authorId: number | null;
}

/** A change that has not been saved yet. */
export interface PendingArticleChange extends ArticleChange {
  /** @throws InvalidError */
  write(content: HookedContent): void;
}

/**
 * Hooks of an extension that run with every change of an article, by any interface. A hook that throws rolls
 * the change back, and errors of `kernel/errors.ts` are shown to the client. Hooks may run twice for one
 * change: no effects outside of the database.
 */
export abstract class ArticleHooks {
  /** Runs before a change; not for a `move`, which follows from a section and cannot be refused. */
  before?(change: PendingArticleChange): void | Promise<void>;
  /** The article is stored, and not committed yet. */
  after?(change: ArticleChange): void | Promise<void>;
}

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
