import type { UtcSeconds } from '../../../kernel/clock.js';

/** Ids after the one, up to the other. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

export interface IndexedPost {
  readonly path: string;
  readonly updatedTs: UtcSeconds;
}

export interface IndexedAuthor {
  /** Slug. */
  readonly name: string;
  /** Publication time of the latest post. */
  readonly latestTs: UtcSeconds;
}

export interface IndexedTag {
  readonly slug: string;
  /** Publication time of the latest post. */
  readonly latestTs: UtcSeconds;
}

/**
 * Articles that anonymous readers may see. Lists take a statement for each 1000 rows, and hold nothing
 * between two of them.
 */
export abstract class PublishedArticles {
  /** The first post of each range of so many ids that has one; two statements up to 400 ranges. */
  abstract firstPosts(rangeSize: number): Promise<number[]>;
  /** Posts in the order of ids, some at a time. */
  abstract posts(range: IdRange): AsyncIterable<readonly IndexedPost[]>;
  /** The first author with published posts of each range of so many ids that has one. */
  abstract firstAuthors(rangeSize: number): Promise<number[]>;
  /** Authors with published posts, in the order of ids. */
  abstract authors(range: IdRange): AsyncIterable<readonly IndexedAuthor[]>;
  /** The first characters of the texts of posts, as HTML that may be cut anywhere, by id. */
  abstract beginnings(ids: readonly number[], characters: number): Promise<ReadonlyMap<number, string>>;
  /** Tags of the newest posts, those used last first. */
  abstract tags(newestPosts: number, limit: number): Promise<readonly IndexedTag[]>;
}
