import { DiscoveryService } from '@nestjs/core';
import type { ChangedResource } from '../change-log.js';
import type { CommittedEvent } from './committed-event.js';

export interface Consumption {
  /**
   * Its own among all consumers, for ever: by it the database knows how far it
   * is. Of an extension, it begins with the name of that.
   */
  readonly name: string;
  readonly resources: readonly ChangedResource[];
}

/** @param stopping the service stops, or the event has taken too long */
export type EventHandler = (event: CommittedEvent, stopping: AbortSignal) => Promise<unknown>;

/**
 * Hands every committed change of some resources to a method of a provider: at least once, on one instance at
 * a time, those of one resource in their order. An event whose method throws is tried again, later and later,
 * and holds up those of its resource alone. A consumer that is new begins with what comes from then on.
 */
export const OnCommitted = DiscoveryService.createDecorator<Consumption>();
