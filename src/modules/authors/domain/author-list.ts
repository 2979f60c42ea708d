import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Author } from './author.entity.js';

/** Rows with `id`, `author_id` and `created_ts` that name authors. Made by the repository of their table. */
export interface AuthorList {
  readonly table: string;
  /** The column that all of them have in common, and its value. */
  readonly column: string;
  readonly id: number;
}

export interface ListedAuthor {
  readonly author: Author;
  /** Creation time of the row. */
  readonly since: UtcSeconds;
}
