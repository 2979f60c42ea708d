import { Entity, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { SecondsColumn } from '../../../platform/database/columns.js';

/** Keeps all stored files from being removed for a while. */
@Entity('stored_file_holds')
export class StoredFileHold {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  holder!: string;

  /** Expiry by the clock of the database. */
  @SecondsColumn()
  untilTs!: UtcSeconds;
}
