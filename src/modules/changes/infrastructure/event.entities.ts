import { Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Audience } from '../domain/audience.js';
import {
  CountColumn,
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
} from '../../../platform/database/columns.js';

/** A change of a resource, written in the transaction of the change. */
@Entity('events')
@Index('events_by_position', ['position'], { unique: true })
@Index('events_by_resource', ['resource', 'resourceId'])
export class StoredEvent {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  /** Its place among all events; null until it is committed and has got one. */
  @CountColumn({ nullable: true })
  position!: number | null;

  @KeyColumn(20)
  resource!: string;

  @IntegerColumn()
  resourceId!: number;

  @KeyColumn(20)
  verb!: string;

  @IntegerColumn({ nullable: true })
  version!: number | null;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  @IntegerColumn({ nullable: true })
  authorId!: number | null;

  @JsonColumn()
  fields!: readonly string[] | null;

  /** Readers, for articles only; null for all other resources. */
  @JsonColumn()
  audience!: Audience | null;
}

/** Single row with the last place given to an event; it is locked while places are given. */
@Entity('event_order')
export class EventOrder {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @CountColumn()
  lastPosition!: number;

  /** Events up to this place have been forgotten. */
  @CountColumn()
  forgottenPosition!: number;
}

/** Progress of a consumer of events: it has all up to this place, but for those to be tried again. */
@Entity('event_consumers')
export class EventConsumer {
  @PrimaryColumn({ type: 'varchar', length: 100 })
  name!: string;

  @CountColumn()
  position!: number;
}

/** Events of one resource that a consumer could not handle; those that follow wait for the first. */
@Entity('event_retries')
@Index('event_retries_by_due', ['consumer', 'dueTs'])
export class EventRetry {
  @PrimaryColumn({ type: 'varchar', length: 100 })
  consumer!: string;

  @PrimaryColumn({ type: 'varchar', length: 20 })
  resource!: string;

  @PrimaryColumn({ type: 'int' })
  resourceId!: number;

  /** Place of the first event that has not been handled. */
  @CountColumn()
  position!: number;

  /** Number of attempts. */
  @IntegerColumn()
  attempts!: number;

  @SecondsColumn()
  dueTs!: UtcSeconds;
}
