import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { PathRegistry } from '../domain/path-registry.js';
import type { PathState } from './article-path.entity.js';

interface PathRow {
  readonly articleId: number;
  readonly state: PathState;
}

@Injectable()
export class TypeormPathRegistry extends PathRegistry {
  constructor(private readonly database: Database) {
    super();
  }

  async claim(path: string, articleId: number): Promise<boolean> {
    try {
      // The unique key decides between two who want the same path at once: the second waits, then fails.
      await this.database.execute(
        `INSERT INTO article_paths (path, article_id, state) VALUES (?, ?, 'current')`,
        [path, articleId],
      );
      return true;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return this.takeOver(path, articleId);
    }
  }

  async leave(path: string, articleId: number, keepsRedirect: boolean): Promise<void> {
    const statement = keepsRedirect
      ? `UPDATE article_paths SET state = 'moved' WHERE path = ? AND article_id = ?`
      : 'DELETE FROM article_paths WHERE path = ? AND article_id = ?';
    await this.database.execute(statement, [path, articleId]);
  }

  async free(articleId: number): Promise<void> {
    await this.database.execute(`UPDATE article_paths SET state = 'gone' WHERE article_id = ?`, [articleId]);
  }

  async revive(articleId: number): Promise<void> {
    await this.database.execute(
      `UPDATE article_paths SET state = 'moved' WHERE article_id = ? AND state = 'gone'`,
      [articleId],
    );
  }

  private async takeOver(path: string, articleId: number): Promise<boolean> {
    const lock = this.database.dialect === 'mysql' ? ' FOR UPDATE' : '';
    const [row] = await this.database.rows<PathRow>(
      `SELECT article_id AS articleId, state FROM article_paths WHERE path = ?${lock}`,
      [path],
    );
    if (row && row.articleId !== articleId && row.state === 'current') return false;
    await this.database.execute(`UPDATE article_paths SET article_id = ?, state = 'current' WHERE path = ?`, [
      articleId,
      path,
    ]);
    return true;
  }
}
