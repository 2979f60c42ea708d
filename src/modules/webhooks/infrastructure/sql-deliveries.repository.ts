import { Injectable } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../../kernel/clock.js';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { Written } from '../../../kernel/events/written.js';
import { Database } from '../../../platform/database/database.js';
import { packed, unpacked } from '../../../platform/database/rows/packed-text.js';
import { joined, raw, type Sql, sql, type SqlValue } from '../../../platform/database/sql.js';
import { DeliveriesRepository, type EventSnapshot } from '../domain/deliveries.repository.js';
import type { Attempt, Delivery, DeliveryStatus, NewDelivery, ToldEvent } from '../domain/delivery.js';

/** Characters of a packed post that fit into a packet of a server, beside the rest of the statement. */
const MAX_SNAPSHOT = 16_000_000;
const NEW_COLUMNS = 'webhook_id, event_id, action, article_id, version, author_id, created_ts, begin_ts';
const COLUMNS = `id, ${NEW_COLUMNS}, status, attempts, last_attempt_ts, response_status, response_body, next_attempt_ts, turn`;

interface Row {
  readonly id: number;
  readonly webhook_id: number;
  readonly event_id: string;
  readonly action: Delivery['action'];
  readonly article_id: number | null;
  readonly version: number | null;
  readonly author_id: number | null;
  readonly begin_ts: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly last_attempt_ts: number | null;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly next_attempt_ts: number | null;
}

@Injectable()
export class SqlDeliveriesRepository extends DeliveriesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
  ) {
    super();
  }

  async addSnapshot({ articleId, version, sections, post }: EventSnapshot): Promise<void> {
    const content = packed(post);
    if (content.length > MAX_SNAPSHOT) return;
    await this.database.defer(
      'INSERT INTO webhook_snapshots (article_id, version, sections, post, created_ts) VALUES (?, ?, ?, ?, ?)',
      [articleId, version, JSON.stringify(sections), content, this.clock.now()],
    );
  }

  async findSnapshot(articleId: number, version: number): Promise<EventSnapshot | null> {
    const [row] = await this.database.select<{ sections: string; post: string }>(
      sql`SELECT sections, post FROM webhook_snapshots WHERE article_id = ${articleId} AND version = ${version}`,
    );
    if (!row) return null;
    // Former versions of the service kept it as it is.
    const post = row.post.startsWith('{') ? row.post : unpacked(row.post);
    return { articleId, version, sections: JSON.parse(row.sections) as number[], post };
  }

  async add(webhookIds: readonly number[], event: ToldEvent, now: UtcSeconds): Promise<void> {
    const { eventId, articleId } = event;
    const known = await this.database.select<{ id: number }>(
      sql`SELECT webhook_id AS id FROM webhook_deliveries WHERE webhook_id IN (${webhookIds}) AND event_id = ${eventId}`,
    );
    const missing = webhookIds.filter((webhookId) => !known.some(({ id }) => id === webhookId));
    if (missing.length === 0) return;
    const waiting = await this.database.select<{ id: number; next: number; turn: number }>(
      sql`SELECT webhook_id AS id, MAX(next_attempt_ts) AS next, MAX(turn) + 1 AS turn FROM webhook_deliveries
           WHERE webhook_id IN (${missing}) AND article_id = ${articleId} AND status = 'pending' GROUP BY webhook_id`,
    );
    const lastOf = new Map(waiting.map(({ id, ...last }) => [id, last]));
    const rows = missing.map((webhookId) => {
      const { next, turn } = lastOf.get(webhookId) ?? { next: now, turn: 0 };
      const due = Math.max(now, next);
      return rowOf(
        { webhookId, ...event },
        now,
        sql`'pending', 0, ${null}, ${null}, ${null}, ${due}, ${turn}`,
      );
    });
    const { text, parameters } = insertionOf(rows);
    await this.database.defer(text, parameters);
  }

  async addAttempted(delivery: NewDelivery, attempt: Attempt, isDelivered: boolean): Promise<number> {
    const { at, responseStatus, responseBody } = attempt;
    const status = isDelivered ? 'delivered' : 'failed';
    const values = sql`${status}, 1, ${at}, ${responseStatus}, ${responseBody}, ${null}, 0`;
    const { text, parameters } = insertionOf([rowOf(delivery, at, values)]);
    const id = await this.database.insert(text, parameters);
    await this.events.publish(new Written('webhook-delivery', { id, verb: 'test' }));
    return id;
  }

  async find(webhookId: number, id: number): Promise<Delivery | null> {
    const [delivery] = await this.read(sql`WHERE webhook_id = ${webhookId} AND id = ${id}`);
    return delivery ?? null;
  }

  list(webhookId: number, limit: number, before: number | null): Promise<Delivery[]> {
    const earlier = before === null ? sql`` : sql` AND id < ${before}`;
    return this.read(sql`WHERE webhook_id = ${webhookId}${earlier} ORDER BY id DESC LIMIT ${limit}`);
  }

  async webhooksWithDue(now: UtcSeconds, limit: number): Promise<number[]> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT id FROM (SELECT w.id, (SELECT d.next_attempt_ts FROM webhook_deliveries d
                                         WHERE d.status = 'pending' AND d.webhook_id = w.id
                                         ORDER BY d.next_attempt_ts LIMIT 1) AS next
                            FROM webhooks w WHERE w.is_active = 1) waiting
           WHERE next <= ${now} ORDER BY next LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  due(webhookId: number, now: UtcSeconds, limit: number): Promise<Delivery[]> {
    return this.read(
      sql`d WHERE status = 'pending' AND webhook_id = ${webhookId} AND next_attempt_ts <= ${now}
             AND d.id = (SELECT e.id FROM webhook_deliveries e
                          WHERE e.webhook_id = d.webhook_id AND e.article_id = d.article_id AND e.status = 'pending'
                          ORDER BY e.turn, e.id LIMIT 1)
           ORDER BY next_attempt_ts, id LIMIT ${limit}`,
    );
  }

  async noteDelivered({ id, attempts }: Delivery, attempt: Attempt): Promise<void> {
    await this.note(
      id,
      attempt,
      sql`status = 'delivered', attempts = ${attempts + 1}, next_attempt_ts = ${null}`,
    );
  }

  async noteFailed(delivery: Delivery, attempt: Attempt, next: UtcSeconds | null): Promise<void> {
    const { id, webhookId, articleId, attempts, beginTs } = delivery;
    const status = next === null ? 'failed' : 'pending';
    const changed = await this.note(
      id,
      attempt,
      sql`status = ${status}, attempts = ${attempts + 1}, next_attempt_ts = ${next}`,
      // A replay during the attempt has begun anew.
      sql` AND attempts = ${attempts} AND begin_ts = ${beginTs}`,
    );
    if (changed === 0 || next === null || articleId === null) return;
    await this.run(
      sql`UPDATE webhook_deliveries SET next_attempt_ts = ${next}
           WHERE webhook_id = ${webhookId} AND article_id = ${articleId} AND status = 'pending' AND next_attempt_ts < ${next}`,
    );
  }

  async replay({ id, webhookId, articleId }: Delivery, now: UtcSeconds): Promise<void> {
    const [waiting] = await this.database.select<{ own: number | null; last: number | null }>(
      sql`SELECT MAX(CASE WHEN id = ${id} THEN turn END) AS own, MAX(turn) AS last FROM webhook_deliveries
           WHERE webhook_id = ${webhookId} AND article_id = ${articleId} AND status = 'pending'`,
    );
    // One that waits keeps its turn.
    const turn = waiting?.own ?? (waiting?.last ?? -1) + 1;
    await this.run(
      sql`UPDATE webhook_deliveries
             SET status = 'pending', attempts = 0, begin_ts = ${now}, next_attempt_ts = ${now}, turn = ${turn}
           WHERE id = ${id}`,
    );
    await this.run(
      sql`UPDATE webhook_deliveries SET next_attempt_ts = ${now}
           WHERE webhook_id = ${webhookId} AND article_id = ${articleId} AND status = 'pending'
             AND next_attempt_ts > ${now} AND (turn < ${turn} OR (turn = ${turn} AND id < ${id}))`,
    );
    await this.events.publish(new Written('webhook-delivery', { id, verb: 'replay' }));
  }

  async giveUp(webhookId: number): Promise<void> {
    await this.run(
      sql`UPDATE webhook_deliveries SET status = 'failed', next_attempt_ts = ${null} WHERE webhook_id = ${webhookId} AND status = 'pending'`,
    );
  }

  async oldestPending(now: UtcSeconds): Promise<number> {
    const [row] = await this.database.select<{ oldest: number | null }>(
      sql`SELECT MIN(begin_ts) AS oldest FROM webhook_deliveries WHERE status = 'pending'`,
    );
    return row?.oldest ? Math.max(0, now - row.oldest) : 0;
  }

  async forget(before: UtcSeconds, limit: number): Promise<number> {
    const snapshots = await this.run(
      sql`DELETE FROM webhook_snapshots WHERE ${this.isAmongFirst('webhook_snapshots', before, limit)}`,
    );
    const old = await this.idsOf(sql`created_ts < ${before} AND status <> 'pending'`, limit);
    if (old.length === 0) return snapshots;
    return snapshots + (await this.run(sql`DELETE FROM webhook_deliveries WHERE id IN (${old})`));
  }

  /** The oldest rows: up to the time of the last of them. */
  private isAmongFirst(table: string, before: UtcSeconds, limit: number): Sql {
    const name = raw(table);
    return sql`created_ts < ${before} AND created_ts <= COALESCE((SELECT last FROM (
      SELECT created_ts AS last FROM ${name} ORDER BY created_ts LIMIT 1 OFFSET ${limit}) page), ${before})`;
  }

  private async idsOf(condition: Sql, limit: number): Promise<number[]> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT id FROM webhook_deliveries WHERE ${condition} LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** @returns whether it was so, as 1 or 0 */
  private note(
    id: number,
    { at, responseStatus, responseBody }: Attempt,
    change: Sql,
    condition = sql``,
  ): Promise<number> {
    return this.run(
      sql`UPDATE webhook_deliveries SET ${change}, last_attempt_ts = ${at}, response_status = ${responseStatus}, response_body = ${responseBody}
           WHERE id = ${id} AND status = 'pending'${condition}`,
    );
  }

  private run({ text, parameters }: Sql): Promise<number> {
    return this.database.execute(text, parameters);
  }

  private async read(rest: Sql): Promise<Delivery[]> {
    const rows = await this.database.select<Row>(sql`SELECT ${raw(COLUMNS)} FROM webhook_deliveries ${rest}`);
    return rows.map(deliveryOf);
  }
}

/** @param rest values of the columns after the new ones */
function rowOf(delivery: NewDelivery, now: UtcSeconds, rest: Sql): Sql {
  const { webhookId, eventId, action, articleId, version, authorId } = delivery;
  const values: readonly SqlValue[] = [webhookId, eventId, action, articleId, version, authorId, now, now];
  return sql`(${values}, ${rest})`;
}

const insertionOf = (rows: readonly Sql[]): Sql =>
  sql`INSERT INTO webhook_deliveries (${raw(COLUMNS.slice('id, '.length))}) VALUES ${joined(rows, ', ')}`;

function deliveryOf(row: Row): Delivery {
  const at = row.last_attempt_ts;
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    action: row.action,
    articleId: row.article_id,
    version: row.version,
    authorId: row.author_id,
    status: row.status,
    attempts: row.attempts,
    beginTs: row.begin_ts,
    lastAttempt:
      at === null ? null : { at, responseStatus: row.response_status, responseBody: row.response_body ?? '' },
    nextAttemptTs: row.next_attempt_ts,
  };
}
