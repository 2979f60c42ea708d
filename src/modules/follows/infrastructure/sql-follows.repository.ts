import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type FollowEntry, FollowsRepository } from '../domain/follows.repository.js';

const COLUMNS = { authorId: 'author_id', sectionId: 'section_id' } as const;

@Injectable()
export class SqlFollowsRepository extends FollowsRepository {
  constructor(private readonly database: Database) {
    super();
  }

  async add(authorId: number, sectionId: number, createdTs: UtcSeconds): Promise<void> {
    try {
      await this.database.execute(
        'INSERT INTO follows (author_id, section_id, created_ts) VALUES (?, ?, ?)',
        [authorId, sectionId, createdTs],
      );
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  async remove(authorId: number, sectionId: number): Promise<void> {
    await this.database.execute('DELETE FROM follows WHERE section_id = ? AND author_id = ?', [
      sectionId,
      authorId,
    ]);
  }

  list(
    of: 'authorId' | 'sectionId',
    id: number,
    before: number,
    { offset, limit }: Page,
  ): Promise<FollowEntry[]> {
    return this.database.rows<FollowEntry>(
      `SELECT id, author_id AS authorId, section_id AS sectionId FROM follows
       WHERE ${COLUMNS[of]} = ? AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`,
      [id, before, limit, offset],
    );
  }
}
