import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type ArticlePathView, PathRegistry, type PathTarget } from '../domain/path-registry.js';

@Injectable()
export class TypeormPathRegistry extends PathRegistry {
  constructor(private readonly database: Database) {
    super();
  }

  async claim(path: string, articleId: number, state: 'current' | 'amp'): Promise<boolean> {
    if (await this.isOfSection(path)) return false;
    try {
      // The unique key decides between two who want the same path at once: the second waits, then fails.
      await this.database.execute('INSERT INTO article_paths (path, article_id, state) VALUES (?, ?, ?)', [
        path,
        articleId,
        state,
      ]);
      return true;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return this.takeOver(path, articleId, state);
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

  async find(path: string): Promise<PathTarget | null> {
    const targets = await this.database.rows<PathTarget & { path: string }>(
      'SELECT path, article_id AS articleId, state FROM article_paths WHERE path = ?',
      [path],
    );
    // Some databases take texts for equal that differ in blanks at their ends.
    const target = targets.find((one) => one.path === path);
    return target ? { articleId: target.articleId, state: target.state } : null;
  }

  pathsOf(articleId: number): Promise<ArticlePathView[]> {
    return this.database.rows('SELECT path, state FROM article_paths WHERE article_id = ? ORDER BY path', [
      articleId,
    ]);
  }

  private async isOfSection(path: string): Promise<boolean> {
    const sections = await this.database.rows<{ path: string }>(
      'SELECT full_url AS path FROM sections WHERE full_url = ?',
      [path],
    );
    return sections.some((section) => section.path === path);
  }

  private async takeOver(path: string, articleId: number, state: 'current' | 'amp'): Promise<boolean> {
    const [row] = await this.database.rows<PathTarget>(
      `SELECT article_id AS articleId, state FROM article_paths WHERE path = ?${this.database.forUpdate}`,
      [path],
    );
    const isPage = row?.state === 'current' || row?.state === 'amp';
    if (isPage && (row.articleId !== articleId || row.state !== state)) return false;
    await this.database.execute('UPDATE article_paths SET article_id = ?, state = ? WHERE path = ?', [
      articleId,
      state,
      path,
    ]);
    return true;
  }
}
