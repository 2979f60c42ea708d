import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { IntegerColumn, KeyColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** Statuses that browsers follow: moved for good, and for now. */
export const REDIRECT_STATUSES = [301, 302] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

export const MAX_FROM = 700;
export const MAX_TO = 2048;

/** A path of the site that leads elsewhere. */
@Entity('redirects')
export class Redirect {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Path, decoded, with one slash at its beginning and none at its end. */
  @Index('redirects_by_path', { unique: true })
  @KeyColumn(MAX_FROM)
  fromPath!: string;

  /** A path of the site, which may have a query and a fragment, or a URL. */
  @KeyColumn(MAX_TO)
  target!: string;

  @IntegerColumn()
  status!: RedirectStatus;

  @SecondsColumn()
  createdTs!: UtcSeconds;
}
