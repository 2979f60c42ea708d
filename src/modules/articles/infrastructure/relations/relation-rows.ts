import { type Database, padded } from '../../../../platform/database/database.js';
import { joined, raw, type Sql, sql } from '../../../../platform/database/sql.js';
import type { ArticleRelations } from '../../domain/article-view.js';
import type { AssignmentReason } from '../../domain/placement.js';
import { AUTHOR_VERSION } from './relation-facts.js';
import { COUNTS_AS, COUNTS_AS_ITSELF } from '../list-planner/removed-sections.js';

type Kind = keyof ArticleRelations;

interface Position {
  readonly articleId: number;
  readonly position: number;
}

/** A tag of an article. */
export interface TagRow extends Position {
  readonly kind: 'tags';
  readonly slug: string;
  readonly title: string;
  readonly isPrimary: number;
}

/** An author, a section or a badge of an article: which one, and as of which version. */
export interface PlacementRow extends Position {
  readonly kind: 'authors' | 'sections' | 'badges';
  readonly id: number;
  readonly version: number;
  readonly reason: AssignmentReason;
  readonly isPrimary: number;
  /** Bytes of the texts of a badge; 0 of others. */
  readonly bytes: number;
}

/** A field of the extension, and its value. */
export interface OwnValueRow extends Position {
  readonly kind: 'fields';
  readonly slug: string;
  readonly title: string;
}

export type RelationRow = TagRow | OwnValueRow | PlacementRow;

type Columns = Record<
  'position' | 'id' | 'version' | 'reason' | 'isPrimary' | 'bytes' | 'slug' | 'title',
  string
>;
/**
 * @param then joins a table that is to be read after the one before, whatever the optimiser guesses
 * @param countsAs joins a section that an article is in with the one that it is shown in
 */
type Source = (ids: readonly number[], then: Sql, countsAs: Sql) => Sql;

const EMPTY: Columns = {
  position: 'j.position',
  id: '0',
  version: '0',
  reason: "'sent'",
  isPrimary: '0',
  bytes: '0',
  slug: 'NULL',
  title: 'NULL',
};

/** Rows of one kind, with the columns of all, so that they fit into one statement. */
function rowsOf(kind: Kind, columns: Partial<Columns>, source: Source): Source {
  const values = Object.entries({ ...EMPTY, ...columns }).map(([name, value]) => `${value} AS ${name}`);
  const selected = raw(`'${kind}' AS kind, j.article_id AS articleId, ${values.join(', ')}`);
  return (...given) => sql`SELECT ${selected} ${source(...given)}`;
}

const SECTION = { id: 's.id', version: 's.version' };
const BADGE = { id: 'b.id', version: 'b.version', bytes: 'b.text_bytes' };

/**
 * Sections by tags come after sections that were sent. The few tags of the articles are read first: those of
 * sections and badges may be tags of very many articles.
 */
const BRANCHES: Readonly<Record<Kind, readonly Source[]>> = {
  authors: [
    rowsOf(
      'authors',
      { id: 'a.id', version: AUTHOR_VERSION },
      (ids) =>
        sql`FROM article_authors j JOIN authors a ON a.id = j.author_id WHERE j.article_id IN (${ids})`,
    ),
  ],
  sections: [
    rowsOf(
      'sections',
      { ...SECTION, isPrimary: 'j.is_primary' },
      (ids, then, countsAs) =>
        sql`FROM article_sections j ${then} sections p ON p.id = j.section_id ${then} sections s ON ${countsAs}
             WHERE j.article_id IN (${ids})`,
    ),
    rowsOf(
      'sections',
      { ...SECTION, reason: "'tag'", position: '1000000 + s.id' },
      (ids, then, countsAs) =>
        sql`FROM article_tags j ${then} section_tags t ON t.slug = j.slug
             ${then} sections p ON p.id = t.section_id ${then} sections s ON ${countsAs}
             WHERE j.article_id IN (${ids})`,
    ),
  ],
  tags: [
    rowsOf(
      'tags',
      { slug: 'j.slug', title: 'j.title', isPrimary: 'j.is_primary' },
      (ids) => sql`FROM article_tags j WHERE j.article_id IN (${ids})`,
    ),
  ],
  badges: [
    rowsOf(
      'badges',
      BADGE,
      (ids) => sql`FROM article_badges j JOIN badges b ON b.id = j.badge_id WHERE j.article_id IN (${ids})`,
    ),
    rowsOf(
      'badges',
      // Above all positions, also for the least order there is.
      { ...BADGE, reason: "'tag'", position: '4294967296 + b.sort_order' },
      (ids, then) =>
        sql`FROM article_tags j ${then} badge_tags t ON t.slug = j.slug ${then} badges b ON b.id = t.badge_id
             WHERE j.article_id IN (${ids})`,
    ),
  ],
  // Filled with the badges.
  badgeDetails: [],
  fields: [
    rowsOf(
      'fields',
      { position: '0', slug: 'j.field', title: 'COALESCE(j.text, j.value)' },
      (ids) => sql`FROM article_fields j WHERE j.article_id IN (${ids})`,
    ),
  ],
};
const ALL = Object.keys(BRANCHES) as Kind[];

/** The kinds of relations to read; own fields only where the extension declares some. */
export const relationKinds = (hasOwnFields: boolean): ReadonlySet<Kind> =>
  new Set(ALL.filter((kind) => hasOwnFields || kind !== 'fields'));

/**
 * All that is assigned to the articles in one statement, so that it costs one
 * round trip; each list in its order.
 *
 * @param withRemoved tells sections that are being removed by themselves, not by what they count as
 */
export async function readRelations(
  database: Database,
  ids: readonly number[],
  names: ReadonlySet<Kind>,
  withRemoved = false,
): Promise<RelationRow[]> {
  const branches = [...names].flatMap((name) => BRANCHES[name]);
  if (ids.length === 0 || branches.length === 0) return [];
  const list = padded(ids);
  const countsAs = withRemoved ? COUNTS_AS_ITSELF : COUNTS_AS;
  const parts = branches.map((branch) => branch(list, database.straightJoin, countsAs));
  const rows = await database.prepared<RelationRow>(joined(parts, '\n  UNION ALL\n'));
  return rows.sort((one, other) => one.position - other.position || idOf(one) - idOf(other));
}

const idOf = (row: RelationRow): number => ('id' in row ? row.id : 0);
