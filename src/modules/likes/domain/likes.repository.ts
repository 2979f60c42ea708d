import type { UtcSeconds } from '../../../kernel/clock.js';
import type { AuthorList } from '../../authors/domain/author-list.js';

/** Stores likes, one of each author for an article. */
export abstract class LikesRepository {
  /** @returns whether it is new */
  abstract add(articleId: number, authorId: number, createdTs: UtcSeconds): Promise<boolean>;
  /** @returns whether there was one */
  abstract remove(articleId: number, authorId: number): Promise<boolean>;
  /** Authors that like an article. */
  abstract fansOf(articleId: number): AuthorList;
}
