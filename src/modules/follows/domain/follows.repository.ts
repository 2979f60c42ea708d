import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import type { AuthorList } from '../../authors/domain/author-list.js';

/** Stores follows, one of each follower of a section. */
export abstract class FollowsRepository {
  /** @returns whether it is new */
  abstract add(authorId: number, sectionId: number, createdTs: UtcSeconds): Promise<boolean>;
  /** @returns whether there was one */
  abstract remove(authorId: number, sectionId: number): Promise<boolean>;
  /** Ids of the sections that an author follows, the latest first. */
  abstract sectionsOf(authorId: number, page: Page): Promise<number[]>;
  /** Followers of a section. */
  abstract followersOf(sectionId: number): AuthorList;
}
