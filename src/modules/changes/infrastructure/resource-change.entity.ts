import { Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, JsonColumn, SecondsColumn } from '../../../platform/database/columns.js';

/**
 * The fields that a version of a resource has changed. A later version takes
 * the place of one that is too old to matter.
 */
@Entity('resource_changes')
export class ResourceChange {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  resource!: string;

  @PrimaryColumn({ type: 'int' })
  resourceId!: number;

  /** The version, modulo how many are kept. */
  @PrimaryColumn({ type: 'int' })
  slot!: number;

  @IntegerColumn()
  version!: number;

  @SecondsColumn()
  createdTs!: number;

  /** Null for the service itself. */
  @IntegerColumn({ nullable: true })
  authorId!: number | null;

  @JsonColumn()
  fields!: readonly string[] | null;
}
