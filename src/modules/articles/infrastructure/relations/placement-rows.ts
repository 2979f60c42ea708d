import { type Database, placeholders, type SqlValue } from '../../../../platform/database/database.js';
import type { Article } from '../../domain/article.js';
import { type Placement, sentOf } from '../../domain/placement.js';
import type { RelationRow } from './relation-statement.js';

/** The lists of an article that are rows of a table: one for each author, section, tag and badge. */
const LISTS = {
  authors: { table: 'article_authors', columns: ['author_id', 'position'] },
  sections: { table: 'article_sections', columns: ['section_id', 'position', 'is_primary'] },
  tags: { table: 'article_tags', columns: ['slug', 'position', 'title', 'is_primary'] },
  badges: { table: 'article_badges', columns: ['badge_id', 'position'] },
} as const;

type List = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as List[];

/** Tables by which articles are found, so that they hold what articles are sorted by. */
export const LISTED: readonly string[] = ['article_authors', 'article_sections', 'article_tags'];

/** Rows of one list: the column that tells them apart, then the position and the other columns. */
type Rows = ReadonlyMap<SqlValue, readonly [position: number, ...others: SqlValue[]]>;

/**
 * Positions of stored rows by what they name, where these are not the places in the list: it may have lost
 * some since, or got some from a removed section.
 */
export type StoredPositions = Readonly<Record<List, ReadonlyMap<SqlValue, number>>>;

const AS_LISTED: ReadonlyMap<SqlValue, number> = new Map();

/** Positions of an article that has no rows yet. */
export const UNPLACED: StoredPositions = {
  authors: AS_LISTED,
  sections: AS_LISTED,
  tags: AS_LISTED,
  badges: AS_LISTED,
};

/** Positions of the rows of one article; of several that name one thing the first counts, as in lists. */
export function positionsOf(rows: readonly RelationRow[]): StoredPositions {
  const positions: Record<List, Map<SqlValue, number>> = {
    authors: new Map(),
    sections: new Map(),
    tags: new Map(),
    badges: new Map(),
  };
  for (const row of rows) {
    if (row.kind === 'fields' || row.kind === 'versions') continue;
    const key = row.kind === 'tags' ? row.slug : row.id;
    if (!positions[row.kind].has(key)) positions[row.kind].set(key, row.position);
  }
  return positions;
}

/** Placements as they are stored. */
export interface StoredPlacement {
  readonly placement: Placement;
  readonly positions: StoredPositions;
}

/** Writes the lists that differ. @returns their positions; those of before where no list differs */
export async function savePlacement(
  database: Database,
  article: Article,
  { placement, positions }: StoredPlacement,
): Promise<StoredPositions> {
  const before = rowsOf(placement);
  const after = rowsOf(article.placement);
  let saved = positions;
  for (const name of NAMES) {
    if (missingIn(before[name], after[name]).length + missingIn(after[name], before[name]).length === 0)
      continue;
    await saveList(database, name, article, storedAt(before[name], positions[name]), after[name]);
    saved = { ...saved, [name]: AS_LISTED };
  }
  return saved;
}

async function saveList(
  database: Database,
  name: List,
  { id, status, createdTs }: Article,
  before: Rows,
  after: Rows,
): Promise<void> {
  const { table, columns } = LISTS[name];
  const left = missingIn(after, before).map(([key]) => key);
  const stale = name === 'sections' ? await withRemoved(database, left) : left;
  const fresh = missingIn(before, after);
  if (stale.length > 0) {
    await database.defer(
      `DELETE FROM ${table} WHERE article_id = ? AND ${columns[0]} IN (${placeholders(stale)})`,
      [id, ...stale],
    );
  }
  if (fresh.length > 0) {
    // In the order of the keys, so that two transactions ask for the same locks in the same order.
    fresh.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
    const isListed = LISTED.includes(table);
    await database.deferRows(
      table,
      ['article_id', ...columns, ...(isListed ? ['status', 'created_ts'] : [])],
      fresh.map(([key, row]) => [id, key, ...row, ...(isListed ? [status, createdTs] : [])]),
    );
  }
}

/** Rows of the second list that the first one has not, or not in the same form. */
function missingIn(one: Rows, other: Rows): [SqlValue, readonly SqlValue[]][] {
  return [...other].filter(([key, row]) => !one.get(key)?.every((value, index) => value === row[index]));
}

function storedAt(rows: Rows, positions: ReadonlyMap<SqlValue, number>): Rows {
  return new Map(
    [...rows].map(([key, [place, ...others]]) => [key, [positions.get(key) ?? place, ...others]]),
  );
}

/** Sections with removed ones that count as one of them, until their posts have left. */
async function withRemoved(
  database: Database,
  sectionIds: readonly SqlValue[],
): Promise<readonly SqlValue[]> {
  if (sectionIds.length === 0) return [];
  const removed = await database.rows<{ id: number }>(
    `SELECT id FROM sections WHERE removed_to IN (${placeholders(sectionIds)})`,
    sectionIds,
  );
  return [...sectionIds, ...removed.map(({ id }) => id)];
}

function rowsOf({ authorIds, sections, tags, badges }: Placement): Record<List, Rows> {
  return {
    authors: new Map(authorIds.map((id, place) => [id, [place]])),
    sections: new Map(
      sentOf(sections).map(({ sectionId, isPrimary }, place) => [sectionId, [place, Number(isPrimary)]]),
    ),
    tags: new Map(tags.map(({ slug, title, isPrimary }, place) => [slug, [place, title, Number(isPrimary)]])),
    badges: new Map(sentOf(badges).map(({ badgeId }, place) => [badgeId, [place]])),
  };
}
