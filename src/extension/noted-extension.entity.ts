import { Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, KeyColumn, SecondsColumn } from '../platform/database/columns.js';

/** An extension that has run on this database. */
@Entity('extensions')
export class NotedExtension {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  name!: string;

  /** Version of the extension API that it required when it first ran. */
  @KeyColumn(100)
  compatibility!: string;

  @SecondsColumn()
  notedTs!: number;

  /** Names of the fields of articles that it declares: whose values follow their articles. */
  @JsonColumn()
  fields!: readonly string[] | null;
}
