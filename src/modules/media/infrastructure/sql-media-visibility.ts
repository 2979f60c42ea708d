import { Injectable } from '@nestjs/common';
import { MAX_COUNTED, type Page, type Total } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { countUpTo, upToMost } from '../../../platform/database/rows/count-up-to.js';
import { joined, raw, type Sql, sql } from '../../../platform/database/sql.js';
import { type MediaKind, type MediaScope, PUBLIC_MEDIA } from '../domain/media-policy.js';
import { MediaVisibility } from '../domain/media-visibility.js';

/** Numbers of `ArticleStatus` and `SectionStatus`, whose modules are further out. */
const PUBLISHED = 0;
const PRIVATE = 1;
const REMOVED = 3;

/** A page that takes longer is given up, on MySQL and MariaDB. */
const TIME_LIMIT_S = 10;

/** Rows that show images or documents, or are these: tables, the column of the shown id, and a condition. */
interface Source {
  readonly rows: Sql;
  readonly id: Sql;
  readonly condition: Sql;
}

/** Until its posts have left a removed section `p`, it counts as their destination `s`, or as none. */
const COUNTS_AS = 'JOIN sections s ON s.id = COALESCE(p.removed_to, p.id)';
const BY_HAND = raw(
  `FROM article_sections j JOIN sections p ON p.id = j.section_id ${COUNTS_AS} WHERE j.article_id = a.id`,
);
const BY_TAG = raw(
  `FROM article_tags j JOIN section_tags t ON t.slug = j.slug JOIN sections p ON p.id = t.section_id ${COUNTS_AS}
    WHERE j.article_id = a.id`,
);
/** An article is private when it is in a section, and in private ones only. */
const IS_NOT_PRIVATE = sql`(EXISTS (SELECT 1 ${BY_HAND} AND s.status <> ${PRIVATE})
  OR EXISTS (SELECT 1 ${BY_TAG} AND s.status <> ${PRIVATE})
  OR NOT (EXISTS (SELECT 1 ${BY_HAND}) OR EXISTS (SELECT 1 ${BY_TAG})))`;

@Injectable()
export class SqlMediaVisibility extends MediaVisibility {
  constructor(private readonly database: Database) {
    super();
  }

  async list(kind: MediaKind, { offset, limit, after }: Page, scope: MediaScope): Promise<number[]> {
    if (limit === 0) return [];
    const seen = this.seen(kind, scope, offset + limit, after?.id ?? null);
    const page = sql`SELECT id FROM (${seen}) seen ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`;
    const rows = await this.database.select<{ id: number }>(this.database.limited(page, TIME_LIMIT_S));
    return rows.map(({ id }) => id);
  }

  total(kind: MediaKind, scope: MediaScope): Promise<Total> {
    const seen = this.seen(kind, scope, MAX_COUNTED + 1, null);
    return countUpTo(this.database, upToMost(sql`SELECT id FROM (${seen}) seen`));
  }

  async hidden(
    kind: MediaKind,
    ids: readonly number[],
    scope: MediaScope | null,
  ): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const seen = scope ? sql` AND ${this.within(kind, scope)}` : raw('');
    const rows = await this.database.select<{ id: number; secret: string }>(
      sql`SELECT m.id AS id, m.secret AS secret FROM ${tableOf(kind)} m
           WHERE m.id IN (${ids}) AND NOT ${this.within(kind, PUBLIC_MEDIA)}${seen}`,
    );
    return new Map(rows.map(({ id, secret }) => [id, secret]));
  }

  async secretOf(kind: MediaKind, id: number): Promise<string | null> {
    const [row] = await this.database.select<{ secret: string }>(
      sql`SELECT m.secret AS secret FROM ${tableOf(kind)} m WHERE m.id = ${id}`,
    );
    return row?.secret ?? null;
  }

  async among(kind: MediaKind, ids: readonly number[], scope: MediaScope): Promise<ReadonlySet<number>> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT m.id AS id FROM ${tableOf(kind)} m WHERE m.id IN (${ids}) AND ${this.within(kind, scope)}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * The newest ids within the scope, in no order. Each source is walked along the index of its ids: most
   * images of a site may be shown by none.
   *
   * @param before ids are lower; null for all
   */
  private seen(kind: MediaKind, scope: MediaScope, limit: number, before: number | null): Sql {
    const newest = this.sources(kind, scope).map(({ rows, id, condition }, index) => {
      const isBefore = before === null ? raw('') : sql` AND ${id} < ${before}`;
      return sql`SELECT id FROM (
        SELECT ${id} AS id FROM ${rows} WHERE ${id} > 0${isBefore} AND ${condition}
         GROUP BY ${id} ORDER BY ${id} DESC LIMIT ${limit}) ${raw(`source_${index}`)}`;
    });
    return joined(newest, ' UNION ');
  }

  /** A condition on the row `m` of an image or a document. */
  private within(kind: MediaKind, scope: MediaScope): Sql {
    const shows = this.sources(kind, scope).map(
      ({ rows, id, condition }) => sql`EXISTS (SELECT 1 FROM ${rows} WHERE ${id} = m.id AND ${condition})`,
    );
    return sql`(${joined(shows, ' OR ')})`;
  }

  /** Tables of outer modules are among them: a page is to be filtered before it is cut. */
  private sources(kind: MediaKind, scope: MediaScope): Source[] {
    const { includesPrivate, uploadedBy, inArticlesBy = null, inArticle = null } = scope;
    const sources = [this.articles(kind, includesPrivate ? IS_PUBLISHED : IS_PUBLIC)];
    if (kind === 'image') sources.push(AUTHORS, BADGES, sections(includesPrivate));
    if (uploadedBy !== null) sources.unshift(uploads(kind, uploadedBy));
    if (inArticlesBy !== null) sources.push(this.articles(kind, isBy(inArticlesBy)));
    if (inArticle !== null) sources.push(this.articles(kind, sql`a.id = ${inArticle}`));
    return sources;
  }

  /** @param condition of the article `a` */
  private articles(kind: MediaKind, condition: Sql): Source {
    const join = this.database.straightJoin;
    return {
      rows: sql`${raw(`article_${kind}s`)} x ${join} articles a ON a.id = x.article_id`,
      id: raw(`x.${kind}_id`),
      condition,
    };
  }
}

const tableOf = (kind: MediaKind): Sql => raw(`${kind}s`);

const AUTHORS: Source = { rows: raw('authors w'), id: raw('w.image_id'), condition: isThere('w.image_id') };
const BADGES: Source = { rows: raw('badges b'), id: raw('b.image_id'), condition: isThere('b.image_id') };
const sections = (includesPrivate: boolean): Source => ({
  rows: raw('sections h'),
  id: raw('h.header_image_id'),
  condition: sql`${isThere('h.header_image_id')}${includesPrivate ? raw('') : sql` AND h.status <> ${PRIVATE}`}`,
});
const uploads = (kind: MediaKind, authorId: number): Source => ({
  rows: sql`${tableOf(kind)} u`,
  id: raw('u.id'),
  condition: sql`u.uploaded_by = ${authorId}`,
});

/** The sum keeps optimisers from an index of states, where the primary key has found the article. */
const IS_PUBLISHED = sql`a.status + 0 = ${PUBLISHED}`;
const IS_PUBLIC = sql`${IS_PUBLISHED} AND ${IS_NOT_PRIVATE}`;

function isBy(authorId: number): Sql {
  const isAuthor = sql`EXISTS (SELECT 1 FROM article_authors w WHERE w.article_id = a.id AND w.author_id = ${authorId})`;
  return sql`a.status <> ${REMOVED} AND (a.created_by = ${authorId} OR ${isAuthor})`;
}

/** Images of articles are foreign keys; those of others may be of no image any more. */
function isThere(column: string): Sql {
  return raw(`EXISTS (SELECT 1 FROM images i WHERE i.id = ${column})`);
}
