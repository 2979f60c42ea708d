import type { Database } from '../database.js';

interface StoredHtml {
  readonly id: number;
  readonly html: string;
}

/**
 * The column `about_html` of a table, beside which `about_html_safe` holds what readers may be shown of it.
 */
export class SafeHtmlColumn {
  constructor(
    private readonly database: Database,
    private readonly table: 'authors' | 'sections',
    /** Of the rows that readers are shown. */
    private readonly condition = '1 = 1',
  ) {}

  /**
   * Ids of rows whose shown text holds a part, which has no wildcards of LIKE. All texts of the table are
   * looked through: 100,000 take 0.05 to 0.2 s.
   */
  async holding(part: string, limit: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM ${this.table} WHERE ${this.condition}
          AND COALESCE(about_html_safe, about_html) LIKE ? ORDER BY id LIMIT ?`,
      [`%${part}%`, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Texts that have no safe form yet. */
  listUnrendered(limit: number): Promise<StoredHtml[]> {
    return this.database.rows(
      `SELECT id, about_html AS html FROM ${this.table}
        WHERE about_html_safe IS NULL AND about_html <> '' ORDER BY id LIMIT ?`,
      [limit],
    );
  }

  /** Stores the safe form of a text, unless the text has changed meanwhile. */
  async keepRendering({ id, html }: StoredHtml, safe: string): Promise<void> {
    await this.database.execute(
      `UPDATE ${this.table} SET about_html_safe = ? WHERE id = ? AND about_html = ?`,
      [safe, id, html],
    );
  }
}
