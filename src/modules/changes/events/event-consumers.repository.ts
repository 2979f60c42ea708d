import type { PlacedEvent } from './committed-event.js';
import type { ResourceKey } from './event-store.js';

/** Events of one resource that wait to be tried again. */
export interface Retry extends ResourceKey {
  /** Position of the first event that has not been handled. */
  readonly position: number;
  /** Number of attempts. */
  readonly attempts: number;
}

export interface ConsumerReport {
  readonly name: string;
  /** Events that it has not got yet. */
  readonly behind: number;
  /** Resources of which events wait to be tried again. */
  readonly retries: number;
}

/** Progress of each consumer of events. */
export abstract class EventConsumersRepository {
  /** A consumer that is new begins with what comes from now on. */
  abstract add(names: readonly string[]): Promise<void>;
  /** Consumers for which there are events, or retries that are due. */
  abstract withWork(): Promise<string[]>;
  abstract positionOf(name: string): Promise<number>;
  /** Never sets a consumer back: an instance that has lost it may be behind another. */
  abstract advance(name: string, position: number): Promise<void>;
  /** Resources of these events of which earlier ones wait to be tried again. */
  abstract waiting(name: string, events: readonly PlacedEvent[]): Promise<ResourceKey[]>;
  abstract dueRetries(name: string, limit: number): Promise<Retry[]>;
  abstract retryIn(name: string, retry: Retry, seconds: number): Promise<void>;
  abstract endRetry(name: string, key: ResourceKey): Promise<void>;
  abstract reports(): Promise<ConsumerReport[]>;
}
