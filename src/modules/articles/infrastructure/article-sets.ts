import { joined, raw, type Sql, sql } from '../../../platform/database/sql.js';
import type { ArticleCriteria } from '../article-criteria.js';
import type { SearchMatch } from '../article-search.js';

/**
 * Articles that have one thing in common (a section, a tag, a word …), as an index keeps them: in the order of
 * their publication time. In the SQL, `l` is the row of the set.
 */
export interface ArticleSet {
  readonly table: string;
  /** null where the primary key is the index. */
  readonly index: string | null;
  readonly id: 'id' | 'article_id';
  /** What its rows have in common, besides their state. */
  readonly key: Sql;
  /** Whether rows tell the state of their article; the others are published. */
  readonly hasStatus: boolean;
}

/** A criterion: articles that are in at least one of the sets. */
export interface Criterion {
  readonly sets: readonly ArticleSet[];
  /** Whether the article of a row of any other set meets the criterion, too. */
  holds(id: Sql): Sql;
}

const TRUE = raw('1 = 1');

/** Whether there is such a row. Not EXISTS, which optimisers turn round into a join that begins at its far end. */
const some = (rows: Sql): Sql => sql`(${rows} LIMIT 1) IS NOT NULL`;

const articleSet = (index: string, key: Sql): ArticleSet => ({
  table: 'articles',
  index,
  id: 'id',
  key,
  hasStatus: true,
});
const listed = (table: string, index: string, key: Sql): ArticleSet => ({
  table,
  index,
  id: 'article_id',
  key,
  hasStatus: true,
});
const tagged = (slug: string): ArticleSet =>
  listed('article_tags', 'article_tags_by_slug_listed', sql`l.slug = ${slug}`);
const placed = (sectionId: number): ArticleSet =>
  listed('article_sections', 'article_sections_by_section_listed', sql`l.section_id = ${sectionId}`);

export const ALL_ARTICLES = articleSet('articles_by_created', TRUE);

/** A criterion on columns of the article itself. */
function column(index: string, name: string, value: string | number): Criterion {
  const is = (alias: string) => {
    const equal = sql`${raw(`${alias}.${name}`)} = ${value}`;
    // Servers take texts for equal that differ in blanks at their ends.
    return typeof value === 'number'
      ? equal
      : sql`${equal} AND octet_length(${raw(`${alias}.${name}`)}) = ${Buffer.byteLength(value)}`;
  };
  return {
    sets: [articleSet(index, is('l'))],
    holds: (id) => some(sql`SELECT 1 FROM articles m WHERE m.id = ${id} AND ${is('m')}`),
  };
}

const carriesTag = (slugs: readonly string[]): Criterion => ({
  sets: slugs.map(tagged),
  holds: (id) => some(sql`SELECT 1 FROM article_tags m WHERE m.article_id = ${id} AND m.slug IN (${slugs})`),
});

/** In one of the sections: put there, or brought there by one of the sections' tags. */
function isInSection(ids: readonly number[], tagsOf: TagsOfSections): Criterion {
  const slugs = [...new Set(ids.flatMap((id) => tagsOf.get(id) ?? []))];
  return {
    sets: [...ids.map(placed), ...slugs.map(tagged)],
    holds: (id) => {
      const isPlaced = some(
        sql`SELECT 1 FROM article_sections m WHERE m.article_id = ${id} AND m.section_id IN (${ids})`,
      );
      return slugs.length === 0 ? isPlaced : sql`(${isPlaced} OR ${carriesTag(slugs).holds(id)})`;
    },
  };
}

const holdsWord = (word: number): Criterion => ({
  sets: [
    { table: 'article_words', index: null, id: 'article_id', key: sql`l.word = ${word}`, hasStatus: false },
  ],
  // The index of words is sorted by time as well, so the row at hand has to tell the time.
  holds: (id) =>
    some(
      sql`SELECT 1 FROM article_words m WHERE m.word = ${word} AND m.created_ts = l.created_ts AND m.article_id = ${id}`,
    ),
});

const isOwnedBy = (authorId: number): Criterion => ({
  sets: [
    articleSet('articles_by_creator', sql`l.created_by = ${authorId}`),
    listed('article_authors', 'article_authors_by_author_listed', sql`l.author_id = ${authorId}`),
  ],
  holds: (id) => sql`(${some(sql`SELECT 1 FROM articles m WHERE m.id = ${id} AND m.created_by = ${authorId}`)}
    OR ${some(sql`SELECT 1 FROM article_authors m WHERE m.article_id = ${id} AND m.author_id = ${authorId}`)})`,
});

export type TagsOfSections = ReadonlyMap<number, readonly string[]>;

/** What was found for a phrase. */
export function isOneOf(match: SearchMatch): Criterion[] {
  if ('words' in match) return match.words.map(holdsWord);
  const ids = match.articleIds;
  return [
    {
      sets: [{ ...articleSet('articles_by_created', sql`l.id IN (${ids})`), index: null }],
      holds: (id) => sql`${id} IN (${ids})`,
    },
  ];
}

/** The criteria of a query that select articles; those that only leave some out are {@link exclusions}. */
export function criteriaOf(criteria: ArticleCriteria, tagsOf: TagsOfSections): Criterion[] {
  const { basename, type, providerId, providerPostId, anySections, allSections, anyTags, ownedBy } = criteria;
  return [
    ...(basename === undefined ? [] : [column('articles_by_basename', 'basename', basename)]),
    ...(providerPostId === undefined
      ? []
      : [column('articles_by_provider', 'provider_post_id', providerPostId)]),
    ...(ownedBy === undefined ? [] : [isOwnedBy(ownedBy)]),
    ...(allSections ?? []).map((id) => isInSection([id], tagsOf)),
    ...(anySections ? [isInSection(anySections, tagsOf)] : []),
    ...(anyTags ? [carriesTag(anyTags)] : []),
    ...(type === undefined ? [] : [column('articles_by_type', 'type', type)]),
    ...(providerId === undefined ? [] : [column('articles_by_origin', 'provider_id', providerId)]),
  ];
}

/** Conditions on the row of a set that leave articles out. */
export function exclusions(criteria: ArticleCriteria, tagsOf: TagsOfSections, id: Sql): Sql[] {
  const { noSections, excludesPrivate } = criteria;
  return [
    ...(noSections && noSections.length > 0 ? [sql`NOT (${isInSection(noSections, tagsOf).holds(id)})`] : []),
    ...(excludesPrivate ? [isNotPrivate(id)] : []),
  ];
}

/** The conditions on the publication time. */
export function isWithin({ from, to }: ArticleCriteria): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`l.created_ts >= ${from}`]),
    ...(to === undefined ? [] : [sql`l.created_ts <= ${to}`]),
  ];
}

const PRIVATE = 1;

/** In no section, or in one that is not Private. */
function isNotPrivate(id: Sql): Sql {
  const put = (condition: Sql) =>
    some(sql`SELECT 1 FROM article_sections m JOIN sections s ON s.id = m.section_id
              WHERE m.article_id = ${id} AND ${condition}`);
  const brought = (condition: Sql) =>
    some(sql`SELECT 1 FROM article_tags m JOIN section_tags b ON b.slug = m.slug JOIN sections s ON s.id = b.section_id
              WHERE m.article_id = ${id} AND ${condition}`);
  const isOpen = sql`s.status <> ${PRIVATE}`;
  return sql`(${put(isOpen)} OR ${brought(isOpen)} OR NOT (${put(TRUE)} OR ${brought(TRUE)}))`;
}

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? TRUE : joined(conditions, ' AND ');
}
