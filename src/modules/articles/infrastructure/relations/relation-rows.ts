import type { Database } from '../../../../platform/database/database.js';
import { joined, raw, type Sql, sql } from '../../../../platform/database/sql.js';
import type { BadgeCategory } from '../../../badges/domain/badge.entity.js';
import type { SectionStatus } from '../../../sections/domain/section.entity.js';
import type { ArticleRelations } from '../../domain/article-view.js';
import type { AssignmentReason } from '../../domain/placement.js';
import { COUNTS_AS } from '../list-planner/removed-sections.js';

type Kind = keyof ArticleRelations;

/** Something that is assigned to an article; what its kind does not have is empty. */
export interface RelationRow {
  readonly kind: Kind;
  readonly articleId: number;
  readonly position: number;
  readonly id: number;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly text: string | null;
  readonly reason: AssignmentReason;
  readonly status: SectionStatus;
  readonly isPrimary: number;
  readonly category: BadgeCategory;
  readonly imageId: number | null;
  readonly sortOrder: number;
  readonly tags: string | null;
  readonly link: string | null;
  readonly textBytes: number;
}

type Columns = Readonly<Record<Exclude<keyof RelationRow, 'kind'>, string>>;
/** @param then joins a table that is to be read after the one before, whatever the optimiser guesses */
type Source = (ids: readonly number[], then: Sql) => Sql;

const EMPTY: Columns = {
  articleId: 'j.article_id',
  position: 'j.position',
  id: '0',
  name: "''",
  firstName: 'NULL',
  lastName: 'NULL',
  text: 'NULL',
  reason: "''",
  status: '0',
  isPrimary: '0',
  category: '0',
  imageId: '0',
  sortOrder: '0',
  tags: 'NULL',
  link: 'NULL',
  textBytes: '0',
};

/** Rows of one list, with the columns of all of them, so that they fit into one statement. */
function rowsOf(kind: Kind, columns: Partial<Columns>, source: Source): Source {
  const values = Object.entries({ ...EMPTY, ...columns }).map(([name, value]) => `${value} AS ${name}`);
  const selected = raw(`'${kind}' AS kind, ${values.join(', ')}`);
  return (ids, then) => sql`SELECT ${selected} ${source(ids, then)}`;
}

const SECTION = {
  id: 's.id',
  name: 's.title',
  text: 's.full_url',
  status: 's.status',
  link: 's.page_settings',
};
const BADGE = {
  id: 'b.id',
  name: 'b.name',
  category: 'b.category',
  imageId: 'b.image_id',
  sortOrder: 'b.sort_order',
  textBytes: 'b.text_bytes',
};
const BADGE_TEXTS = { text: 'b.description', tags: 'b.tags', link: 'b.link' };

/** Texts of a badge that are longer are not read with each article that has it, but once. */
const SHORT_BYTES = 4096;
const short = (text: string): string => `CASE WHEN b.text_bytes <= ${SHORT_BYTES} THEN ${text} END`;
const BADGE_WITH_SHORT_TEXTS = {
  ...BADGE,
  text: short(BADGE_TEXTS.text),
  tags: short(BADGE_TEXTS.tags),
  link: short(BADGE_TEXTS.link),
};

/**
 * Sections by tags come after sections that were sent. The few tags of the articles are read first: those of sections and
 * badges may be tags of very many articles.
 */
const BRANCHES: Readonly<Record<Kind, readonly Source[]>> = {
  authors: [
    rowsOf(
      'authors',
      {
        id: 'a.id',
        name: 'a.name',
        firstName: 'a.first_name',
        lastName: 'a.last_name',
        text: 'a.about_html',
        link: 'a.about_html_safe',
        imageId: 'a.image_id',
      },
      (ids) =>
        sql`FROM article_authors j JOIN authors a ON a.id = j.author_id WHERE j.article_id IN (${ids})`,
    ),
  ],
  sections: [
    rowsOf(
      'sections',
      { ...SECTION, reason: "'sent'", isPrimary: 'j.is_primary' },
      (ids, then) =>
        sql`FROM article_sections j ${then} sections p ON p.id = j.section_id ${then} sections s ON ${COUNTS_AS}
             WHERE j.article_id IN (${ids})`,
    ),
    rowsOf(
      'sections',
      { ...SECTION, reason: "'tag'", position: '1000000 + s.id' },
      (ids, then) =>
        sql`FROM article_tags j ${then} section_tags t ON t.slug = j.slug
             ${then} sections p ON p.id = t.section_id ${then} sections s ON ${COUNTS_AS}
             WHERE j.article_id IN (${ids})`,
    ),
  ],
  tags: [
    rowsOf(
      'tags',
      { name: 'j.slug', text: 'j.title', isPrimary: 'j.is_primary' },
      (ids) => sql`FROM article_tags j WHERE j.article_id IN (${ids})`,
    ),
  ],
  badges: [
    rowsOf(
      'badges',
      { ...BADGE_WITH_SHORT_TEXTS, reason: "'sent'" },
      (ids) => sql`FROM article_badges j JOIN badges b ON b.id = j.badge_id WHERE j.article_id IN (${ids})`,
    ),
    rowsOf(
      'badges',
      // Above all positions, also for the least order there is.
      { ...BADGE_WITH_SHORT_TEXTS, reason: "'tag'", position: '4294967296 + b.sort_order' },
      (ids, then) =>
        sql`FROM article_tags j ${then} badge_tags t ON t.slug = j.slug ${then} badges b ON b.id = t.badge_id
             WHERE j.article_id IN (${ids})`,
    ),
  ],
  // They come with the badges.
  badgeDetails: [],
};
const ALL = new Set(Object.keys(BRANCHES) as Kind[]);

/** All that is assigned to the articles in one statement, so that it costs one round trip; each list in its order. */
export async function readRelations(
  database: Database,
  ids: readonly number[],
  names: ReadonlySet<Kind> = ALL,
): Promise<RelationRow[]> {
  const branches = [...names].flatMap((name) => BRANCHES[name]);
  if (ids.length === 0 || branches.length === 0) return [];
  const parts = branches.map((branch) => branch(ids, database.straightJoin));
  const rows = await database.select<RelationRow>(joined(parts, '\n  UNION ALL\n'));
  return rows.sort((one, other) => one.position - other.position || one.id - other.id);
}

/** Whether the texts of a badge were left out of its rows. */
export const isCut = ({ textBytes }: RelationRow): boolean => textBytes > SHORT_BYTES;

const wholeBadges = rowsOf(
  'badges',
  { ...BADGE, ...BADGE_TEXTS, articleId: '0', position: '0' },
  (ids) => sql`FROM badges b WHERE b.id IN (${ids})`,
);

/** Rows of badges with all of their texts, by id. */
export async function readBadges(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RelationRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.select<RelationRow>(wholeBadges(ids, database.straightJoin));
  return new Map(rows.map((row) => [row.id, row]));
}
