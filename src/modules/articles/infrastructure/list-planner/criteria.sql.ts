import type { UtcSeconds } from '../../../../kernel/clock.js';
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

/** Whether there is such a row. Not EXISTS, of which optimisers make a join that begins at its far end. */
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
const tagged = (slugs: readonly string[]): ArticleSet =>
  listed('article_tags', 'article_tags_by_slug_listed', isAmong('l.slug', slugs));
const placed = (ids: readonly number[]): ArticleSet =>
  listed('article_sections', 'article_sections_by_section_listed', isAmong('l.section_id', ids));

/** One value is compared with `=`, so that the order of the index is seen to hold. */
function isAmong(column: string, values: readonly (string | number)[]): Sql {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0
    ? sql`${raw(column)} = ${only}`
    : sql`${raw(column)} IN (${values})`;
}

/** A criterion of one set. */
const single = (set: ArticleSet, holds: Criterion['holds']): Criterion => ({
  sets: [set],
  ranges: [set],
  holds,
});

export const ALL_ARTICLES = articleSet('articles_by_created', TRUE);

/** A criterion on columns of the article itself. */
function columns(index: string, values: Readonly<Record<string, string | number>>): Criterion {
  const are = (alias: string): Sql =>
    allOf(Object.entries(values).map(([name, value]) => is(alias, name, value)));
  return single(articleSet(index, are('l')), (id) =>
    some(sql`SELECT 1 FROM articles m WHERE m.id = ${id} AND ${are('m')}`),
  );
}

function is(alias: string, name: string, value: string | number): Sql {
  const column = raw(`${alias}.${name}`);
  // Servers take texts for equal that differ in blanks at their ends.
  return typeof value === 'number'
    ? sql`${column} = ${value}`
    : sql`${column} = ${value} AND octet_length(${column}) = ${Buffer.byteLength(value)}`;
}

/** Articles that meet at least one of the criteria. */
function anyOf(criteria: readonly Criterion[]): Criterion {
  const sets = criteria.flatMap((one) => one.sets);
  const holds = (id: Sql) => criteria.map((one) => one.holds(id));
  return { sets, ranges: sets, holds: (id) => sql`(${joined(holds(id), ' OR ')})` };
}

const isOfType = (types: readonly string[]): Criterion =>
  anyOf(types.map((type) => columns('articles_by_type', { type })));

const carriesTag = (slugs: readonly string[]): Criterion => ({
  sets: slugs.map((slug) => tagged([slug])),
  ranges: [tagged(slugs)],
  holds: (id) => some(sql`SELECT 1 FROM article_tags m WHERE m.article_id = ${id} AND m.slug IN (${slugs})`),
});

/** The same for the tags of sections, where they are too many to be named one by one. */
const carriesTagOf = (sectionIds: readonly number[], slugs: readonly string[]): Criterion => ({
  sets: slugs.map((slug) => tagged([slug])),
  ranges: [
    listed(
      'article_tags',
      'article_tags_by_slug_listed',
      sql`l.slug IN (SELECT b.slug FROM section_tags b WHERE b.section_id IN (${sectionIds}))`,
    ),
  ],
  holds: (id) =>
    some(sql`SELECT 1 FROM article_tags m JOIN section_tags b ON b.slug = m.slug
              WHERE m.article_id = ${id} AND b.section_id IN (${sectionIds})`),
});

/** In one of the sections: put there, or brought there by one of the sections' tags. */
function isInSection(ids: readonly number[], tagsOf: TagsOfSections): Criterion {
  const slugs = [...new Set(ids.flatMap((id) => tagsOf.get(id) ?? []))];
  const tags = slugs.length > MANY_TAGS ? carriesTagOf(ids, slugs) : carriesTag(slugs);
  const isPlaced = (id: Sql): Sql =>
    some(sql`SELECT 1 FROM article_sections m WHERE m.article_id = ${id} AND m.section_id IN (${ids})`);
  const sets = ids.map((id) => placed([id]));
  if (slugs.length === 0) return { sets, ranges: [placed(ids)], holds: isPlaced };
  return {
    sets: [...sets, ...tags.sets],
    ranges: [placed(ids), ...tags.ranges],
    holds: (id) => sql`(${isPlaced(id)} OR ${tags.holds(id)})`,
  };
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

const written = (authorIds: readonly number[]): ArticleSet =>
  listed('article_authors', 'article_authors_by_author_listed', isAmong('l.author_id', authorIds));

const isBy = (authorIds: readonly number[]): Criterion => ({
  sets: authorIds.map((id) => written([id])),
  ranges: [written(authorIds)],
  holds: (id) =>
    some(sql`SELECT 1 FROM article_authors m WHERE m.article_id = ${id} AND m.author_id IN (${authorIds})`),
});

const valued = (field: string, values: readonly string[]): ArticleSet =>
  listed(
    'article_fields',
    'article_fields_by_value_listed',
    sql`l.field = ${field} AND ${isAmong('l.value', values)}`,
  );

/** The field of the extension has one of the values. */
const hasValue = (field: string, values: readonly string[]): Criterion => ({
  sets: values.map((value) => valued(field, [value])),
  ranges: [valued(field, values)],
  holds: (id) =>
    some(
      sql`SELECT 1 FROM article_fields m WHERE m.article_id = ${id} AND m.field = ${field} AND m.value IN (${values})`,
    ),
});

/** Own field with an integer within the range. Values are texts: no index is in the order of numbers. */
function hasNumber(field: string, { from, to }: IntegerRange): Criterion {
  const isWithin = (row: string): Sql =>
    allOf([
      ...(from === undefined ? [] : [sql`${raw(row)}.value + 0 >= ${from}`]),
      ...(to === undefined ? [] : [sql`${raw(row)}.value + 0 <= ${to}`]),
    ]);
  return {
    sets: [],
    ranges: [
      listed(
        'article_fields',
        'article_fields_by_value_listed',
        sql`l.field = ${field} AND ${isWithin('l')}`,
      ),
    ],
    holds: (id) =>
      some(
        sql`SELECT 1 FROM article_fields m WHERE m.article_id = ${id} AND m.field = ${field} AND ${isWithin('m')}`,
      ),
  };
}

/** Rows of articles that have changed since. */
export const isUpdatedSince = (row: string, time: UtcSeconds): Sql => sql`${raw(row)}.updated_ts >= ${time}`;

/** No index has articles of a time of their last change in the order of their publication. */
const hasChangedSince = (time: UtcSeconds): Criterion => ({
  sets: [],
  ranges: [articleSet('articles_by_updated', isUpdatedSince('l', time))],
  holds: (id) => some(sql`SELECT 1 FROM articles m WHERE m.id = ${id} AND ${isUpdatedSince('m', time)}`),
});

const isOwnedBy = (authorId: number): Criterion =>
  anyOf([columns('articles_by_creator', { created_by: authorId }), isBy([authorId])]);

function isAnyOf(ids: readonly number[]): Criterion {
  const set: ArticleSet = { ...articleSet('', sql`l.id IN (${ids})`), index: null };
  return single(set, (id) => sql`${id} IN (${ids})`);
}

export type TagsOfSections = ReadonlyMap<number, readonly string[]>;

/** The matches of a phrase. */
export function isOneOf(match: SearchMatch): Criterion[] {
  return 'words' in match ? match.words.map(holdsWord) : [isAnyOf(match.articleIds)];
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
