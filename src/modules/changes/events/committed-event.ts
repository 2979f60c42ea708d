import type { UtcSeconds } from '../../../kernel/clock.js';
import type { ChangedResource, ChangeVerb } from '../change-log.js';
import type { Audience } from '../domain/audience.js';

/** A change that is committed. */
export interface CommittedEvent {
  /** `evt_<n>`, the same whenever it is delivered. */
  readonly id: string;
  readonly resource: ChangedResource;
  /** A like has the id of its post, a follow that of its section. */
  readonly resourceId: number;
  readonly verb: ChangeVerb;
  /** Version of the resource after the change; null for likes and follows. */
  readonly version: number | null;
  /** API names of the fields that differ from the version before; none of a new resource. */
  readonly fields: readonly string[];
  readonly at: UtcSeconds;
  /** The author of the change; null for the service itself. */
  readonly authorId: number | null;
}

/**
 * An event with its place among all: what is committed later has a higher one, and none is given in between.
 */
export interface PlacedEvent extends CommittedEvent {
  readonly position: number;
  /** Readers, for articles only; null for all other resources. */
  readonly audience: Audience | null;
}
