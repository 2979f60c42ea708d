import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';

/** A follow as lists have it. */
export interface FollowEntry {
  readonly id: number;
  readonly authorId: number;
  readonly sectionId: number;
}

export abstract class FollowsRepository {
  /** Nothing happens when there is one already. */
  abstract add(authorId: number, sectionId: number, createdTs: UtcSeconds): Promise<void>;
  /** Nothing happens when there is none. */
  abstract remove(authorId: number, sectionId: number): Promise<void>;
  /** Of an author or of a section: those with ids below `before`, newest first. */
  abstract list(of: 'authorId' | 'sectionId', id: number, before: number, page: Page): Promise<FollowEntry[]>;
}
