import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { mustExist } from '../../../kernel/errors.js';
import { Written } from '../../../kernel/events/written.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { lockRow } from '../../../platform/database/rows/lock-row.js';
import { RecordMapper } from '../../../platform/database/rows/record-mapper.js';
import { Webhook } from '../domain/webhook.entity.js';
import { WebhooksRepository } from '../domain/webhooks.repository.js';

@Injectable()
export class SqlWebhooksRepository extends WebhooksRepository {
  private readonly columns: RecordMapper<Webhook>;

  constructor(
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
    private readonly database: Database,
    private readonly events: DomainEvents,
  ) {
    super();
    this.columns = new RecordMapper(database, Webhook);
  }

  list(): Promise<Webhook[]> {
    return this.webhooks.find({ order: { id: 'ASC' } });
  }

  /** Active webhooks. Read for every event, hence without TypeORM, which takes longer than the database. */
  async active(): Promise<Webhook[]> {
    const columns = this.columns.selection('w');
    const rows = await this.database.rows<Record<string, unknown>>(
      `SELECT ${columns} FROM webhooks w WHERE w.is_active = 1 ORDER BY w.id`,
    );
    return rows.map((row) => this.columns.read(row, new Webhook()));
  }

  async holdActive(ids: readonly number[], position: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM webhooks
        WHERE is_active = 1 AND begins_after < ? AND id IN (${placeholders(ids)})${this.database.forShare}`,
      [position, ...ids],
    );
    return rows.map(({ id }) => id);
  }

  find(id: number): Promise<Webhook | null> {
    return this.webhooks.findOneBy({ id });
  }

  async getForUpdate(id: number): Promise<Webhook> {
    await lockRow(this.database, 'webhooks', id);
    return mustExist('webhook', id, await this.find(id));
  }

  async save(webhook: Webhook): Promise<void> {
    const verb = (webhook as Partial<Webhook>).id === undefined ? 'create' : 'edit';
    await this.webhooks.save(webhook);
    await this.events.publish(new Written('webhook', { id: webhook.id, verb }));
  }

  async remove(id: number): Promise<void> {
    await this.webhooks.delete({ id });
    await this.events.publish(new Written('webhook', { id, verb: 'delete' }));
  }

  async noteFailure(id: number, at: UtcSeconds): Promise<void> {
    await this.database.execute(
      'UPDATE webhooks SET failing_since_ts = ? WHERE id = ? AND failing_since_ts IS NULL',
      [at, id],
    );
  }

  async noteSuccess(id: number): Promise<void> {
    await this.database.execute(
      'UPDATE webhooks SET failing_since_ts = NULL WHERE id = ? AND failing_since_ts IS NOT NULL',
      [id],
    );
  }

  async switchOff(id: number, failingSince: UtcSeconds, reason: string): Promise<boolean> {
    const changed = await this.database.execute(
      'UPDATE webhooks SET is_active = 0, off_reason = ? WHERE id = ? AND is_active = 1 AND failing_since_ts <= ?',
      [reason, id, failingSince],
    );
    return changed > 0;
  }
}
