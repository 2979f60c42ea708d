import { Entity, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../kernel/clock.js';
import { IntegerColumn, KeyColumn, SecondsColumn } from '../database/columns.js';

export const MAX_JOB_NAME = 100;

/** A job that one instance runs at a time. Its times are by the clock of the database. */
@Entity('jobs')
export class JobState {
  @PrimaryColumn({ type: 'varchar', length: MAX_JOB_NAME })
  name!: string;

  /** The run that has the lease, or had it last. */
  @KeyColumn(36, { nullable: true })
  holder!: string | null;

  /** End of the lease; 0 when no run has it. */
  @SecondsColumn()
  leasedUntilTs!: UtcSeconds;

  /** Beginning of the last run; 0 before the first. */
  @SecondsColumn()
  startedTs!: UtcSeconds;

  @SecondsColumn()
  dueTs!: UtcSeconds;

  /** End of the last run that did not fail; 0 when there was none. */
  @SecondsColumn()
  succeededTs!: UtcSeconds;

  /** Runs that have failed since. */
  @IntegerColumn()
  failures!: number;
}
