import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import { isInserted } from '../../../platform/database/database-errors.js';
import { Database } from '../../../platform/database/database.js';
import type { AuthorList } from '../../authors/domain/author-list.js';
import { FollowsRepository } from '../domain/follows.repository.js';

@Injectable()
export class SqlFollowsRepository extends FollowsRepository {
  constructor(private readonly database: Database) {
    super();
  }

  add(authorId: number, sectionId: number, createdTs: UtcSeconds): Promise<boolean> {
    return isInserted(() =>
      this.database.execute('INSERT INTO follows (author_id, section_id, created_ts) VALUES (?, ?, ?)', [
        authorId,
        sectionId,
        createdTs,
      ]),
    );
  }

  async remove(authorId: number, sectionId: number): Promise<boolean> {
    const removed = await this.database.execute(
      'DELETE FROM follows WHERE section_id = ? AND author_id = ?',
      [sectionId, authorId],
    );
    return removed > 0;
  }

  async sectionsOf(authorId: number, { offset, limit }: Page): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      'SELECT section_id AS id FROM follows WHERE author_id = ? ORDER BY follows.id DESC LIMIT ? OFFSET ?',
      [authorId, limit, offset],
    );
    return rows.map(({ id }) => id);
  }

  followersOf(sectionId: number): AuthorList {
    return { table: 'follows', column: 'section_id', id: sectionId };
  }
}
