import { Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import {
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from '../../../platform/database/columns.js';

/** An article as it was at an event, written in the transaction of the change. */
@Entity('webhook_snapshots')
export class WebhookSnapshot {
  @PrimaryColumn({ type: 'int' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  version!: number;

  @JsonColumn()
  sections!: readonly number[] | null;

  /** Packed; JSON as it is in rows of former versions. */
  @TextColumn({ nullable: false })
  post!: string;

  @Index('webhook_snapshots_by_created')
  @SecondsColumn()
  createdTs!: UtcSeconds;
}

@Entity('webhook_deliveries')
@Index('webhook_deliveries_once', ['webhookId', 'eventId'], { unique: true })
@Index('webhook_deliveries_due', ['status', 'webhookId', 'nextAttemptTs'])
@Index('webhook_deliveries_of_article', ['webhookId', 'articleId', 'status', 'nextAttemptTs'])
@Index('webhook_deliveries_of_webhook', ['webhookId', 'id'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @IntegerColumn()
  webhookId!: number;

  @KeyColumn(64)
  eventId!: string;

  @KeyColumn(20)
  action!: string;

  @IntegerColumn({ nullable: true })
  articleId!: number | null;

  @IntegerColumn({ nullable: true })
  version!: number | null;

  @IntegerColumn({ nullable: true })
  authorId!: number | null;

  @KeyColumn(10)
  status!: string;

  @IntegerColumn({ default: 0 })
  attempts!: number;

  @SecondsColumn()
  beginTs!: UtcSeconds;

  @SecondsColumn({ nullable: true })
  lastAttemptTs!: UtcSeconds | null;

  @IntegerColumn({ nullable: true })
  responseStatus!: number | null;

  @TextColumn()
  responseBody!: string | null;

  @SecondsColumn({ nullable: true })
  nextAttemptTs!: UtcSeconds | null;

  /** Its place among those of its webhook and article that wait; of one turn the lower id goes first. */
  @IntegerColumn({ default: 0 })
  turn!: number;

  @Index('webhook_deliveries_by_created')
  @SecondsColumn()
  createdTs!: UtcSeconds;
}
