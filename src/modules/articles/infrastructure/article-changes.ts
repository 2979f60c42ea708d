import type { SqlValue } from '../../../platform/database/database.js';
import { changedFields, type FieldNames } from '../../../platform/database/rows/versioned-rows.js';
import type { OwnValues } from '../domain/own-fields.js';
import { type Placement, sentOf } from '../domain/placement.js';
import { changedOwnFields } from './relations/own-value-rows.js';

const TIME = 'updated_ts';

/**
 * Names that clients have for the columns of an article; null for what follows
 * from others, or changes with every edit.
 */
const FIELDS: FieldNames = {
  version: null,
  updated_ts: null,
  is_created_ts_fixed: null,
  is_type_fixed: null,
  first_published_ts: null,
  last_published_ts: null,
  publish_due_ts: null,
  publish_attempts: null,
  publish_error: null,
  basename: null,
  path: 'post_url',
  amp_path: null,
  description: null,
  media_html: null,
  rendering_version: null,
  words_count: null,
  likes_count: null,
  page_views_count: null,
};

export interface Snapshot {
  readonly row: ReadonlyMap<string, SqlValue>;
  readonly placement: Placement;
  readonly fields: OwnValues;
}

/**
 * The fields in which an article differs from what it was, as clients name them; the time of its last change
 * only where it was asked for, and nothing else differs.
 */
export function changedArticleFields(before: Snapshot, after: Snapshot): string[] {
  const changed = [...changedFields(before.row, after.row, FIELDS), ...changedLists(before, after)];
  const isOfTime = before.row.get(TIME) !== after.row.get(TIME);
  return changed.length === 0 && isOfTime ? [TIME] : changed;
}

function changedLists(before: Snapshot, after: Snapshot): string[] {
  const lists = [
    ['roar_author_ids', ({ authorIds }: Placement) => authorIds],
    ['sections', ({ sections }: Placement) => sentOf(sections).map(({ sectionId }) => sectionId)],
    ['primary_section', ({ sections }: Placement) => sections.find(isPrimary)?.sectionId],
    ['tags', ({ tags }: Placement) => tags.map(({ slug, title }) => [slug, title])],
    ['primary_tag', ({ tags }: Placement) => tags.find(isPrimary)?.slug],
    ['badges', ({ badges }: Placement) => sentOf(badges)],
  ] as const;
  const changed = lists.filter(
    ([, list]) => JSON.stringify(list(before.placement)) !== JSON.stringify(list(after.placement)),
  );
  return [...changed.map(([field]) => field), ...changedOwnFields(before.fields, after.fields)];
}

const isPrimary = (one: { readonly isPrimary: boolean }): boolean => one.isPrimary;

/** Columns of JSON that clients are shown as empty where they are null. */
const SHOWN_EMPTY = new Set([
  'page_list',
  'manual_image_crops',
  'teaser_manual_image_crops',
  'social_teaser_manual_image_crops',
  'product',
  'roar_specific_data',
]);

/** Whether an article differs in more than its version and the time of its last change. */
export function isChangedArticle(before: Snapshot, after: Snapshot): boolean {
  const columns = [...after.row.keys()].filter((column) => column !== 'version' && column !== 'updated_ts');
  const isSame = (column: string) => shown(before, column) === shown(after, column);
  return !columns.every(isSame) || changedLists(before, after).length > 0;
}

function shown({ row }: Snapshot, column: string): SqlValue | undefined {
  const value = row.get(column);
  return SHOWN_EMPTY.has(column) && (value === '{}' || value === '[]') ? null : value;
}
