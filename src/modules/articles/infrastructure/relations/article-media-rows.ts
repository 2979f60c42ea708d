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
 * @returns whether none was left out
 */
export async function saveShownMedia(
  database: Database,
  articleId: number,
  before: ShownMedia,
  after: ShownMedia,
): Promise<boolean> {
  let isComplete = true;
  for (const { ids, table, column, media } of KINDS) {
    const [old, now] = [new Set(before[ids]), new Set(after[ids])];
    const stale = before[ids].filter((id) => !now.has(id));
    const fresh = after[ids].filter((id) => !old.has(id));
    if (stale.length > 0) {
      await database.defer(
        `DELETE FROM ${table} WHERE article_id = ? AND ${column} IN (${placeholders(stale)})`,
        [articleId, ...stale],
      );
    }
    if (fresh.length > 0) {
      const noted = await database.execute(
        `INSERT INTO ${table} (article_id, ${column})
         SELECT ?, m.id FROM ${media} m WHERE m.id IN (${placeholders(fresh)})
            AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.article_id = ? AND t.${column} = m.id)`,
        [articleId, ...fresh, articleId],
      );
      if (noted < fresh.length) isComplete = false;
    }
  }
  return isComplete;
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
