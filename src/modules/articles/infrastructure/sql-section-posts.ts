import { Injectable } from '@nestjs/common';
import { Database, placeholders } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { ChangeLog } from '../../changes/change-log.js';
import type { Readers } from '../../changes/domain/audience.js';
import { readersOf } from '../domain/article-policy.js';
import { ArticleStatus } from '../domain/article-record.js';
import { type MovedArticles, SectionPosts, type TaggedCursor } from '../placement/section-posts.js';

/** Articles of one call: a few hundredths of a second of locks. */
const STEP = 500;
/** Position after all articles that editors have pinned. */
const LAST_POSITION = 1000;

interface Placed {
  readonly articleId: number;
  readonly isPrimary: number;
}

interface VersionedArticle {
  readonly id: number;
  readonly version: number;
  readonly status: ArticleStatus;
  readonly createdBy: number;
}

@Injectable()
export class SqlSectionPosts extends SectionPosts {
  constructor(
    private readonly database: Database,
    private readonly changes: ChangeLog,
  ) {
    super();
  }

  async moveSome(sectionId: number, destinationId: number | null): Promise<number> {
    const placed = await this.database.select<Placed>(
      sql`SELECT article_id AS articleId, is_primary AS isPrimary FROM article_sections
           WHERE section_id = ${sectionId} LIMIT ${STEP}`,
    );
    if (placed.length === 0) return 0;
    const ids = placed.map(({ articleId }) => articleId);
    await this.noteChanges(ids);
    if (destinationId !== null) {
      await this.insertPlacements(destinationId, ids);
      const primary = placed.filter(({ isPrimary }) => isPrimary !== 0).map(({ articleId }) => articleId);
      if (primary.length > 0) {
        await this.database.execute(
          `UPDATE article_sections SET is_primary = 1 WHERE section_id = ? AND article_id IN (${placeholders(primary)})`,
          [destinationId, ...primary],
        );
      }
    }
    await this.database.execute(
      `DELETE FROM article_sections WHERE section_id = ? AND article_id IN (${placeholders(ids)})`,
      [sectionId, ...ids],
    );
    return ids.length;
  }

  async moveSomeTagged(
    sectionId: number,
    destinationId: number,
    from: TaggedCursor | null,
  ): Promise<TaggedCursor | null> {
    const last = from?.articleId ?? null;
    const slug = last === null ? await this.nextTag(sectionId, from?.slug ?? '') : (from?.slug ?? null);
    if (slug === null) return null;
    const rows = await this.database.select<{ articleId: number }>(
      sql`SELECT t.article_id AS articleId FROM article_tags t WHERE t.slug = ${slug} AND t.article_id > ${last ?? 0}
             AND NOT EXISTS (SELECT 1 FROM article_sections s
                              WHERE s.article_id = t.article_id AND s.section_id = ${destinationId})
           ORDER BY t.article_id LIMIT ${STEP}`,
    );
    const ids = rows.map(({ articleId }) => articleId);
    if (ids.length > 0) {
      await this.noteChanges(ids);
      await this.insertPlacements(destinationId, ids);
    }
    return { slug, articleId: ids.at(-1) ?? null };
  }

  async pins(sectionId: number): Promise<number[]> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT p.article_id AS id FROM section_pins p JOIN articles a ON a.id = p.article_id
           WHERE p.section_id = ${sectionId} AND a.status <> ${ArticleStatus.Removed} ORDER BY p.position`,
    );
    return rows.map(({ id }) => id);
  }

  async pinned(sectionId: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT article_id AS id FROM section_pins WHERE section_id = ${sectionId}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  async lockPins(sectionId: number): Promise<void> {
    await this.database.rows(`SELECT id FROM sections WHERE id = ?${this.database.forUpdate}`, [sectionId]);
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

  async noteMove(sectionId: number): Promise<void> {
    await this.database.upsert(
      'section_moves',
      ['section_id', 'done_article_id'],
      ['section_id'],
      [[sectionId, 0]],
    );
  }

  async nextMoved(limit: number): Promise<MovedArticles | null> {
    const [move] = await this.database.rows<{ sectionId: number; doneArticleId: number }>(
      `SELECT section_id AS sectionId, done_article_id AS doneArticleId FROM section_moves ORDER BY section_id LIMIT 1${this.database.forUpdateOfFree}`,
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

  async noteMoved(sectionId: number, doneArticleId: number | null): Promise<void> {
    await (doneArticleId === null
      ? this.database.execute('DELETE FROM section_moves WHERE section_id = ?', [sectionId])
      : this.database.execute('UPDATE section_moves SET done_article_id = ? WHERE section_id = ?', [
          doneArticleId,
          sectionId,
        ]));
  }

  /**
   * Each of the articles gets another version: its sections differ. Their rows
   * are locked first, as by an edit.
   */
  private async noteChanges(ids: readonly number[]): Promise<void> {
    const articles = await this.database.rows<VersionedArticle>(
      `SELECT id, version, status, created_by AS createdBy FROM articles WHERE id IN (${placeholders(ids)}) AND status <> ?
        ORDER BY id${this.database.forUpdate}`,
      [...ids, ArticleStatus.Removed],
    );
    if (articles.length === 0) return;
    const found = articles.map(({ id }) => id);
    await this.database.execute(
      `UPDATE articles SET version = version + 1 WHERE id IN (${placeholders(found)})`,
      found,
    );
    const readers = await this.readersById(articles);
    const changes = articles.map(({ id, version }) => ({
      id,
      verb: 'edit' as const,
      version: version + 1,
      fields: ['sections'],
      audience: { before: readers.get(id) ?? null, after: readers.get(id) ?? null },
    }));
    await this.changes.note('article', ...changes);
  }

  private async readersById(articles: readonly VersionedArticle[]): Promise<ReadonlyMap<number, Readers>> {
    const drafts = articles.filter(({ status }) => status !== ArticleStatus.Published).map(({ id }) => id);
    const rows =
      drafts.length === 0
        ? []
        : await this.database.select<{ articleId: number; authorId: number }>(
            sql`SELECT article_id AS articleId, author_id AS authorId FROM article_authors WHERE article_id IN (${drafts})`,
          );
    const authors = Map.groupBy(rows, ({ articleId }) => articleId);
    return new Map(
      articles.map(({ id, status, createdBy }) => {
        const authorIds = (authors.get(id) ?? []).map(({ authorId }) => authorId);
        return [id, readersOf({ status, createdBy, placement: { authorIds } })];
      }),
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
