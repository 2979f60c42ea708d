import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import type { AuthorList } from '../../authors/domain/author-list.js';

export abstract class FollowsRepository {
  /** Nothing happens when there is one already. */
  abstract add(authorId: number, sectionId: number, createdTs: UtcSeconds): Promise<void>;
  /** Nothing happens when there is none. */
  abstract remove(authorId: number, sectionId: number): Promise<void>;
  /** Ids of the sections that an author follows, the latest first. */
  abstract sectionsOf(authorId: number, page: Page): Promise<number[]>;
  /** Followers of a section. */
  abstract followersOf(sectionId: number): AuthorList;
}
