import { Injectable } from '@nestjs/common';
import { OverloadedError } from '../../../kernel/errors.js';
import { isInserted } from '../../../platform/database/database-errors.js';
import { Database, padded } from '../../../platform/database/database.js';
import { GroupReader } from '../../../platform/database/rows/group-reader.js';
import { raw, sql } from '../../../platform/database/sql.js';
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
  readonly formerId: number | null;
  readonly state: PathState | 'section';
}

/** The entry of a path that nobody has. */
const NOBODY: PathRow = { articleId: null, sectionId: null, formerId: null, state: 'gone' };
/** Status of articles. */
const PUBLISHED = 0;

/** The owner of a path `p`, where that is a published article. */
const SHOWN = `LEFT JOIN articles a ON a.id = p.article_id AND a.status = ${PUBLISHED}`;
const BACK_TO_FORMER = `article_id = former_article_id, state = 'moved', former_article_id = NULL`;

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
    const owner: PathRow = { ...NOBODY, articleId, state };
    if (await this.insert(path, owner)) return true;
    const row = await this.rowOf(path);
    if (!row) return false;
    if (isPage(row)) return row.articleId === articleId && row.state === state;
    // One statement that decides: a locking read before it would deadlock with others who do the same.
    const heir = { ...owner, formerId: formerOf(row, articleId) };
    if (!(await this.pass(path, row, heir))) return false;
    // Look after the change of the row, for which those who take the AMP page below the path hold it.
    if (state === 'amp' || !(await this.isAmpPageOfAnother(ampPathBelow(path), articleId))) return true;
    await this.pass(path, heir, row);
    return false;
  }

  async claimForSection(path: string, sectionId: number): Promise<number | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const row = await this.rowOf(path);
      if (row?.sectionId === sectionId) return null;
      const isTaken = row
        ? await this.takeFrom(row, path, sectionId)
        : await this.insert(path, { ...NOBODY, sectionId, state: 'section' });
      if (isTaken) return row && isPage(row) ? row.articleId : null;
    }
    throw new OverloadedError('path-busy', `The path ${path} changes hands too often; nothing was changed.`);
  }

  async leaveAsSection(path: string, sectionId: number): Promise<void> {
    const owner = 'path = ? AND section_id = ?';
    await this.abandon(`section_id = NULL, state = 'gone'`, owner, [path, sectionId]);
  }

  async leave(path: string, articleId: number, keepsRedirect: boolean): Promise<void> {
    const owner = 'path = ? AND article_id = ?';
    if (keepsRedirect)
      await this.database.execute(`UPDATE article_paths SET state = 'moved' WHERE ${owner}`, [
        path,
        articleId,
      ]);
    else await this.abandon(BACK_TO_FORMER, owner, [path, articleId]);
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
      sql`SELECT p.path AS path, p.article_id AS articleId, p.state AS state,
                 CASE WHEN a.id IS NULL THEN p.former_article_id END AS formerId
            FROM article_paths p ${raw(SHOWN)}
           WHERE p.path IN (${padded(paths)}) AND (p.article_id IS NOT NULL OR p.former_article_id IS NOT NULL)`,
    );
    // Some databases take texts for equal that differ in blanks at their ends:
    // an entry for another text is not asked for.
    return new Map(rows.map(({ path, ...target }) => [path, target]));
  }

  pathsOf(articleId: number): Promise<ArticlePathView[]> {
    return this.database.rows(
      `SELECT p.path AS path, CASE WHEN p.article_id = ? THEN p.state ELSE 'moved' END AS state
         FROM article_paths p ${SHOWN}
        WHERE p.article_id = ? OR (p.former_article_id = ? AND p.section_id IS NULL AND a.id IS NULL)
        ORDER BY p.path`,
      [articleId, articleId, articleId],
    );
  }

  private async rowOf(path: string): Promise<PathRow | undefined> {
    const [row] = await this.database.rows<PathRow>(
      `SELECT article_id AS articleId, section_id AS sectionId, former_article_id AS formerId, state
         FROM article_paths WHERE path = ?`,
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
  private insert(path: string, { articleId, sectionId, state }: PathRow): Promise<boolean> {
    const ampPath = state === 'current' ? ampPathBelow(path) : path;
    return isInserted(() =>
      this.database.execute(
        `INSERT INTO article_paths (path, article_id, section_id, state)
         SELECT ?, ?, ?, ? WHERE NOT EXISTS (
           SELECT 1 FROM article_paths WHERE path = ? OR (path = ? AND state = 'amp' AND article_id <> ?))`,
        [path, articleId, sectionId, state, path, ampPath, articleId],
      ),
    );
  }

  /** @returns false when the row is not what it was any more */
  private async takeFrom(row: PathRow, path: string, sectionId: number): Promise<boolean> {
    const formerId = isPage(row) ? await this.lockDisplaced(row) : formerOf(row, null);
    return this.pass(path, row, { articleId: null, sectionId, formerId, state: 'section' });
  }

  /** @returns the article that the path leads to when the section has left: this one if it was public */
  private async lockDisplaced({ articleId, formerId }: PathRow): Promise<number | null> {
    if (articleId === null) return formerId;
    // The article before its path, which is the order in which edits of the article lock the two.
    const [article] = await this.database.rows<{ wasPublic: number }>(
      `SELECT first_published_ts IS NOT NULL AS wasPublic FROM articles WHERE id = ?${this.database.forUpdate}`,
      [articleId],
    );
    return article?.wasPublic ? articleId : formerId;
  }

  /** The owner leaves a path without a redirect. @param change of the row, where it remembers an article */
  private async abandon(change: string, owner: string, values: readonly [string, number]): Promise<void> {
    const deleted = await this.database.execute(
      `DELETE FROM article_paths WHERE ${owner} AND former_article_id IS NULL`,
      values,
    );
    if (deleted === 0)
      await this.database.execute(`UPDATE article_paths SET ${change} WHERE ${owner}`, values);
  }

  /** Gives a path from one owner to the next. @returns false when it is not the one's any more */
  private async pass(path: string, from: PathRow, to: PathRow): Promise<boolean> {
    const passed = await this.database.execute(
      `UPDATE article_paths SET article_id = ?, section_id = ?, former_article_id = ?, state = ?
        WHERE path = ? AND state = ? AND COALESCE(article_id, 0) = ? AND COALESCE(section_id, 0) = ?`,
      [
        to.articleId,
        to.sectionId,
        to.formerId,
        to.state,
        path,
        from.state,
        from.articleId ?? 0,
        from.sectionId ?? 0,
      ],
    );
    return passed > 0;
  }
}

/** The article that a path without a page leads to when the next owner shows nothing at it. */
function formerOf({ articleId, formerId, state }: PathRow, nextId: number | null): number | null {
  const id = state === 'gone' ? (formerId ?? articleId) : articleId;
  if (id !== nextId) return id;
  return formerId === nextId ? null : formerId;
}

const isPage = ({ state }: PathRow): boolean => state !== 'moved' && state !== 'gone';
