import type { Database, SqlValue } from '../../../platform/database/database.js';
import { placeholders } from '../../../platform/database/database.js';

const NAME = 'administrator';

/**
 * The Administrator whom an empty site has. An import with the ids of its
 * folder takes it out of the way of the authors that come; afterwards its keys
 * are those of the first of them who has the same role. Part of units of work.
 */
export class Administrator {
  /** Meanwhile; no author of the folder can have it. */
  private readonly name: string;

  constructor(
    private readonly database: Database,
    importId: string,
  ) {
    this.name = `importing-${importId}`;
  }

  /** @param id above all that are imported */
  async setAside(id: number): Promise<void> {
    const [author] = await this.database.rows<Record<string, SqlValue>>('SELECT * FROM authors LIMIT 1');
    if (!author) return;
    const row: Record<string, SqlValue> = { ...author, id, name: this.name, email: null, email_key: null };
    const names = Object.keys(row);
    await this.database.execute(
      `INSERT INTO authors (${names.join(', ')}) VALUES (${placeholders(names)})`,
      Object.values(row),
    );
    await this.replace(Number(author.id), id);
  }

  /**
   * @returns the author who has the keys from now on; null when there was no
   *   Administrator, or it is back already
   */
  async bringBack(): Promise<number | null> {
    const [own] = await this.database.rows<{ id: number; role: string }>(
      'SELECT id, role FROM authors WHERE name = ?',
      [this.name],
    );
    if (!own) return null;
    const [first] = await this.database.rows<{ id: number | null }>(
      'SELECT MIN(id) AS id FROM authors WHERE role = ? AND id <> ?',
      [own.role, own.id],
    );
    if (typeof first?.id !== 'number') return this.stay(own.id);
    await this.replace(own.id, first.id);
    return first.id;
  }

  /** Names the Administrator that stays: no imported author has its rights. */
  private async stay(id: number): Promise<number> {
    const taken = await this.database.rows('SELECT 1 FROM authors WHERE name = ?', [NAME]);
    await this.database.execute('UPDATE authors SET name = ? WHERE id = ?', [
      taken.length > 0 ? `${NAME}-${id}` : NAME,
      id,
    ]);
    return id;
  }

  private async replace(former: number, next: number): Promise<void> {
    await this.database.execute('UPDATE api_keys SET author_id = ? WHERE author_id = ?', [next, former]);
    await this.database.execute('DELETE FROM authors WHERE id = ?', [former]);
  }
}
