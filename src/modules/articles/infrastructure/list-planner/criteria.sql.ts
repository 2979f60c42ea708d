import type { UtcSeconds } from '../../../../kernel/clock.js';
import type { Database } from '../../../../platform/database/database.js';
import { joined, raw, type Sql, sql } from '../../../../platform/database/sql.js';
import type { ArticleCriteria } from '../../listing/article-criteria.js';
import { SectionStatus } from '../../../sections/domain/section.entity.js';
import { ArticleStatus } from '../../domain/article-record.js';
import type { IntegerRange } from '../../domain/own-fields.js';
import type { SearchMatch } from '../../listing/article-search.js';
import { storedValue } from '../relations/own-value-rows.js';
import { COUNTS_AS } from './removed-sections.js';

/**
 * Articles that have one thing in common (a section, a tag, a word …), as an index keeps them: in the order
 * of their publication time. In the SQL, `l` is the row of the set.
 */
export interface ArticleSet {
  readonly table: string;
  /** null where the primary key is the index. */
  readonly index: string | null;
  readonly id: 'id' | 'article_id';
  /** The criterion of its rows, besides their state. */
  readonly key: Sql;
  /** Whether rows tell the state of their article; the others are published. */
  readonly hasStatus: boolean;
}

/** A criterion: articles that are in at least one of the sets, or of the ranges where it has no sets. */
export interface Criterion {
  /** Sets in the order of time; none when no index has that order. */
  readonly sets: readonly ArticleSet[];
  /** The same articles in as few ranges of indexes as can be, in no order: for counting and sorting them. */
  readonly ranges: readonly ArticleSet[];
  /** Whether the article of a row of any other set meets the criterion, too. */
  holds(id: Sql): Sql;
}

export const TRUE = raw('1 = 1');
/** Statements have limits on their parameters. */
const MANY_TAGS = 500;
/** Clients name no more at a time; an engine of the site's own may find any number. */
const MANY_IDS = 1000;

/** Whether there is such a row. Not EXISTS, of which optimisers make a join that begins at its far end. */
const some = (rows: Sql): Sql => sql`(${rows} LIMIT 1) IS NOT NULL`;

const setOf = (table: string, index: string, key: Sql): ArticleSet => ({
  table,
  index,
  id: table === 'articles' ? 'id' : 'article_id',
  key,
  hasStatus: true,
});

export const ALL_ARTICLES = setOf('articles', 'articles_by_created', TRUE);

/** A criterion of one set. */
const single = (set: ArticleSet, holds: Criterion['holds']): Criterion => ({
  sets: [set],
  ranges: [set],
  holds,
});

/** Articles with a row in a table that meets the condition. @param meets makes it for a row of a name */
function having(table: string, index: string, meets: (row: string) => Sql): Criterion {
  const set = setOf(table, index, meets('l'));
  return single(set, (id) =>
    some(sql`SELECT 1 FROM ${raw(table)} m WHERE m.${raw(set.id)} = ${id} AND ${meets('m')}`),
  );
}

type Values = readonly (string | number)[];

/** Articles with a row in a table that has at least one of the values. */
const havingAny = (
  table: string,
  index: string,
  values: Values,
  has: (row: string, some: Values) => Sql,
): Criterion => ({
  ...having(table, index, (row) => has(row, values)),
  sets: values.map((value) => setOf(table, index, has('l', [value]))),
});

/** One value is compared with `=`, so that the order of the index is seen to hold. */
function isAmong(column: string, values: Values): Sql {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0
    ? sql`${raw(column)} = ${only}`
    : sql`${raw(column)} IN (${values})`;
}

/** Articles by columns of their own. */
const columns = (index: string, values: Readonly<Record<string, string | number>>): Criterion =>
  having('articles', index, (row) =>
    allOf(Object.entries(values).map(([name, value]) => is(`${row}.${name}`, value))),
  );

function is(name: string, value: string | number): Sql {
  const column = raw(name);
  // Servers take texts for equal that differ in blanks at their ends.
  return typeof value === 'number'
    ? sql`${column} = ${value}`
    : sql`${column} = ${value} AND octet_length(${column}) = ${Buffer.byteLength(value)}`;
}

/** Articles that meet at least one of the criteria. */
function anyOf(criteria: readonly Criterion[]): Criterion {
  const holds = (id: Sql) => criteria.map((one) => one.holds(id));
  return {
    sets: criteria.flatMap(({ sets }) => sets),
    ranges: criteria.flatMap(({ ranges }) => ranges),
    holds: (id) => sql`(${joined(holds(id), ' OR ')})`,
  };
}

const isOfType = (types: readonly string[]): Criterion =>
  anyOf(types.map((type) => columns('articles_by_type', { type })));

const carriesTag = (slugs: readonly string[]): Criterion =>
  havingAny('article_tags', 'article_tags_by_slug_listed', slugs, (row, some) =>
    isAmong(`${row}.slug`, some),
  );

/** The same for the tags of sections, where they are too many to be named one by one. */
const carriesTagOf = (sectionIds: readonly number[], slugs: readonly string[]): Criterion => ({
  ...carriesTag(slugs),
  ranges: [
    setOf(
      'article_tags',
      'article_tags_by_slug_listed',
      sql`l.slug IN (SELECT b.slug FROM section_tags b WHERE b.section_id IN (${sectionIds}))`,
    ),
  ],
  holds: (id) =>
    some(sql`SELECT 1 FROM article_tags m JOIN section_tags b ON b.slug = m.slug
              WHERE m.article_id = ${id} AND b.section_id IN (${sectionIds})`),
});

const isPlacedIn = (ids: readonly number[]): Criterion =>
  havingAny('article_sections', 'article_sections_by_section_listed', ids, (row, some) =>
    isAmong(`${row}.section_id`, some),
  );

/** In one of the sections: put there, or brought there by one of the sections' tags. */
function isInSection(ids: readonly number[], tagsOf: TagsOfSections): Criterion {
  const slugs = [...new Set(ids.flatMap((id) => tagsOf.get(id) ?? []))];
  if (slugs.length === 0) return isPlacedIn(ids);
  return anyOf([isPlacedIn(ids), slugs.length > MANY_TAGS ? carriesTagOf(ids, slugs) : carriesTag(slugs)]);
}

const holdsWord = (word: number): Criterion =>
  single(
    { table: 'article_words', index: null, id: 'article_id', key: sql`l.word = ${word}`, hasStatus: false },
    // The index of words is sorted by time as well, so the row at hand has to tell the time.
    (id) =>
      some(
        sql`SELECT 1 FROM article_words m WHERE m.word = ${word} AND m.created_ts = l.created_ts AND m.article_id = ${id}`,
      ),
  );

const isBy = (authorIds: readonly number[]): Criterion =>
  havingAny('article_authors', 'article_authors_by_author_listed', authorIds, (row, some) =>
    isAmong(`${row}.author_id`, some),
  );

/** The field of the extension has one of the values. */
const hasValue = (field: string, values: readonly string[]): Criterion =>
  havingAny(
    'article_fields',
    'article_fields_by_value_listed',
    values,
    (row, some) => sql`${raw(row)}.field = ${field} AND ${isAmong(`${row}.value`, some)}`,
  );

/** Own field with an integer within the range. Values are texts: no index is in the order of numbers. */
const hasNumber = (field: string, { from, to }: IntegerRange): Criterion => ({
  ...having('article_fields', 'article_fields_by_value_listed', (row) =>
    allOf([
      sql`${raw(row)}.field = ${field}`,
      ...(from === undefined ? [] : [sql`${raw(row)}.value + 0 >= ${from}`]),
      ...(to === undefined ? [] : [sql`${raw(row)}.value + 0 <= ${to}`]),
    ]),
  ),
  sets: [],
});

/** Rows of articles that have changed since. */
export const isUpdatedSince = (row: string, time: UtcSeconds): Sql => sql`${raw(row)}.updated_ts >= ${time}`;

/** No index has articles of a time of their last change in the order of their publication. */
const hasChangedSince = (time: UtcSeconds): Criterion => ({
  ...having('articles', 'articles_by_updated', (row) => isUpdatedSince(row, time)),
  sets: [],
});

const isOwnedBy = (authorId: number): Criterion =>
  anyOf([columns('articles_by_creator', { created_by: authorId }), isBy([authorId])]);

/** @param ids a list, or rows of them */
function isAnyOf(ids: readonly number[] | Sql): Criterion {
  const set: ArticleSet = { ...ALL_ARTICLES, index: null, key: sql`l.id IN (${ids})` };
  return single(set, (id) => sql`${id} IN (${ids})`);
}

export type TagsOfSections = ReadonlyMap<number, readonly string[]>;

/** The matches of a phrase. */
export function isOneOf(match: SearchMatch, database: Pick<Database, 'rowsOf'>): Criterion[] {
  if ('words' in match) return match.words.map(holdsWord);
  const { articleIds: ids } = match;
  return [isAnyOf(ids.length > MANY_IDS ? database.rowsOf(ids) : ids)];
}

/** The criteria of a query that select articles; those that only leave some out are {@link exclusions}. */
export function criteriaOf(criteria: ArticleCriteria, tagsOf: TagsOfSections): Criterion[] {
  const { ids, basename, type, anySections, allSections, anyAuthors, anyTags, ownedBy, fields, fieldRanges } =
    criteria;
  const { updatedFrom, anyTypes } = criteria;
  return [
    ...(ids ? [isAnyOf(ids)] : []),
    ...(basename === undefined ? [] : [columns('articles_by_basename', { basename })]),
    ...originOf(criteria),
    ...(ownedBy === undefined ? [] : [isOwnedBy(ownedBy)]),
    ...(updatedFrom === undefined ? [] : [hasChangedSince(updatedFrom)]),
    ...(allSections ?? []).map((id) => isInSection([id], tagsOf)),
    ...(anySections ? [isInSection(anySections, tagsOf)] : []),
    ...(anyAuthors ? [isBy(anyAuthors)] : []),
    ...(anyTags ? [carriesTag(anyTags)] : []),
    ...(type === undefined ? [] : [isOfType([type])]),
    ...(anyTypes ? [isOfType(anyTypes)] : []),
    ...Object.entries(fields ?? {}).map(([name, values]) => hasValue(name, values.map(storedValue))),
    ...Object.entries(fieldRanges ?? {}).map(([name, range]) => hasNumber(name, range)),
  ];
}

function originOf({ providerId, providerPostId }: ArticleCriteria): Criterion[] {
  const provider = providerId === undefined ? {} : { provider_id: providerId };
  if (providerPostId !== undefined) {
    return [columns('articles_by_provider', { provider_post_id: providerPostId, ...provider })];
  }
  return providerId === undefined ? [] : [columns('articles_by_origin', provider)];
}

/** Conditions on the row of a set that leave articles out. */
export function exclusions(criteria: ArticleCriteria, tagsOf: TagsOfSections, id: Sql): Sql[] {
  const { noIds = [], noSections = [], noAuthors = [], noTags = [], excludesPrivate } = criteria;
  const { publishedOrOwnedBy: owner } = criteria;
  const unwanted = [
    ...(noIds.length > 0 ? [isAnyOf(noIds)] : []),
    ...(noSections.length > 0 ? [isInSection(noSections, tagsOf)] : []),
    ...(noAuthors.length > 0 ? [isBy(noAuthors)] : []),
    ...(noTags.length > 0 ? [carriesTag(noTags)] : []),
  ];
  return [
    ...unwanted.map((criterion) => sql`NOT (${criterion.holds(id)})`),
    ...(excludesPrivate ? [isNotPrivate(id)] : []),
    ...(owner === undefined ? [] : [sql`(${isPublished(id)} OR ${isOwnedBy(owner).holds(id)})`]),
  ];
}

/** The conditions on the publication time. */
export function isWithin({ from, to }: ArticleCriteria): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`l.created_ts >= ${from}`]),
    ...(to === undefined ? [] : [sql`l.created_ts <= ${to}`]),
  ];
}

const isPublished = (id: Sql): Sql =>
  some(sql`SELECT 1 FROM articles m WHERE m.id = ${id} AND m.status = ${ArticleStatus.Published}`);

/** In no section, or in one that is not Private. */
function isNotPrivate(id: Sql): Sql {
  const put = (condition: Sql) =>
    some(sql`SELECT 1 FROM article_sections m JOIN sections p ON p.id = m.section_id JOIN sections s ON ${COUNTS_AS}
              WHERE m.article_id = ${id} AND ${condition}`);
  const brought = (condition: Sql) =>
    some(sql`SELECT 1 FROM article_tags m JOIN section_tags b ON b.slug = m.slug
              JOIN sections p ON p.id = b.section_id JOIN sections s ON ${COUNTS_AS} WHERE m.article_id = ${id} AND ${condition}`);
  const isOpen = sql`s.status <> ${SectionStatus.Private}`;
  return sql`(${put(isOpen)} OR ${brought(isOpen)} OR NOT (${put(TRUE)} OR ${brought(TRUE)}))`;
}

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? TRUE : joined(conditions, ' AND ');
}
