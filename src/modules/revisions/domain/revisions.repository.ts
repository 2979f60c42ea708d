import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import type { FormerState } from './former-state.js';

/** A version of an article: when it was made, by whom, and what it differs in from the one before. */
export interface Revision {
  /** Its version. */
  readonly revision: number;
  readonly createdTs: UtcSeconds;
  /** Null for the service itself, and where it is not known any more. */
  readonly authorId: number | null;
  /** Fields, by their names in the API; empty for the first version. */
  readonly changed: readonly string[];
}

/** A version that is being replaced. */
export interface ReplacedVersion {
  readonly articleId: number;
  readonly version: number;
  readonly state: FormerState;
  /** When and by whom the article was created; for the first version. */
  readonly insertedTs: UtcSeconds;
  readonly createdBy: number;
  readonly updatedTs: UtcSeconds;
  readonly replacedTs: UtcSeconds;
}

/** An article and its present version, as it was read. */
export interface PresentVersion {
  readonly id: number;
  readonly version: number;
}

/** Former versions of articles. */
export abstract class RevisionsRepository {
  /** Adds a version, in the transaction that replaces it. @param kept former versions that stay */
  abstract add(replaced: ReplacedVersion, kept: number): Promise<void>;
  /** Versions before the present one of each article, by its id, the latest first. */
  abstract listMany(
    articles: readonly PresentVersion[],
    page: Page,
  ): Promise<ReadonlyMap<number, Revision[]>>;
  /**
   * Drops versions that were replaced before a time, each with those of its article before it, and texts that
   * no later version has; an article at a time, so that no editor waits for long.
   *
   * @param limit of versions that are looked up
   * @returns how many were found
   */
  abstract forgetReplaced(before: UtcSeconds, limit: number): Promise<number>;
  /** Null when it is not kept. */
  abstract find(articleId: number, revision: number): Promise<FormerState | null>;
}
