import { Injectable } from '@nestjs/common';
import { Database, placeholders } from '../../../platform/database/database.js';
import { lockRow } from '../../../platform/database/rows/lock-row.js';
import { RecordMapper } from '../../../platform/database/rows/record-mapper.js';
import { raw, type Sql, sql } from '../../../platform/database/sql.js';
import { Article } from '../domain/article.js';
import { ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import {
  type MovedArticles,
  type MovedTagged,
  SectionPosts,
  type TaggedCursor,
} from '../placement/section-posts.js';
import { ArticleRelationsReader, placed } from './relations/article-relations.js';

/** Articles of one call, and bytes of their texts: less than a tenth of a second of locks. */
const BATCH = 200;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Position after all sections that an article was given, of which a request holds 1000 at most. */
const LAST_POSITION = 1000;

interface PlacementColumns {
  readonly articleId: number;
  readonly position: number;
  readonly isPrimary: number;
  readonly status: number;
  readonly createdTs: number;
}

@Injectable()
export class SqlSectionPosts extends SectionPosts {
  private readonly articles: RecordMapper<ArticleRecord>;

  constructor(
    private readonly database: Database,
    private readonly relations: ArticleRelationsReader,
  ) {
    super();
    this.articles = new RecordMapper(database, ArticleRecord);
  }

  async moveSome(sectionId: number, destinationId: number | null): Promise<Article[] | null> {
    const some = await this.fitting(
      sql`SELECT article_id AS articleId FROM article_sections WHERE section_id = ${sectionId} LIMIT ${BATCH}`,
    );
    if (some.length === 0) return null;
    const ids = some.map(({ articleId }) => articleId);
    return this.replace(ids, async () => {
      if (destinationId !== null) await this.passPlacesOn(sectionId, destinationId, ids);
      await this.database.execute(
        `DELETE FROM article_sections WHERE section_id = ? AND article_id IN (${placeholders(ids)})`,
        [sectionId, ...ids],
      );
    });
  }

  async moveSomeTagged(
    sectionId: number,
    destinationId: number,
    from: TaggedCursor | null,
  ): Promise<MovedTagged | null> {
    const last = from?.articleId ?? null;
    const slug = last === null ? await this.nextTag(sectionId, from?.slug ?? '') : (from?.slug ?? null);
    if (slug === null) return null;
    const some = await this.fitting(
      sql`SELECT t.article_id AS articleId FROM article_tags t WHERE t.slug = ${slug} AND t.article_id > ${last ?? 0}
             AND NOT EXISTS (SELECT 1 FROM article_sections s
                              WHERE s.article_id = t.article_id AND s.section_id = ${destinationId})
           ORDER BY t.article_id LIMIT ${BATCH}`,
    );
    const ids = some.map(({ articleId }) => articleId);
    const next = { slug, articleId: ids.at(-1) ?? null };
    if (ids.length === 0) return { next, left: [] };
    return { next, left: await this.replace(ids, () => this.insertPlacements(destinationId, ids)) };
  }

  async listPins(sectionId: number): Promise<number[]> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT p.article_id AS id FROM section_pins p JOIN articles a ON a.id = p.article_id
           WHERE p.section_id = ${sectionId} AND a.status <> ${ArticleStatus.Removed} ORDER BY p.position`,
    );
    return rows.map(({ id }) => id);
  }

  async pinnedIdsWithRemoved(sectionId: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT article_id AS id FROM section_pins WHERE section_id = ${sectionId}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  lockPins(sectionId: number): Promise<void> {
    return lockRow(this.database, 'sections', sectionId);
  }

  async setPins(sectionId: number, articleIds: readonly number[]): Promise<void> {
    await this.database.execute('DELETE FROM section_pins WHERE section_id = ?', [sectionId]);
    await this.database.upsert(
      'section_pins',
      ['section_id', 'article_id', 'position'],
      ['section_id', 'article_id'],
      articleIds.map((id, position) => [sectionId, id, position]),
    );
  }

  async inSection(sectionId: number, articleIds: readonly number[]): Promise<Set<number>> {
    if (articleIds.length === 0) return new Set();
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT a.id AS id FROM articles a WHERE a.id IN (${articleIds}) AND a.status <> ${ArticleStatus.Removed} AND (
            EXISTS (SELECT 1 FROM article_sections m WHERE m.article_id = a.id AND m.section_id = ${sectionId})
            OR EXISTS (SELECT 1 FROM article_tags m JOIN section_tags b ON b.slug = m.slug
                        WHERE m.article_id = a.id AND b.section_id = ${sectionId}))`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  async enqueueRepath(sectionId: number): Promise<void> {
    await this.database.upsert(
      'section_moves',
      ['section_id', 'done_article_id'],
      ['section_id'],
      [[sectionId, 0]],
    );
  }

  async nextToRepath(limit: number): Promise<MovedArticles | null> {
    const [move] = await this.database.rows<{ sectionId: number; doneArticleId: number }>(
      `SELECT section_id AS sectionId, done_article_id AS doneArticleId FROM section_moves ORDER BY section_id LIMIT 1${this.database.forUpdate}`,
    );
    if (!move) return null;
    // Locking reads wait for articles that are being put into the section, which others would overlook.
    const rows = await this.database.rows<{ id: number }>(
      `SELECT article_id AS id FROM article_sections
        WHERE section_id = ? AND article_id > ? ORDER BY article_id LIMIT ?${this.database.forUpdate}`,
      [move.sectionId, move.doneArticleId, limit],
    );
    return { sectionId: move.sectionId, articleIds: rows.map(({ id }) => id) };
  }

  async saveRepathProgress(sectionId: number, doneArticleId: number | null): Promise<void> {
    await (doneArticleId === null
      ? this.database.execute('DELETE FROM section_moves WHERE section_id = ?', [sectionId])
      : this.database.execute('UPDATE section_moves SET done_article_id = ? WHERE section_id = ?', [
          doneArticleId,
          sectionId,
        ]));
  }

  /**
   * Gives each of the articles another version, as of which its sections differ. Their rows are locked first,
   * as by an edit, those of removed ones too, which may be restored meanwhile; these keep their version.
   *
   * @returns the articles as they were
   */
  private async replace(ids: readonly number[], place: () => Promise<void>): Promise<Article[]> {
    const rows = await this.database.rows<Record<string, unknown>>(
      `SELECT ${this.articles.selection('a')} FROM articles a WHERE a.id IN (${placeholders(ids)})
        ORDER BY a.id${this.database.forUpdate}`,
      ids,
    );
    const articles = rows
      .map((row) => this.articles.read(row, new Article()))
      .filter(({ status }) => status !== ArticleStatus.Removed);
    const found = articles.map(({ id }) => id);
    const { byArticle: relations } = await this.relations.read(found, { withRemoved: true });
    if (found.length > 0)
      await this.database.execute(
        `UPDATE articles SET version = version + 1 WHERE id IN (${placeholders(found)})`,
        found,
      );
    await place();
    return articles.map((article) => placed(article, relations.get(article.id)));
  }

  /** The first of these articles, as many as are held in memory at a time. */
  private async fitting(some: Sql): Promise<{ readonly articleId: number }[]> {
    const rows = await this.database.select<{ readonly articleId: number; readonly bytes: number }>(
      sql`SELECT page.*, ${raw(this.articles.textBytes('a'))} AS bytes
            FROM (${some}) page JOIN articles a ON a.id = page.articleId ORDER BY page.articleId`,
    );
    let sum = 0;
    const end = rows.findIndex(({ bytes }) => (sum += bytes) > BATCH_BYTES);
    return end < 0 ? rows : rows.slice(0, Math.max(end, 1));
  }

  /**
   * Puts the articles where they are in one section into another. In the lists of those that are in both, it
   * has the place of the one that comes first, and is the primary one where either was.
   */
  private async passPlacesOn(fromId: number, toId: number, ids: readonly number[]): Promise<void> {
    const rows = await this.database.rows<PlacementColumns>(
      `SELECT article_id AS articleId, position, is_primary AS isPrimary, status, created_ts AS createdTs
         FROM article_sections WHERE section_id = ? AND article_id IN (${placeholders(ids)})
        ORDER BY article_id${this.database.forUpdate}`,
      [fromId, ...ids],
    );
    await this.database.upsert(
      'article_sections',
      ['article_id', 'section_id', 'position', 'is_primary', 'status', 'created_ts'],
      ['article_id', 'section_id'],
      rows.map((row) => [row.articleId, toId, row.position, row.isPrimary, row.status, row.createdTs]),
      (column, inserted) =>
        column.endsWith('.position')
          ? `CASE WHEN ${inserted} < ${column} THEN ${inserted} ELSE ${column} END`
          : column.endsWith('.is_primary')
            ? `CASE WHEN ${inserted} > ${column} THEN ${inserted} ELSE ${column} END`
            : inserted,
    );
  }

  private async nextTag(sectionId: number, after: string): Promise<string | null> {
    const [tag] = await this.database.select<{ slug: string }>(
      sql`SELECT slug FROM section_tags WHERE section_id = ${sectionId} AND slug > ${after} ORDER BY slug LIMIT 1`,
    );
    return tag?.slug ?? null;
  }

  /** Puts those of the articles into the section that are not there yet. */
  private async insertPlacements(sectionId: number, ids: readonly number[]): Promise<void> {
    await this.database.execute(
      `INSERT INTO article_sections (article_id, section_id, position, is_primary, status, created_ts)
       SELECT a.id, ?, ?, 0, a.status, a.created_ts FROM articles a
        WHERE a.id IN (${placeholders(ids)})
          AND NOT EXISTS (SELECT 1 FROM article_sections s WHERE s.article_id = a.id AND s.section_id = ?)`,
      [sectionId, LAST_POSITION, ...ids, sectionId],
    );
  }
}
