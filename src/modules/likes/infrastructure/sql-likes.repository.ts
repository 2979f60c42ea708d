import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { AuthorList } from '../../authors/domain/author-list.js';
import { LikesRepository } from '../domain/likes.repository.js';

@Injectable()
export class SqlLikesRepository extends LikesRepository {
  constructor(private readonly database: Database) {
    super();
  }

  /** Changes of the likes of one article take turns: its row is locked. */
  async add(articleId: number, authorId: number, createdTs: UtcSeconds): Promise<boolean> {
    const known = await this.database.rows('SELECT id FROM likes WHERE author_id = ? AND article_id = ?', [
      authorId,
      articleId,
    ]);
    if (known.length > 0) return false;
    await this.database.execute('INSERT INTO likes (article_id, author_id, created_ts) VALUES (?, ?, ?)', [
      articleId,
      authorId,
      createdTs,
    ]);
    return true;
  }

  async remove(articleId: number, authorId: number): Promise<boolean> {
    const removed = await this.database.execute('DELETE FROM likes WHERE author_id = ? AND article_id = ?', [
      authorId,
      articleId,
    ]);
    return removed > 0;
  }

  fansOf(articleId: number): AuthorList {
    return { table: 'likes', column: 'article_id', id: articleId };
  }
}
