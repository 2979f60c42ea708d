import { Entity, Index, PrimaryColumn } from 'typeorm';
import { KeyColumn, SecondsColumn, TextColumn } from '../../../platform/database/columns.js';

@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn({ type: 'int' })
  authorId!: number;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  name!: string;

  @KeyColumn(64)
  fingerprint!: string;

  @TextColumn()
  answer!: string | null;

  @Index('idempotency_keys_by_created')
  @SecondsColumn()
  createdTs!: number;
}
