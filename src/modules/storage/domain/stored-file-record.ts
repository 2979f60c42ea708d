import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { CountColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** A file in the storage that rows of other tables refer to by foreign key (NO ACTION). */
@Entity('stored_files')
export class StoredFileRecord {
  /** SHA-256 of the bytes, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  hash!: string;

  /** Bytes. */
  @CountColumn()
  size!: number;

  /**
   * When a row last ceased to refer to it; others may still do. Null while nothing says that it is unused.
   */
  @Index('stored_files_by_released')
  @SecondsColumn({ nullable: true })
  releasedTs!: UtcSeconds | null;
}
