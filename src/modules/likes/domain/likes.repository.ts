import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';

/** A like as lists have it. */
export interface LikeEntry {
  readonly id: number;
  readonly authorId: number;
  readonly createdTs: UtcSeconds;
}

export abstract class LikesRepository {
  /** @returns whether it is new */
  abstract add(articleId: number, authorId: number, createdTs: UtcSeconds): Promise<boolean>;
  /** @returns whether there was one */
  abstract remove(articleId: number, authorId: number): Promise<boolean>;
  /** Those with ids below `before`, newest first. */
  abstract list(articleId: number, before: number, page: Page): Promise<LikeEntry[]>;
}
