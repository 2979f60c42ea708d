import { setImmediate as turn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { PlacedEvent } from './committed-event.js';
import { EventConsumersRepository, type Retry } from './event-consumers.repository.js';
import { EventStore, type ResourceKey } from './event-store.js';
import type { Consumption, EventHandler } from './on-committed.js';
import { retryDelay } from '../../../platform/schedule/retry-delay.js';
import { eventSpan } from '../../../platform/telemetry/spans.js';
import { traced, Tracer } from '../../../platform/telemetry/tracer.js';

/**
 * Events after which it is noted how far a consumer is: so many it may get again when the process is killed.
 */
const BATCH = 100;
/** An event that takes longer counts as failed. */
const TIMEOUT_MS = 60_000;

export interface Consumer extends Consumption {
  readonly handle: EventHandler;
}

/** Hands events to consumers. One instance at a time does it for each of them. */
@Injectable()
export class EventDelivery {
  private readonly logger = new Logger(EventDelivery.name);

  constructor(
    private readonly events: EventStore,
    private readonly consumers: EventConsumersRepository,
    private readonly tracer: Tracer,
  ) {}

  /** Tries again what is due, and goes on to the end. */
  async deliver(consumer: Consumer, stopping: AbortSignal): Promise<void> {
    const retries = await this.consumers.dueRetries(consumer.name, BATCH);
    const last = retries.length > 0 ? await this.consumers.positionOf(consumer.name) : 0;
    for (const retry of retries) if (!stopping.aborted) await this.retry(consumer, retry, last, stopping);
    while (!stopping.aborted && (await this.deliverSome(consumer, stopping)));
  }

  /** @returns whether there may be more */
  private async deliverSome(consumer: Consumer, stopping: AbortSignal): Promise<boolean> {
    const { name, resources } = consumer;
    let position = await this.consumers.positionOf(name);
    const events = await this.events.after(position, BATCH);
    if (events.length === 0) return false;
    const waiting = new Set((await this.consumers.waiting(name, events)).map(keyOf));
    for (const event of events) {
      if (resources.includes(event.resource) && !waiting.has(keyOf(event))) {
        const outcome = await this.handle(consumer, event, stopping);
        if (outcome === 'stopped') break;
        if (outcome === 'failed') {
          waiting.add(keyOf(event));
          await this.consumers.retryIn(name, { ...event, attempts: 1 }, retryDelay(0));
        }
      }
      ({ position } = event);
    }
    await this.consumers.advance(name, position);
    return true;
  }

  /** Goes on with the events of one resource. @param last position of the consumer */
  private async retry(consumer: Consumer, retry: Retry, last: number, stopping: AbortSignal): Promise<void> {
    const { name } = consumer;
    for (let first = retry.position; ;) {
      const events = await this.events.of(retry, first, last, BATCH);
      for (const event of events) {
        const outcome = await this.handle(consumer, event, stopping);
        if (outcome === 'stopped') return;
        if (outcome === 'handled') continue;
        const attempts = event.position === retry.position ? retry.attempts + 1 : 1;
        await this.consumers.retryIn(name, { ...event, attempts }, retryDelay(attempts - 1));
        return;
      }
      first = (events.at(-1)?.position ?? last) + 1;
      if (first > last || events.length < BATCH) break;
    }
    await this.consumers.endRetry(name, retry);
  }

  private async handle(
    { name, handle }: Consumer,
    event: PlacedEvent,
    stopping: AbortSignal,
  ): Promise<'handled' | 'failed' | 'stopped'> {
    // A signal of AbortSignal.any() that has a listener would stay in memory,
    // with the event, until a full collection.
    const ended = new AbortController();
    const stop = (): void => {
      ended.abort(stopping.reason);
    };
    stopping.addEventListener('abort', stop);
    const timer = setTimeout(() => {
      ended.abort(new Error(`The event takes longer than ${TIMEOUT_MS / 1000} s.`));
    }, TIMEOUT_MS);
    try {
      // On SQLite a hundred events would be one turn of the event loop, for which every request waits.
      await turn();
      stopping.throwIfAborted();
      await traced(this.tracer, eventSpan(name, event.id), () =>
        Promise.race([handle(event, ended.signal), rejection(ended.signal)]),
      );
      return 'handled';
    } catch (error) {
      if (stopping.aborted) return 'stopped';
      const context = { err: error, consumer: name, event: event.id };
      this.logger.warn(context, 'An event could not be handled; it is tried again');
      return 'failed';
    } finally {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    }
  }
}

const keyOf = ({ resource, resourceId }: ResourceKey): string => `${resource} ${resourceId}`;

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}
