import { Injectable } from '@nestjs/common';
import { OverloadedError } from '../../../kernel/errors.js';
import { Database, padded } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { GroupReader } from '../../../platform/database/rows/group-reader.js';
import { sql } from '../../../platform/database/sql.js';
import {
  type ArticlePathView,
  PathRegistry,
  type PathState,
  type PathTarget,
} from '../domain/path-registry.js';

interface PathRow {
  readonly articleId: number | null;
  readonly sectionId: number | null;
  readonly state: PathState | 'section';
}

/** Attempts of a section when the path changes hands meanwhile. */
const ATTEMPTS = 10;

/**
 * The primary key of the table decides who has a path. Rows are read without a lock, and an article that
 * finds a path taken never waits for its row: it tries the next path. So creates that want one path do not
 * hold each other up, beyond the commit of the first.
 */
@Injectable()
export class SqlPathRegistry extends PathRegistry {
  private readonly targets: GroupReader<string, PathTarget>;

  constructor(private readonly database: Database) {
    super();
    this.targets = new GroupReader(database, (paths) => this.read(paths));
  }

  async claim(path: string, articleId: number, state: 'current' | 'amp'): Promise<boolean> {
    if (await this.insert(path, { articleId, sectionId: null, state })) return true;
    const row = await this.rowOf(path);
    if (!row) return false;
    if (isPage(row)) return row.articleId === articleId && row.state === state;
    // One statement that decides: a locking read before it would deadlock with others who do the same.
    const taken = await this.database.execute(
      `UPDATE article_paths SET article_id = ?, state = ? WHERE path = ? AND state IN ('moved', 'gone')`,
      [articleId, state, path],
    );
    return taken > 0;
  }

  async claimForSection(path: string, sectionId: number): Promise<number | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const row = await this.rowOf(path);
      if (row?.sectionId === sectionId) return null;
      const isTaken = row
        ? await this.takeFrom(row, path, sectionId)
        : await this.insert(path, { articleId: null, sectionId, state: 'section' });
      if (isTaken) return row && isPage(row) ? row.articleId : null;
    }
    throw new OverloadedError('path-busy', `The path ${path} changes hands too often; nothing was changed.`);
  }

  async leaveAsSection(path: string, sectionId: number): Promise<void> {
    await this.database.execute('DELETE FROM article_paths WHERE path = ? AND section_id = ?', [
      path,
      sectionId,
    ]);
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

  async isPage(path: string): Promise<boolean> {
    const row = await this.rowOf(path);
    return row !== undefined && isPage(row);
  }

  async find(path: string): Promise<PathTarget | null> {
    return (await this.findAll([path])).get(path) ?? null;
  }

  async findAll(paths: readonly string[]): Promise<ReadonlyMap<string, PathTarget>> {
    return paths.length === 0 ? new Map() : this.targets.read(paths);
  }

  private async read(paths: readonly string[]): Promise<ReadonlyMap<string, PathTarget>> {
    const rows = await this.database.prepared<PathTarget & { path: string }>(
      sql`SELECT path, article_id AS articleId, state FROM article_paths
           WHERE path IN (${padded(paths)}) AND article_id IS NOT NULL`,
    );
    // Some databases take texts for equal that differ in blanks at their ends:
    // an entry for another text is not asked for.
    return new Map(rows.map(({ path, articleId, state }) => [path, { articleId, state }]));
  }

  pathsOf(articleId: number): Promise<ArticlePathView[]> {
    return this.database.rows('SELECT path, state FROM article_paths WHERE article_id = ? ORDER BY path', [
      articleId,
    ]);
  }

  private async rowOf(path: string): Promise<PathRow | undefined> {
    const [row] = await this.database.rows<PathRow>(
      'SELECT article_id AS articleId, section_id AS sectionId, state FROM article_paths WHERE path = ?',
      [path],
    );
    return row;
  }

  /** @returns false when the path is there; without waiting for the row of one that has been committed */
  private async insert(path: string, { articleId, sectionId, state }: PathRow): Promise<boolean> {
    try {
      const inserted = await this.database.execute(
        `INSERT INTO article_paths (path, article_id, section_id, state)
         SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM article_paths WHERE path = ?)`,
        [path, articleId, sectionId, state, path],
      );
      return inserted > 0;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return false;
    }
  }

  /** @returns false when the row is not what it was any more */
  private async takeFrom(row: PathRow, path: string, sectionId: number): Promise<boolean> {
    const { articleId, state } = row;
    // The article before its path, which is the order in which edits of the article lock the two.
    if (articleId !== null && isPage(row))
      await this.database.rows(`SELECT id FROM articles WHERE id = ?${this.database.forUpdate}`, [articleId]);
    const taken = await this.database.execute(
      `UPDATE article_paths SET article_id = NULL, section_id = ?, state = 'section'
        WHERE path = ? AND state = ? AND COALESCE(article_id, 0) = ? AND COALESCE(section_id, 0) = ?`,
      [sectionId, path, state, articleId ?? 0, row.sectionId ?? 0],
    );
    return taken > 0;
  }
}

const isPage = ({ state }: PathRow): boolean => state !== 'moved' && state !== 'gone';
