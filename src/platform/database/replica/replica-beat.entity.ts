import { Entity, PrimaryColumn } from 'typeorm';
import { CountColumn } from '../columns.js';

/** A number that all instances count up together, by which a replica shows how late it is. */
@Entity('replica_beats')
export class ReplicaBeat {
  /** Id of the single row: 1. */
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @CountColumn()
  beat!: number;

  /** Time by the clock of the primary; milliseconds. */
  @CountColumn()
  beatMs!: number;
}

/** The beat that a server has. */
export const READ_BEAT = 'SELECT beat FROM replica_beats WHERE id = 1';

/** The beat and its age by the primary's clock. The age is negative when that clock was set back. */
export const READ_BEAT_AND_AGE = `SELECT beat, CAST(FLOOR(UNIX_TIMESTAMP(NOW(3)) * 1000) AS SIGNED) - beat_ms AS ageMs
  FROM replica_beats WHERE id = 1`;

/** Raises the beat by one if it still is the one that was read, which both parameters are. */
export const COUNT_UP = `INSERT INTO replica_beats (id, beat, beat_ms) VALUES (1, 1, FLOOR(UNIX_TIMESTAMP(NOW(3)) * 1000))
  ON DUPLICATE KEY UPDATE beat_ms = IF(beat = ?, VALUES(beat_ms), beat_ms), beat = IF(beat = ?, beat + 1, beat)`;
