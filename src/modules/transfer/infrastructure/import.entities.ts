import { Entity, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { CountColumn, FlagColumn, IntegerColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** An import of a folder. */
@Entity('imports')
export class StoredImport {
  /** SHA-256 of the manifest, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Whether records get new ids. */
  @FlagColumn()
  remaps!: boolean;

  @SecondsColumn()
  begunTs!: UtcSeconds;

  /** Null until it is finished. */
  @SecondsColumn({ nullable: true })
  finishedTs!: UtcSeconds | null;
}

/** Offset that is added to the ids of a kind. */
@Entity('import_offsets')
export class ImportOffset {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  importId!: string;

  @PrimaryColumn({ type: 'varchar', length: 40 })
  kind!: string;

  @IntegerColumn()
  added!: number;
}

/** Progress of an import in one of its steps. */
@Entity('import_steps')
export class ImportStep {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  importId!: string;

  @PrimaryColumn({ type: 'varchar', length: 60 })
  name!: string;

  /** Bytes of the file that are stored, or the last id that was handled; null when the step is done. */
  @CountColumn({ nullable: true })
  position!: number | null;
}

/** A record that was there already when it was to be imported. */
@Entity('import_known')
export class ImportKnown {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  importId!: string;

  @PrimaryColumn({ type: 'varchar', length: 40 })
  kind!: string;

  /** Id in the folder. */
  @PrimaryColumn({ type: 'int' })
  oldId!: number;

  /** Id on this site. */
  @IntegerColumn()
  knownId!: number;
}
