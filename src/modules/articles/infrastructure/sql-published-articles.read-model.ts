import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { Database } from '../../../platform/database/database.js';
import { joined, raw, type Sql, sql } from '../../../platform/database/sql.js';
import { ArticleStatus } from '../domain/article-record.js';
import {
  type IdRange,
  type IndexedAuthor,
  type IndexedPost,
  type IndexedTag,
  PublishedArticles,
} from '../listing/published-articles.read-model.js';
import { allOf, exclusions } from './list-planner/criteria.sql.js';

/** Limit of the search for non-empty ranges, for a site whose posts are nearly all private. */
const TIME_LIMIT_S = 10;
/** Rows of a range that one statement reads. */
const PIECE_ROWS = 1000;
/** Ranges that one statement looks into; SQLite takes 500 at most. */
const RANGES = 400;

/** Posts that anonymous readers may see, for sitemaps and summaries. */
@Injectable()
export class SqlPublishedArticles extends PublishedArticles {
  constructor(private readonly database: Database) {
    super();
  }

  async firstPosts(rangeSize: number): Promise<number[]> {
    const [last] = await this.database.rows<{ id: number | null }>('SELECT MAX(id) AS id FROM articles');
    return this.firsts(last?.id ?? 0, rangeSize, ({ after, upTo }) => {
      const conditions = allOf([sql`a.id > ${after} AND a.id <= ${upTo}`, isVisible('a', 'a.id')]);
      return sql`SELECT a.id FROM articles a ${this.byId} WHERE ${conditions} ORDER BY a.id LIMIT 1`;
    });
  }

  posts(range: IdRange): AsyncIterable<IndexedPost[]> {
    const posts = sql`SELECT a.id AS id, a.path AS path, a.updated_ts AS updatedTs FROM articles a ${this.byId}`;
    return this.inPieces<IndexedPost>(
      range,
      ({ after, upTo }) =>
        sql`${posts} WHERE a.id > ${after} AND a.id <= ${upTo} AND ${isVisible('a', 'a.id')} ORDER BY a.id`,
    );
  }

  async firstAuthors(rangeSize: number): Promise<number[]> {
    const [last] = await this.database.rows<{ id: number | null }>(
      'SELECT MAX(author_id) AS id FROM article_authors',
    );
    return this.firsts(last?.id ?? 0, rangeSize, ({ after, upTo }) => {
      const conditions = allOf([
        sql`l.author_id > ${after} AND l.author_id <= ${upTo}`,
        isVisible('l', 'l.article_id'),
      ]);
      return sql`SELECT l.author_id FROM article_authors l ${this.byAuthor} WHERE ${conditions}
                  ORDER BY l.author_id LIMIT 1`;
    });
  }

  async *authors(range: IdRange): AsyncGenerator<IndexedAuthor[], void> {
    const latest = sql`SELECT l.created_ts FROM article_authors l ${this.byAuthor}
      WHERE l.author_id = u.id AND ${isVisible('l', 'l.article_id')} ORDER BY l.created_ts DESC LIMIT 1`;
    const all = this.inPieces<{ name: string; latestTs: UtcSeconds | null }>(
      range,
      ({ after, upTo }) => sql`SELECT u.id AS id, u.name AS name, (${latest}) AS latestTs FROM authors u
           WHERE u.id > ${after} AND u.id <= ${upTo} ORDER BY u.id`,
    );
    for await (const rows of all)
      yield rows.flatMap(({ name, latestTs }) => (latestTs === null ? [] : { name, latestTs }));
  }

  async beginnings(ids: readonly number[], characters: number): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.select<{ id: number; text: string | null }>(
      sql`SELECT a.id AS id, SUBSTR(a.description, 1, ${characters}) AS text FROM articles a
           WHERE a.id IN (${ids}) AND ${isVisible('a', 'a.id')}`,
    );
    return new Map(rows.map(({ id, text }) => [id, text ?? '']));
  }

  tags(newestPosts: number, limit: number): Promise<IndexedTag[]> {
    const newest = sql`SELECT l.id AS id FROM articles l ${this.database.through('articles_by_created')}
      WHERE ${isVisible('l', 'l.id')} ORDER BY l.created_ts DESC, l.id DESC LIMIT ${newestPosts}`;
    const tags = sql`SELECT t.slug AS slug, MAX(t.created_ts) AS latestTs
      FROM (${newest}) n JOIN article_tags t ON t.article_id = n.id
      GROUP BY t.slug ORDER BY latestTs DESC, slug LIMIT ${limit}`;
    return this.database.select<IndexedTag>(this.database.limited(tags, TIME_LIMIT_S));
  }

  /**
   * Rows of a range in the order of their ids, by a statement for each piece: a slow reader of one holds
   * nothing. Each statement reads the range of an index that begins behind the piece before.
   */
  private async *inPieces<Row>(range: IdRange, select: (rest: IdRange) => Sql): AsyncGenerator<Row[], void> {
    let { after } = range;
    while (after < range.upTo) {
      const piece = sql`${select({ ...range, after })} LIMIT ${PIECE_ROWS}`;
      const rows = await this.database.select<Row & { readonly id: number }>(piece);
      if (rows.length > 0) yield rows;
      const last = rows[PIECE_ROWS - 1];
      if (!last) return;
      after = last.id;
    }
  }

  /** The first article of each range, some ranges at a time: unknown bounds cost a scan each. */
  private async firsts(last: number, size: number, first: (range: IdRange) => Sql): Promise<number[]> {
    const found: number[] = [];
    for (let after = 0; after < last; after += size * RANGES) {
      const starts = Array.from({ length: RANGES }, (_, n) => after + n * size).filter(
        (start) => start < last,
      );
      const probes = starts.map(
        (start) => sql`SELECT (${first({ after: start, upTo: start + size })}) AS id`,
      );
      const all = sql`SELECT p.id AS id FROM (${joined(probes, ' UNION ALL ')}) p WHERE p.id IS NOT NULL ORDER BY p.id`;
      const rows = await this.database.select<{ id: number }>(this.database.limited(all, TIME_LIMIT_S));
      found.push(...rows.map(({ id }) => id));
    }
    return found;
  }

  /** Through the primary key, which optimisers leave for one that has the state in it. */
  private get byId(): Sql {
    return raw(this.database.dialect === 'mysql' ? 'FORCE INDEX (PRIMARY)' : 'NOT INDEXED');
  }

  private get byAuthor(): Sql {
    return this.database.through('article_authors_by_author_listed');
  }
}

/** Published, and not private. */
function isVisible(alias: string, id: string): Sql {
  const published = sql`${raw(`${alias}.status`)} = ${ArticleStatus.Published}`;
  return allOf([published, ...exclusions({ statuses: [], excludesPrivate: true }, new Map(), raw(id))]);
}
