import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn, KeyColumn, SecondsColumn, TextColumn } from '../../../platform/database/columns.js';

/** A key that a request was sent with, and what it was answered. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn({ type: 'int' })
  authorId!: number;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  name!: string;

  @KeyColumn(64)
  fingerprint!: string;

  /** JSON; null where the answer is empty, or large. */
  @TextColumn()
  answer!: string | null;

  /** JSON. */
  @TextColumn()
  headers!: string | null;

  /** Null for 200, in rows of former times. */
  @IntegerColumn({ nullable: true })
  status!: number | null;

  /** Number of parts of a large response. */
  @IntegerColumn({ default: 0 })
  parts!: number;

  @Index('idempotency_keys_by_created')
  @SecondsColumn()
  createdTs!: number;
}

/** A part of a large answer. */
@Entity('idempotency_answers')
export class IdempotencyAnswer {
  @PrimaryColumn({ type: 'int' })
  authorId!: number;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  name!: string;

  @PrimaryColumn({ type: 'int' })
  part!: number;

  /** A part of the compressed JSON, base64. */
  @TextColumn()
  content!: string | null;
}
