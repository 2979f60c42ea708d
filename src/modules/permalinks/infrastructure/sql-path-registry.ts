import { Injectable } from '@nestjs/common';
import { OverloadedError } from '../../../kernel/errors.js';
import { Database, padded } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { GroupReader } from '../../../platform/database/rows/group-reader.js';
import { sql } from '../../../platform/database/sql.js';
import { ampPathBelow, isBelowAmp, webPathOf } from '../domain/path.js';
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

/** The entry of a path that nobody has. */
const NOBODY: PathRow = { articleId: null, sectionId: null, state: 'gone' };

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
    const isFree = state === 'current' || !isBelowAmp(path) || (await this.hold(webPathOf(path), articleId));
    if (!isFree) return false;
    const owner: PathRow = { articleId, sectionId: null, state };
    if (await this.insert(path, owner)) return true;
    const row = await this.rowOf(path);
    if (!row) return false;
    if (isPage(row)) return row.articleId === articleId && row.state === state;
    // One statement that decides: a locking read before it would deadlock with others who do the same.
    if (!(await this.pass(path, row, owner))) return false;
    // Look after the change of the row, for which those who take the AMP page below the path hold it.
    if (state === 'amp' || !(await this.isAmpPageOfAnother(ampPathBelow(path), articleId))) return true;
    await this.pass(path, owner, row);
    return false;
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

  /**
   * Keeps other articles from a path until the transaction ends, which takes the AMP page that they would
   * have by default.
   *
   * @returns false when another article has its page at the path
   */
  private async hold(path: string, articleId: number): Promise<boolean> {
    await this.insert(path, NOBODY);
    const rows = await this.database.rows(
      `SELECT path FROM article_paths
        WHERE path = ? AND (state <> 'current' OR article_id = ?)${this.database.forUpdate}`,
      [path, articleId],
    );
    return rows.length > 0;
  }

  private async isAmpPageOfAnother(path: string, articleId: number): Promise<boolean> {
    const row = await this.rowOf(path);
    return row?.state === 'amp' && row.articleId !== articleId;
  }

  /**
   * @returns false when the path is there, or another article has its AMP page below it; without waiting for
   *   the row of one that has been committed
   */
  private async insert(path: string, { articleId, sectionId, state }: PathRow): Promise<boolean> {
    const ampPath = state === 'current' ? ampPathBelow(path) : path;
    try {
      const inserted = await this.database.execute(
        `INSERT INTO article_paths (path, article_id, section_id, state)
         SELECT ?, ?, ?, ? WHERE NOT EXISTS (
           SELECT 1 FROM article_paths WHERE path = ? OR (path = ? AND state = 'amp' AND article_id <> ?))`,
        [path, articleId, sectionId, state, path, ampPath, articleId],
      );
      return inserted > 0;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return false;
    }
  }

  /** @returns false when the row is not what it was any more */
  private async takeFrom(row: PathRow, path: string, sectionId: number): Promise<boolean> {
    const { articleId } = row;
    // The article before its path, which is the order in which edits of the article lock the two.
    if (articleId !== null && isPage(row))
      await this.database.rows(`SELECT id FROM articles WHERE id = ?${this.database.forUpdate}`, [articleId]);
    return this.pass(path, row, { articleId: null, sectionId, state: 'section' });
  }

  /** Gives a path from one owner to the next. @returns false when it is not the one's any more */
  private async pass(path: string, from: PathRow, to: PathRow): Promise<boolean> {
    const passed = await this.database.execute(
      `UPDATE article_paths SET article_id = ?, section_id = ?, state = ?
        WHERE path = ? AND state = ? AND COALESCE(article_id, 0) = ? AND COALESCE(section_id, 0) = ?`,
      [to.articleId, to.sectionId, to.state, path, from.state, from.articleId ?? 0, from.sectionId ?? 0],
    );
    return passed > 0;
  }
}

const isPage = ({ state }: PathRow): boolean => state !== 'moved' && state !== 'gone';
