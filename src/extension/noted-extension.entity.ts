import { Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn, KeyColumn, SecondsColumn } from '../platform/database/columns.js';

/** An extension that has run on this database. */
@Entity('extensions')
export class NotedExtension {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  name!: string;

  /** Of the extension API, as it asked for when it ran first. */
  @KeyColumn(100)
  compatibility!: string;

  @SecondsColumn()
  notedTs!: number;

  /** Names of the fields of articles that it declares: whose values follow their articles. */
  @JsonColumn()
  fields!: readonly string[] | null;
}
