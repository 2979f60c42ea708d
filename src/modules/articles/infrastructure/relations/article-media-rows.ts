import { type Database, placeholders } from '../../../../platform/database/database.js';
import type { ShownMedia } from '../../domain/article-images.js';

const KINDS = [
  { ids: 'imageIds', table: 'article_images', column: 'image_id', media: 'images' },
  { ids: 'documentIds', table: 'article_documents', column: 'document_id', media: 'documents' },
] as const;

/**
 * Notes what an article shows now; ids that nothing has are left out. What is noted stays until the
 * transaction ends: the foreign keys see to it.
 *
 * @param before what is noted; null where it was found by other rules and has to be read
 * @returns whether none was left out
 */
export async function saveShownMedia(
  database: Database,
  articleId: number,
  before: ShownMedia | null,
  after: ShownMedia,
): Promise<boolean> {
  let isComplete = true;
  for (const { ids, table, column, media } of KINDS) {
    const noted = before?.[ids] ?? (await notedIds(database, table, column, articleId));
    const [old, now] = [new Set(noted), new Set(after[ids])];
    const stale = noted.filter((id) => !now.has(id));
    const fresh = after[ids].filter((id) => !old.has(id));
    if (stale.length > 0) {
      await database.defer(
        `DELETE FROM ${table} WHERE article_id = ? AND ${column} IN (${placeholders(stale)})`,
        [articleId, ...stale],
      );
    }
    if (fresh.length > 0) {
      const found = await database.execute(
        `INSERT INTO ${table} (article_id, ${column})
         SELECT ?, m.id FROM ${media} m WHERE m.id IN (${placeholders(fresh)})
            AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.article_id = ? AND t.${column} = m.id)`,
        [articleId, ...fresh, articleId],
      );
      if (found < fresh.length) isComplete = false;
    }
  }
  return isComplete;
}

async function notedIds(
  database: Database,
  table: string,
  column: string,
  articleId: number,
): Promise<readonly number[]> {
  const rows = await database.rows<{ id: number }>(
    `SELECT ${column} AS id FROM ${table} WHERE article_id = ?`,
    [articleId],
  );
  return rows.map(({ id }) => id);
}

/** Ids of the articles that show an image or a document, but for removed ones. */
export async function articlesWith(
  database: Database,
  kind: 'image' | 'document',
  id: number,
  { limit, removed }: { readonly limit: number; readonly removed: number },
): Promise<number[]> {
  const rows = await database.rows<{ id: number }>(
    `SELECT a.id AS id FROM article_${kind}s m JOIN articles a ON a.id = m.article_id
      WHERE m.${kind}_id = ? AND a.status <> ? ORDER BY a.id LIMIT ?`,
    [id, removed, limit],
  );
  return rows.map((row) => row.id);
}
