import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { OverloadedError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { parseJson } from '../../../platform/database/columns.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Audience } from '../domain/audience.js';
import type { PlacedEvent } from '../events/committed-event.js';
import { type EventExtent, EventStore, type ResourceKey } from '../events/event-store.js';

interface EventRow extends Omit<PlacedEvent, 'id' | 'at' | 'fields' | 'audience'> {
  readonly id: number;
  readonly createdTs: UtcSeconds;
  readonly fields: string;
  readonly audience: string | null;
}

/** Events of one statement. */
const BATCH = 500;
/** Events that a request gives places to at most: more wait only where no instance schedules. */
const MAX_PLACED = 20 * BATCH;
/** Events without places that a mark counts. */
const MAX_MARKED = 1000;

@Injectable()
export class SqlEventStore extends EventStore {
  private readonly selection: Sql;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    this.selection = sql`SELECT id, position, resource, resource_id AS resourceId, verb, version, created_ts AS createdTs,
                                author_id AS authorId, fields, audience FROM events`;
  }

  async place(limit: number): Promise<number> {
    const isAny = await this.database.rows('SELECT id FROM events WHERE position IS NULL LIMIT 1');
    return isAny.length > 0 ? this.unitOfWork.run(() => this.placeSome(limit)) : 0;
  }

  placeAll(): Promise<number> {
    return this.unitOfWork.run(async () => {
      await this.database.rows(`SELECT id FROM event_order WHERE id = 1${this.database.forUpdate}`);
      for (let placed = 0; placed < MAX_PLACED; placed += BATCH)
        if ((await this.placeSome(BATCH)) === 0) return (await this.extent()).last;
      throw new OverloadedError(
        'events-behind',
        'Too many changes wait for their turn; try again in a moment.',
      );
    });
  }

  private async placeSome(limit: number): Promise<number> {
    const [order] = await this.database.rows<{ last: number }>(
      `SELECT last_position AS last FROM event_order WHERE id = 1${this.database.forUpdateOfFree}`,
    );
    if (!order) return 0;
    // Events of one resource are written in its order: each waits for the row of the resource.
    const fresh = await this.database.rows<{ id: number }>(
      'SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT ?',
      [limit],
    );
    if (fresh.length === 0) return 0;
    const ids = fresh.map(({ id }) => id);
    // By the key: a scan of a small table would wait for events that are not committed yet.
    const table = this.database.dialect === 'mysql' ? 'events FORCE INDEX (PRIMARY)' : 'events';
    await this.database.execute(
      `UPDATE ${table} SET position = CASE id ${'WHEN ? THEN ? '.repeat(ids.length)}END WHERE id IN (${placeholders(ids)})`,
      [...ids.flatMap((id, index) => [id, order.last + 1 + index]), ...ids],
    );
    await this.database.execute('UPDATE event_order SET last_position = ? WHERE id = 1', [
      order.last + ids.length,
    ]);
    return ids.length;
  }

  async countUnplaced(most: number): Promise<number> {
    const [row] = await this.database.select<{ number: number }>(
      sql`SELECT COUNT(*) AS number FROM (SELECT id FROM events WHERE position IS NULL LIMIT ${most}) unplaced`,
    );
    return row?.number ?? 0;
  }

  after(position: number, limit: number): Promise<PlacedEvent[]> {
    return this.read(sql`WHERE position > ${position} ORDER BY position LIMIT ${limit}`);
  }

  of(
    { resource, resourceId }: ResourceKey,
    first: number,
    last: number,
    limit: number,
  ): Promise<PlacedEvent[]> {
    return this.read(
      sql`WHERE resource = ${resource} AND resource_id = ${resourceId} AND position BETWEEN ${first} AND ${last}
           ORDER BY position LIMIT ${limit}`,
    );
  }

  async extent(): Promise<EventExtent> {
    const [order] = await this.database.rows<EventExtent>(
      'SELECT last_position AS last, forgotten_position AS forgotten FROM event_order WHERE id = 1',
    );
    return order ?? { last: 0, forgotten: 0 };
  }

  async mark(): Promise<string | null> {
    // A committed event is without a place, one more than before, or has moved the last place.
    const [state] = await this.database.select<{ last: number; unplaced: number }>(
      sql`SELECT last_position AS last,
                 (SELECT COUNT(*)
                    FROM (SELECT id FROM events WHERE position IS NULL LIMIT ${MAX_MARKED + 1}) waiting) AS unplaced
            FROM event_order WHERE id = 1`,
    );
    return state && state.unplaced <= MAX_MARKED ? `${state.last}+${state.unplaced}` : null;
  }

  async timeOf(position: number): Promise<UtcSeconds | null> {
    const [event] = await this.database.select<{ createdTs: UtcSeconds }>(
      sql`SELECT created_ts AS createdTs FROM events WHERE position = ${position}`,
    );
    return event?.createdTs ?? null;
  }

  forget(before: UtcSeconds, consumers: readonly string[], limit: number): Promise<number> {
    return this.unitOfWork.run(async () => {
      const handled = await this.handledBy(consumers);
      const rows = await this.database.rows<{ position: number; createdTs: UtcSeconds }>(
        'SELECT position, created_ts AS createdTs FROM events WHERE position IS NOT NULL ORDER BY position LIMIT ?',
        [limit],
      );
      const kept = rows.findIndex(({ position, createdTs }) => createdTs >= before || position > handled);
      const last = (kept < 0 ? rows.at(-1) : rows[kept - 1])?.position;
      if (last === undefined) return 0;
      await this.database.execute('DELETE FROM events WHERE position <= ?', [last]);
      await this.database.execute('UPDATE event_order SET forgotten_position = ? WHERE id = 1', [last]);
      return kept < 0 ? rows.length : kept;
    });
  }

  /** The place up to which all of the consumers have handled everything. */
  private async handledBy(consumers: readonly string[]): Promise<number> {
    if (consumers.length === 0) return Infinity;
    const rows = await this.database.select<{ position: number }>(
      sql`SELECT position FROM event_consumers WHERE name IN (${consumers})
          UNION ALL SELECT MIN(position) - 1 FROM event_retries WHERE consumer IN (${consumers}) HAVING COUNT(*) > 0`,
    );
    return Math.min(...rows.map(({ position }) => position));
  }

  private async read(condition: Sql): Promise<PlacedEvent[]> {
    const rows = await this.database.select<EventRow>(sql`${this.selection} ${condition}`);
    return rows.map(({ id, fields, audience, createdTs, ...event }) => ({
      ...event,
      id: `evt_${id}`,
      at: createdTs,
      fields: parseJson(fields) as readonly string[],
      audience: parseJson(audience) as Audience | null,
    }));
  }
}
