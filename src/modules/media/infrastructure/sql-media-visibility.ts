import { Injectable } from '@nestjs/common';
import type { Page, Total } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { countUpTo, upToMost } from '../../../platform/database/rows/count-up-to.js';
import { joined, raw, type Sql, sql } from '../../../platform/database/sql.js';
import { type MediaKind, type MediaScope, PUBLIC_MEDIA } from '../domain/media-policy.js';
import { MediaVisibility } from '../domain/media-visibility.js';

/** Numbers of `ArticleStatus` and `SectionStatus`, whose modules are further out. */
const PUBLISHED = 0;
const PRIVATE = 1;
const REMOVED = 3;

/**
 * Tables that show images, besides those of articles. Tables of outer modules:
 * a page is to be filtered before it is cut.
 */
const AUTHORS = sql`EXISTS (SELECT 1 FROM authors w WHERE w.image_id = m.id)`;
const BADGES = sql`EXISTS (SELECT 1 FROM badges b WHERE b.image_id = m.id)`;
const sections = (includesPrivate: boolean): Sql =>
  sql`EXISTS (SELECT 1 FROM sections h WHERE h.header_image_id = m.id${
    includesPrivate ? raw('') : sql` AND h.status <> ${PRIVATE}`
  })`;

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
    const begins = after ? sql`m.id < ${after.id} AND` : raw('');
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT m.id AS id FROM ${tableOf(kind)} m WHERE ${begins} ${within(kind, scope)}
           ORDER BY m.id DESC LIMIT ${limit} OFFSET ${offset}`,
    );
    return rows.map(({ id }) => id);
  }

  total(kind: MediaKind, scope: MediaScope): Promise<Total> {
    const seen = sql`SELECT m.id AS id FROM ${tableOf(kind)} m WHERE ${within(kind, scope)}`;
    return countUpTo(this.database, upToMost(seen));
  }

  async hidden(
    kind: MediaKind,
    ids: readonly number[],
    scope: MediaScope | null,
  ): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const seen = scope ? sql` AND ${within(kind, scope)}` : raw('');
    const rows = await this.database.select<{ id: number; secret: string }>(
      sql`SELECT m.id AS id, m.secret AS secret FROM ${tableOf(kind)} m
           WHERE m.id IN (${ids}) AND NOT ${within(kind, PUBLIC_MEDIA)}${seen}`,
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
      sql`SELECT m.id AS id FROM ${tableOf(kind)} m WHERE m.id IN (${ids}) AND ${within(kind, scope)}`,
    );
    return new Set(rows.map(({ id }) => id));
  }
}

const tableOf = (kind: MediaKind): Sql => raw(`${kind}s`);

/** A condition on the row `m` of an image or a document. */
function within(kind: MediaKind, scope: MediaScope): Sql {
  const { includesPrivate, uploadedBy, inArticlesBy = null, inArticle = null } = scope;
  const shows = [articles(kind, includesPrivate)];
  if (kind === 'image') shows.push(AUTHORS, BADGES, sections(includesPrivate));
  if (uploadedBy !== null) shows.unshift(sql`m.uploaded_by = ${uploadedBy}`);
  if (inArticlesBy !== null) shows.push(articlesBy(kind, inArticlesBy));
  if (inArticle !== null) shows.push(shownBy(kind, sql`a.id = ${inArticle}`));
  return sql`(${joined(shows, ' OR ')})`;
}

function articles(kind: MediaKind, includesPrivate: boolean): Sql {
  const isSeen = includesPrivate ? raw('') : sql` AND ${IS_NOT_PRIVATE}`;
  return shownBy(kind, sql`a.status = ${PUBLISHED}${isSeen}`);
}

function articlesBy(kind: MediaKind, authorId: number): Sql {
  const isAuthor = sql`EXISTS (SELECT 1 FROM article_authors w WHERE w.article_id = a.id AND w.author_id = ${authorId})`;
  return shownBy(kind, sql`a.status <> ${REMOVED} AND (a.created_by = ${authorId} OR ${isAuthor})`);
}

/** Whether an article `a` with the condition shows the image or document `m`. */
function shownBy(kind: MediaKind, condition: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM ${raw(`article_${kind}s`)} x JOIN articles a ON a.id = x.article_id
    WHERE x.${raw(`${kind}_id`)} = m.id AND ${condition})`;
}
