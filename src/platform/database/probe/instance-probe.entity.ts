import { Entity, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { KeyColumn, SecondsColumn } from '../columns.js';

/** The last row that an instance wrote to find out whether the database takes writes. */
@Entity('instance_probes')
export class InstanceProbe {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  instance!: string;

  @KeyColumn(36)
  nonce!: string;

  @SecondsColumn()
  probedTs!: UtcSeconds;
}
