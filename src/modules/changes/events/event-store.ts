import type { UtcSeconds } from '../../../kernel/clock.js';
import type { PlacedEvent } from './committed-event.js';

/** The events of one resource. */
export type ResourceKey = Pick<PlacedEvent, 'resource' | 'resourceId'>;

/** Places of the events that there are: those after `forgotten`, up to `last`. */
export interface EventExtent {
  readonly forgotten: number;
  readonly last: number;
}

/** The committed events, in order. */
export abstract class EventStore {
  /**
   * Gives places to events that have been committed since. Transactions commit in another order than they
   * write, so a place is given after the commit: who has read up to a place has missed nothing before it.
   *
   * @returns how many got one; 0 also when another instance is giving them
   */
  abstract place(limit: number): Promise<number>;
  /**
   * Gives places to all events that are committed by now, also while another instance is giving them, in the
   * transaction around it.
   *
   * @returns the last place: what is committed later comes after it
   * @throws OverloadedError when more than 10,000 wait for theirs
   */
  abstract placeAll(): Promise<number>;
  /** Number of events without a place. @param most where counting ends */
  abstract countUnplaced(most: number): Promise<number>;
  abstract extent(): Promise<EventExtent>;
  /**
   * Another text than before as soon as an event has been committed since. Null when too many wait for their
   * places to be counted.
   */
  abstract mark(): Promise<string | null>;
  /** Null when there is no event at this place. */
  abstract timeOf(position: number): Promise<UtcSeconds | null>;
  abstract after(position: number, limit: number): Promise<PlacedEvent[]>;
  /** Events of a resource between two places, both included. */
  abstract of(key: ResourceKey, first: number, last: number, limit: number): Promise<PlacedEvent[]>;
  /**
   * Forgets the first events, but none that one of the consumers has not handled.
   *
   * @returns how many
   */
  abstract forget(before: UtcSeconds, consumers: readonly string[], limit: number): Promise<number>;
}
