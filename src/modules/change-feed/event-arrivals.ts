import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { assertClientIsWaiting, runForSeveralClients } from '../../platform/concurrency/client-presence.js';
import { EventStore } from '../changes/events/event-store.js';

const POLL_INTERVAL_MS = 500;

/** Waits for new events. One look at the database serves all who wait on this instance. */
@Injectable()
export class EventArrivals {
  private look: Promise<number> | null = null;

  constructor(private readonly events: EventStore) {}

  /**
   * Waits until there is an event after a place, or the reader has waited long enough.
   *
   * @throws OverloadedError when the client has gone
   */
  async waitFor(position: number, isOver: () => boolean): Promise<boolean> {
    while (!isOver()) {
      if ((await this.nextLook()) > position) return true;
      assertClientIsWaiting();
    }
    return false;
  }

  /** Place of the latest event, in a moment. */
  private nextLook(): Promise<number> {
    this.look ??= runForSeveralClients(async () => {
      await delay(POLL_INTERVAL_MS);
      this.look = null;
      return (await this.events.extent()).last;
    });
    return this.look;
  }
}
