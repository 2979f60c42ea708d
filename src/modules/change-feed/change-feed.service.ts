import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { GoneError, InvalidError } from '../../kernel/errors.js';
import { DAY_S } from '../../kernel/units.js';
import type { Actor } from '../auth/domain/actor.js';
import type { ChangedResource } from '../changes/change-log.js';
import { ChangedResourceReaders } from '../changes/changed-resources.js';
import type { CommittedEvent } from '../changes/events/committed-event.js';
import { EventStore } from '../changes/events/event-store.js';
import { EventSettings } from '../changes/event.settings.js';
import { EventArrivals } from './event-arrivals.js';

/**
 * Events of one statement: at least so many, since the reader may be told few of them; at most a whole page.
 */
const MIN_BATCH = 100;
/** Events that one request looks at, of which its reader may be told few. */
const MAX_SCANNED = 2000;

/** Start of a reader of the feed: after the latest change, at the oldest kept one, or after a position. */
export type FeedStart = 'now' | 'start' | { readonly position: number };

export interface FeedQuery {
  readonly after: FeedStart;
  readonly limit: number;
  readonly types: ReadonlySet<ChangedResource>;
  /** Seconds for which an answer without changes waits for one. */
  readonly wait: number;
}

/** The request of a reader, which may wait for changes. */
export interface WaitingReader {
  /** It does nothing but wait from now on. */
  onWait(): void;
  /** Whether it has to be answered although there is nothing: the service stops. */
  isUrgent(): boolean;
}

export interface FeedPage {
  readonly changes: readonly CommittedEvent[];
  /** Position after the page. */
  readonly position: number;
  readonly hasMore: boolean;
}

/** The committed changes in their order, as far as their reader may know of them. */
@Injectable()
export class ChangeFeed {
  constructor(
    private readonly events: EventStore,
    private readonly arrivals: EventArrivals,
    private readonly resources: ChangedResourceReaders,
    private readonly settings: EventSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * A page of changes, without any when there are none.
   *
   * @param getActor asked before each look: a key may be revoked while its request waits
   * @throws GoneError when a change after the beginning is not kept any more;
   *   InvalidError for a place that never was
   */
  async read(query: FeedQuery, getActor: () => Promise<Actor>, reader: WaitingReader): Promise<FeedPage> {
    const until = performance.now() + query.wait * 1000;
    const isOver = () => reader.isUrgent() || performance.now() >= until;
    let position = await this.resolve(query.after);
    for (;;) {
      const page = await this.readFrom(position, query, await getActor());
      if (page.changes.length > 0 || page.hasMore || query.wait === 0) return page;
      reader.onWait();
      if (!(await this.arrivals.waitFor(page.position, isOver))) return page;
      ({ position } = page);
    }
  }

  private async readFrom(from: number, { limit, types }: FeedQuery, actor: Actor): Promise<FeedPage> {
    const { last } = await this.events.extent();
    const changes: CommittedEvent[] = [];
    let position = from;
    while (position < last && changes.length < limit && position - from < MAX_SCANNED) {
      const count = Math.min(Math.max(limit, MIN_BATCH), last - position);
      const events = await this.events.after(position, count);
      if (events.length === 0) break;
      const asked = events.filter(({ resource }) => types.has(resource));
      const told = await this.resources.visibleTo(asked, actor);
      for (const event of events) {
        if (changes.length === limit) break;
        const change = told.get(event);
        if (change) changes.push(change);
        ({ position } = event);
      }
    }
    return { changes, position, hasMore: position < last };
  }

  private async resolve(after: FeedStart): Promise<number> {
    const { forgotten, last } = await this.events.extent();
    if (after === 'now') return last;
    const oldest = this.clock.now() - this.settings.retentionDays * DAY_S;
    if (after === 'start') return this.firstSince(oldest, forgotten, last);
    const { position } = after;
    if (position > last) throw InvalidError.field('after', 'is no token of this service');
    if (position === last) return position;
    const next = position < forgotten ? null : await this.events.timeOf(position + 1);
    if (next === null || next < oldest)
      throw new GoneError(
        'changes-gone',
        `Changes are kept for ${this.settings.retentionDays} days, and some after this token are gone. Ask for after=now, read the lists anew, then go on from that token.`,
      );
    return position;
  }

  /**
   * The place before the first event of a time: times follow their places but
   * for the moment of a transaction.
   */
  private async firstSince(time: number, from: number, to: number): Promise<number> {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const at = await this.events.timeOf(middle + 1);
      if (at === null || at < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
