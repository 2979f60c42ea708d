import type { UtcSeconds } from '../../../kernel/clock.js';
import type { ChangedResource, ChangeVerb } from '../change-log.js';

/** A change that is committed. */
export interface CommittedEvent {
  /** `evt_<n>`, the same whenever it is delivered. */
  readonly id: string;
  readonly resource: ChangedResource;
  /** Of a like the post, of a follow the section. */
  readonly resourceId: number;
  readonly verb: ChangeVerb;
  /** Of the resource after the change; null of likes and follows. */
  readonly version: number | null;
  /** Those that differ from the version before, as clients name them; none of a new resource. */
  readonly fields: readonly string[];
  readonly at: UtcSeconds;
  /** Whose change it is; null for the service itself. */
  readonly authorId: number | null;
}

/** An event with its place among all: what is committed later has a higher one, and none is given in between. */
export interface PlacedEvent extends CommittedEvent {
  readonly position: number;
}
