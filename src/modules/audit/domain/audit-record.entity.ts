import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { CountColumn, IntegerColumn, KeyColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** Characters of a name: the kind of a resource, a verb. */
export const MAX_NAME = 50;
export const MAX_ROUTE = 255;

/**
 * A write of the service: when, in whose name, by which door, and of what.
 * Never changed; too old, it is removed.
 */
@Entity('audit_records')
@Index('audit_records_by_time', ['createdTs'])
@Index('audit_records_by_author', ['authorId', 'createdTs'])
@Index('audit_records_by_resource', ['resource', 'createdTs'])
@Index('audit_records_by_resource_id', ['resourceId', 'createdTs'])
@Index('audit_records_by_verb', ['verb', 'createdTs'])
export class AuditRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  /** Null for commands, jobs, and what the service does by itself. */
  @IntegerColumn({ nullable: true })
  authorId!: number | null;

  /** The first characters of the key, as lists of keys show them. */
  @KeyColumn(8, { nullable: true })
  keyPrefix!: string | null;

  /** Null where it was no request. */
  @KeyColumn(10, { nullable: true })
  method!: string | null;

  /** The pattern of the route; `cli <command>`, `job <name>`, `service`. */
  @KeyColumn(MAX_ROUTE)
  route!: string;

  /** Kind of the resource, by its name in the API. */
  @KeyColumn(MAX_NAME)
  resource!: string;

  /** Null where the write is of no single one. */
  @CountColumn({ nullable: true })
  resourceId!: number | null;

  @KeyColumn(MAX_NAME)
  verb!: string;

  /** HTTP status of the answer; null where it was no request. */
  @IntegerColumn({ nullable: true })
  status!: number | null;

  @KeyColumn(100, { nullable: true })
  requestId!: string | null;

  /** IP address of the client; null unless the site keeps addresses. */
  @KeyColumn(45, { nullable: true })
  address!: string | null;
}
