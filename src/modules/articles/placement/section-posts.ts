import type { Article } from '../domain/article.js';

/** The articles of a section as a whole. */
export abstract class SectionPosts {
  /**
   * Takes some of the articles out of the section: they move to the destination or only lose the section.
   * Called until nothing is left; each call may be a transaction of its own.
   *
   * @returns those that have another version now, as they were; null when nothing was left
   */
  abstract moveSome(sectionId: number, destinationId: number | null): Promise<readonly Article[] | null>;

  /**
   * Puts articles that the section's tags bring into it into the destination as
   * well, from the place where the last call ended.
   *
   * @returns null at the end
   */
  abstract moveSomeTagged(
    sectionId: number,
    destinationId: number,
    from: TaggedCursor | null,
  ): Promise<MovedTagged | null>;

  /** The articles at the head of the section's list, in order; without removed ones. */
  abstract listPins(sectionId: number): Promise<number[]>;
  /** All that are pinned in the section, removed ones included. */
  abstract pinnedIdsWithRemoved(sectionId: number): Promise<ReadonlySet<number>>;
  /** Locks the pins of the section until the transaction ends. */
  abstract lockPins(sectionId: number): Promise<void>;
  abstract setPins(sectionId: number, articleIds: readonly number[]): Promise<void>;
  /** Articles of the list that are in the section and not removed. */
  abstract inSection(sectionId: number, articleIds: readonly number[]): Promise<Set<number>>;

  /** The URL of the section has changed: the paths of its articles are to follow. */
  abstract enqueueRepath(sectionId: number): Promise<void>;
  /**
   * Articles whose paths have to follow a section next, by id; others leave
   * them alone until the transaction ends.
   *
   * @returns null when nothing is to do
   */
  abstract nextToRepath(limit: number): Promise<MovedArticles | null>;
  abstract saveRepathProgress(sectionId: number, doneArticleId: number | null): Promise<void>;
}

/** A place in the list of a tag. */
export interface TaggedCursor {
  readonly slug: string;
  /** The last article that is done; null at the end of the tag. */
  readonly articleId: number | null;
}

export interface MovedTagged {
  /** Place to go on from. */
  readonly next: TaggedCursor;
  /** The articles that have another version now, as they were. */
  readonly left: readonly Article[];
}

export interface MovedArticles {
  readonly sectionId: number;
  readonly articleIds: readonly number[];
}
