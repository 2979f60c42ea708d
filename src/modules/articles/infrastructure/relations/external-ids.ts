import { OverloadedError } from '../../../../kernel/errors.js';
import { isInserted } from '../../../../platform/database/database-errors.js';
import { type Database, placeholders, type SqlValue } from '../../../../platform/database/database.js';

interface Identified {
  readonly providerId: number;
  readonly providerPostId: string | null;
}

/** Attempts when the article with the id is removed in between. */
const ATTEMPTS = 5;

/** External ids of the articles that are not removed: the key of the table decides who has one. */
export class ExternalIds {
  constructor(private readonly database: Database) {}

  /** @returns the article that has the id, null when it was free or there is none to take */
  async take(article: Identified & { readonly id: number }): Promise<number | null> {
    if (!article.providerPostId) return null;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await this.insert(article)) return null;
      const holder = await this.find(article);
      if (holder !== null) return holder === article.id ? null : holder;
    }
    throw new OverloadedError('database-busy', 'The id changes hands too often; nothing was changed.');
  }

  async free(articleId: number): Promise<void> {
    await this.database.defer('DELETE FROM provider_posts WHERE article_id = ?', [articleId]);
  }

  async find(identified: Identified): Promise<number | null> {
    const [row] = await this.database.rows<{ id: number }>(
      `SELECT article_id AS id FROM provider_posts WHERE ${SAME}`,
      keyOf(identified),
    );
    return row?.id ?? null;
  }

  /** Ids of a provider that articles already have, removed ones included. */
  async known(providerId: number, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.rows<{ id: string }>(
      `SELECT provider_post_id AS id FROM articles WHERE provider_id = ? AND provider_post_id IN (${placeholders(ids)})`,
      [providerId, ...ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  private insert(article: Identified & { readonly id: number }): Promise<boolean> {
    const key = keyOf(article);
    return isInserted(() =>
      this.database.execute(
        `INSERT INTO provider_posts (provider_id, provider_post_id, bytes, article_id)
         SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM provider_posts WHERE ${SAME})`,
        [...key, article.id, ...key],
      ),
    );
  }
}

const SAME = 'provider_id = ? AND provider_post_id = ? AND bytes = ?';

function keyOf({ providerId, providerPostId }: Identified): SqlValue[] {
  const id = providerPostId ?? '';
  return [providerId, id, Buffer.byteLength(id)];
}
