import { type Database, placeholders } from '../database.js';

/** The slugs of tags that records of one kind have, in a table of their own. */
export class TagRows {
  /** @param owner column of the id of the record: `badge_id` */
  constructor(
    private readonly database: Database,
    private readonly table: 'badge_tags' | 'section_tags',
    private readonly owner: 'badge_id' | 'section_id',
  ) {}

  /** The slugs of each record, also of those that have none. */
  async of(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const slugs = new Map<number, string[]>(ids.map((id) => [id, []]));
    if (ids.length === 0) return slugs;
    const rows = await this.database.rows<{ id: number; slug: string }>(
      `SELECT ${this.owner} AS id, slug FROM ${this.table} WHERE ${this.owner} IN (${placeholders(ids)})`,
      ids,
    );
    for (const { id, slug } of rows) slugs.get(id)?.push(slug);
    return slugs;
  }

  /** Writes only what differs: a DELETE that finds nothing would hold up others who insert. */
  async save(id: number, slugs: readonly string[]): Promise<void> {
    const stored = (await this.of([id])).get(id) ?? [];
    const stale = stored.filter((slug) => !slugs.includes(slug));
    const fresh = slugs.filter((slug) => !stored.includes(slug)).sort();
    if (stale.length > 0)
      await this.database.execute(
        `DELETE FROM ${this.table} WHERE ${this.owner} = ? AND slug IN (${placeholders(stale)})`,
        [id, ...stale],
      );
    if (fresh.length > 0)
      await this.database.insertRows(
        this.table,
        [this.owner, 'slug'],
        fresh.map((slug) => [id, slug]),
      );
  }
}
