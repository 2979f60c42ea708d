import type { UtcSeconds } from '../../../kernel/clock.js';

/** The searchable texts of an article. */
export interface SearchDocument {
  readonly articleId: number;
  readonly createdTs: UtcSeconds;
  /** Texts without markup; a word never reaches from one into the next. */
  readonly texts: readonly string[];
  /** The article is made in this transaction: nothing is known of it yet. */
  readonly isNew?: boolean;
}

/**
 * A parsed phrase: words that an article has to hold, all of them (by their keys in the table
 * `article_words`), or, from an engine outside of the database, the ids of the articles themselves.
 */
export type SearchMatch = { readonly words: readonly number[] } | { readonly articleIds: readonly number[] };

/**
 * Finds published articles by the words in them. Case and accents do not matter, quotes and operators are
 * plain text. Replaceable by an engine of the site's own.
 */
export abstract class ArticleSearch {
  /** The articles are published, or have changed since. Runs in the transaction of the change. */
  abstract put(documents: readonly SearchDocument[]): Promise<void>;
  /** The article is not published any more. Runs in the transaction of the change. */
  abstract remove(articleId: number): Promise<void>;
  /**
   * @returns null when the phrase holds no word, so that nothing is found
   * @throws InvalidError when it holds too many
   */
  abstract match(phrase: string): Promise<SearchMatch | null>;
}
