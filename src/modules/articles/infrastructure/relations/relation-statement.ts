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
interface TagRow extends Position {
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

/** The version of an article as of which the statement finds the others. */
export interface VersionRow extends Position {
  readonly kind: 'versions';
  readonly version: number;
}

export type RelationRow = TagRow | OwnValueRow | PlacementRow | VersionRow;

/** A site may have none of these. */
type Optional = 'sectionTags' | 'badges';

/** Tells by 1 or 0 whether the site has them, in columns that all rows have. */
interface SiteRow {
  readonly kind: 'site';
  /** Tags of sections. */
  readonly id: number;
  /** Badges. */
  readonly version: number;
}

/** A part of the statement, which finds nothing where the site has none of what it needs. */
interface Branch {
  readonly select: Source;
  readonly needs?: Optional;
}

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

/** The columns of all kinds, so that their rows fit into one statement. */
function columnsOf(kind: Kind | 'site' | 'versions', articleId: string, columns: Partial<Columns>): Sql {
  const values = Object.entries({ ...EMPTY, ...columns }).map(([name, value]) => `${value} AS ${name}`);
  return raw(`'${kind}' AS kind, ${articleId} AS articleId, ${values.join(', ')}`);
}

function rowsOf(kind: Kind, columns: Partial<Columns>, source: Source, needs?: Optional): Branch {
  const selected = columnsOf(kind, 'j.article_id', columns);
  return { select: (...given) => sql`SELECT ${selected} ${source(...given)}`, ...(needs && { needs }) };
}

const SECTION = { id: 's.id', version: 's.version' };
const BADGE = { id: 'b.id', version: 'b.version', bytes: 'b.text_bytes' };

/**
 * Sections by tags come after sections that were sent. The few tags of the articles are read first: those of
 * sections and badges may be tags of very many articles.
 */
const BRANCHES: Readonly<Record<Kind, readonly Branch[]>> = {
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
      'sectionTags',
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
      'badges',
    ),
    rowsOf(
      'badges',
      // Above all positions, also for the least order there is.
      { ...BADGE, reason: "'tag'", position: '4294967296 + b.sort_order' },
      (ids, then) =>
        sql`FROM article_tags j ${then} badge_tags t ON t.slug = j.slug ${then} badges b ON b.id = t.badge_id
             WHERE j.article_id IN (${ids})`,
      'badges',
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

/** The rows that tell the versions of the articles. */
const versionsOf = (ids: readonly number[]): Sql =>
  sql`SELECT ${columnsOf('versions', 'a.id', { position: '0', version: 'a.version' })}
        FROM articles a WHERE a.id IN (${ids})`;

/** The row that tells what the site has. */
const SITE: Sql = sql`SELECT ${columnsOf('site', '0', {
  position: '0',
  id: 'EXISTS (SELECT 1 FROM section_tags)',
  version: 'EXISTS (SELECT 1 FROM badges)',
})}`;

const KINDS = Object.keys(BRANCHES) as Kind[];
const ALL: ReadonlySet<Optional> = new Set(['sectionTags', 'badges']);

/** The kinds of relations to read; own fields only where the extension declares some. */
export const relationKinds = (hasOwnFields: boolean): ReadonlySet<Kind> =>
  new Set(KINDS.filter((kind) => hasOwnFields || kind !== 'fields'));

/**
 * All that is assigned to articles by one statement, so that it costs one round trip.
 *
 * Three of its branches find nothing on a site without badges and tags of sections, and take the database 0.2
 * of 0.7 ms. They are left out when the statement before found that there is nothing. Each statement looks
 * again, and is followed by a whole one when there is: every instance shows the first badge at once.
 */
export class RelationStatement {
  private expected = ALL;

  constructor(private readonly database: Database) {}

  /**
   * @param withRemoved tells sections that are being removed by themselves, not by what they count as
   * @returns each list in its order, and the version of each article
   */
  async read(ids: readonly number[], names: ReadonlySet<Kind>, withRemoved = false): Promise<RelationRow[]> {
    const branches = [...names].flatMap((name) => BRANCHES[name]);
    if (ids.length === 0) return [];
    const countsAs = withRemoved ? COUNTS_AS_ITSELF : COUNTS_AS;
    const list = padded(ids);
    const parts = branches.map(({ select, needs }) => ({
      select: select(list, this.database.straightJoin, countsAs),
      needs,
    }));
    const send = async (expected: ReadonlySet<Optional>) => {
      const sent = parts.filter(({ needs }) => !needs || expected.has(needs)).map(({ select }) => select);
      return this.database.prepared<RelationRow | SiteRow>(
        joined([...sent, versionsOf(list), SITE], '\n  UNION ALL\n'),
      );
    };
    const { expected } = this;
    let rows = await send(expected);
    const found = siteOf(rows);
    this.expected = new Set(found);
    if (!found.every((one) => expected.has(one))) rows = await send(ALL);
    return rows
      .filter((row) => row.kind !== 'site')
      .sort((one, other) => one.position - other.position || idOf(one) - idOf(other));
  }
}

function siteOf(rows: readonly (RelationRow | SiteRow)[]): readonly Optional[] {
  const site = rows.find((row) => row.kind === 'site');
  return [...(site?.id ? ['sectionTags' as const] : []), ...(site?.version ? ['badges' as const] : [])];
}

const idOf = (row: RelationRow): number => ('id' in row ? row.id : 0);
