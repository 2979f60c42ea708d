import { type Database, placeholders, type SqlValue } from '../../../../platform/database/database.js';
import type { Article } from '../../domain/article.js';
import type { OwnField, OwnFields, OwnValue, OwnValues } from '../../domain/own-fields.js';

const COLUMNS = ['article_id', 'field', 'value', 'text', 'status', 'created_ts'];
const KEYS = ['article_id', 'field'];

/** A value as it is kept: in the form in which lists ask for it. */
export const storedValue = (value: OwnValue): string => String(value);

/** A value that was kept; null for one that the field, as it is declared now, cannot have. */
export function readValue(field: OwnField, stored: string): OwnValue | null {
  const value = valueOf(field, stored);
  return field.faultOf(value) === null ? value : null;
}

function valueOf({ options: { type } }: OwnField, stored: string): OwnValue {
  if (type === 'boolean') return stored === 'true' ? true : stored === 'false' ? false : stored;
  return type === 'integer' ? Number(stored) : stored;
}

/** The fields of the extension in which an article differs from what it was. */
export function changedOwnFields(before: OwnValues, after: OwnValues): string[] {
  return Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null));
}

/** Writes the values that differ. @returns whether there are any */
export async function saveOwnValues(
  database: Database,
  article: Article,
  before: OwnValues,
  own: OwnFields,
): Promise<boolean> {
  const { id, status, createdTs, fields } = article;
  // In the order of the keys, so that two transactions ask for the same locks in the same order.
  const changed = changedOwnFields(before, fields).sort();
  if (changed.length === 0) return false;
  const cleared = changed.filter((name) => (fields[name] ?? null) === null);
  const rows = changed.flatMap((name) => {
    const columns = columnsOf(own.find(name), fields[name] ?? null);
    return columns ? [[id, name, ...columns, status, createdTs]] : [];
  });
  if (cleared.length > 0)
    await database.defer(
      `DELETE FROM article_fields WHERE article_id = ? AND field IN (${placeholders(cleared)})`,
      [id, ...cleared],
    );
  // An upsert: a row may exist whose value the field no longer allows.
  await database.deferUpsert('article_fields', COLUMNS, KEYS, rows);
  return true;
}

/** The columns `value` and `text`; null for nothing. */
function columnsOf(field: OwnField | undefined, value: OwnValue | null): readonly SqlValue[] | null {
  if (!field || value === null) return null;
  const stored = storedValue(value);
  return field.options.type === 'text' ? [null, stored] : [stored, null];
}

/**
 * Copies what lists are sorted by from the articles after an id.
 * @returns the last id; null when there are none
 */
export async function catchUpOwnValues(
  database: Database,
  names: readonly string[],
  after: number,
  limit: number,
): Promise<number | null> {
  if (names.length === 0) return null;
  const isOne = `field IN (${placeholders(names)})`;
  const articles = await database.rows<{ id: number }>(
    `SELECT DISTINCT article_id AS id FROM article_fields WHERE ${isOne} AND article_id > ? ORDER BY article_id LIMIT ?`,
    [...names, after, limit],
  );
  const ids = articles.map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return null;
  // One that is published meanwhile would be copied as the statement has found it.
  await database.rows(
    `SELECT id FROM articles WHERE id IN (${placeholders(ids)}) ORDER BY id${database.forShare}`,
    ids,
  );
  const ofArticle = (column: string) =>
    `(SELECT a.${column} FROM articles a WHERE a.id = article_fields.article_id)`;
  await database.execute(
    `UPDATE article_fields SET status = ${ofArticle('status')}, created_ts = ${ofArticle('created_ts')}
      WHERE ${isOne} AND article_id > ? AND article_id <= ?`,
    [...names, after, last],
  );
  return last;
}
