import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PlacedEvent } from '../events/committed-event.js';
import {
  type ConsumerReport,
  EventConsumersRepository,
  type Retry,
} from '../events/event-consumers.repository.js';
import type { ResourceKey } from '../events/event-store.js';

@Injectable()
export class SqlEventConsumersRepository extends EventConsumersRepository {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async add(names: readonly string[]): Promise<void> {
    const known = await this.database.select<{ name: string }>(
      sql`SELECT name FROM event_consumers WHERE name IN (${names})`,
    );
    const fresh = names.filter((name) => known.every((one) => one.name !== name));
    if (fresh.length === 0) return;
    await this.unitOfWork.run(async () => {
      const [order] = await this.database.rows<{ last: number }>(
        'SELECT last_position AS last FROM event_order WHERE id = 1',
      );
      const rows = fresh.map((name) => [name, order?.last ?? 0]);
      await this.database.upsert('event_consumers', ['name', 'position'], ['name'], rows, (column) => column);
    });
  }

  async withWork(): Promise<string[]> {
    const rows = await this.database.select<{ name: string }>(
      sql`SELECT c.name AS name FROM event_consumers c
           WHERE c.position < (SELECT last_position FROM event_order WHERE id = 1)
              OR EXISTS (SELECT 1 FROM event_retries r WHERE r.consumer = c.name AND r.due_ts <= ${this.database.clock})`,
    );
    return rows.map(({ name }) => name);
  }

  async positionOf(name: string): Promise<number> {
    const [row] = await this.database.select<{ position: number }>(
      sql`SELECT position FROM event_consumers WHERE name = ${name}`,
    );
    if (!row) throw new Error(`The database does not know the consumer ${name}.`);
    return row.position;
  }

  advance(name: string, position: number): Promise<void> {
    return this.write(
      sql`UPDATE event_consumers SET position = ${position} WHERE name = ${name} AND position < ${position}`,
    );
  }

  waiting(name: string, events: readonly PlacedEvent[]): Promise<ResourceKey[]> {
    const ids = [...new Set(events.map(({ resourceId }) => resourceId))];
    return this.database.select(
      sql`SELECT resource, resource_id AS resourceId FROM event_retries
           WHERE consumer = ${name} AND resource_id IN (${ids})`,
    );
  }

  dueRetries(name: string, limit: number): Promise<Retry[]> {
    return this.database.select(
      sql`SELECT resource, resource_id AS resourceId, position, attempts FROM event_retries
           WHERE consumer = ${name} AND due_ts <= ${this.database.clock} ORDER BY due_ts LIMIT ${limit}`,
    );
  }

  retryIn(name: string, { resource, resourceId, position, attempts }: Retry, seconds: number): Promise<void> {
    const columns = ['consumer', 'resource', 'resource_id', 'position', 'attempts', 'due_ts'];
    const { clock } = this.database;
    return this.unitOfWork.run(async () => {
      const [now] = await this.database.select<{ ts: number }>(sql`SELECT ${clock} AS ts`);
      const row = [name, resource, resourceId, position, attempts, Number(now?.ts) + seconds];
      await this.database.upsert('event_retries', columns, columns.slice(0, 3), [row]);
    });
  }

  endRetry(name: string, { resource, resourceId }: ResourceKey): Promise<void> {
    return this.write(
      sql`DELETE FROM event_retries WHERE consumer = ${name} AND resource = ${resource} AND resource_id = ${resourceId}`,
    );
  }

  reports(): Promise<ConsumerReport[]> {
    return this.database.select(
      sql`SELECT c.name AS name, (SELECT last_position FROM event_order WHERE id = 1) - c.position AS behind,
                 (SELECT COUNT(*) FROM event_retries r WHERE r.consumer = c.name) AS retries
            FROM event_consumers c ORDER BY c.name`,
    );
  }

  private async write({ text, parameters }: Sql): Promise<void> {
    await this.unitOfWork.run(() => this.database.execute(text, parameters));
  }
}
