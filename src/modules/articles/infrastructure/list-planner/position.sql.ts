import type { Position } from '../../../../kernel/page.js';
import type { Database } from '../../../../platform/database/database.js';
import { raw, sql, type Sql } from '../../../../platform/database/sql.js';

export type Direction = 'ASC' | 'DESC';
/** Sort keys of a list, before the id: a key that is ZERO is the same constant in all rows. */
export type Keys = readonly [first: Sql, second: Sql];

export const ZERO = raw('0');

/** First key of pinned articles in an editorial order; others have 0. */
const PINNED = 1;

/** Start of a page: behind the last article of the page before. */
export class Beginning {
  constructor(
    private readonly database: Database,
    private readonly after: Position | null | undefined,
    private readonly direction: Direction,
  ) {}

  /** The condition on rows with all keys and the id; none for the first page. */
  of(...columns: readonly [...keys: Keys, id: Sql]): Sql[] {
    return this.after ? [this.behind(columns, [...this.after.keys, this.after.id])] : [];
  }

  /**
   * The same in an editorial order: its pins are numbered anew by every edit, so the pin at which the page
   * before ended tells where the next one begins.
   */
  async atPin(sectionId: number): Promise<Beginning> {
    const { after } = this;
    if (after?.keys[0] !== PINNED) return this;
    const [pin] = await this.database.select<{ position: number }>(
      sql`SELECT position FROM section_pins WHERE section_id = ${sectionId} AND article_id = ${after.id}`,
    );
    return pin
      ? new Beginning(this.database, { ...after, keys: [PINNED, -pin.position] }, this.direction)
      : this;
  }

  /** The condition on an index that is sorted by the one key that is not ZERO, and by the id. */
  along([first, second]: Keys, id: Sql): Sql[] {
    if (!this.after) return [];
    const [k1 = 0, k2 = 0] = this.after.keys;
    if (first !== ZERO) return [this.behind([first, id], [k1, this.after.id])];
    // The page before ended among rows that precede these, so all of these follow.
    return k1 > 0 ? [] : [this.behind([second, id], [k2, this.after.id])];
  }

  private behind(columns: readonly Sql[], place: readonly number[]): Sql {
    return this.database.behind(columns, place, this.direction);
  }
}
