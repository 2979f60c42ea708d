import { type ConcurrencyBounds, ConcurrencyLimit } from './concurrency-limit.js';
import { Demand } from './demand.js';
import { FairQueue } from './fair-queue.js';
import type { Ticket } from './ticket.js';

/** Refusals come within 50 ms while there is an overload. */
const MAX_WAIT_OVERLOADED_MS = 25;
/** Time between two calls of `tick`. */
export const TICK_MS = 100;
/**
 * During a probe, which sees whether there is room for all, as many requests
 * wait as are started in this time.
 */
const PROBE_MS = 100;
const MAX_WAIT_MS = 10_000;
/** Longest wait after nothing was answered for `STALLED_MS`. */
const MAX_WAIT_STALLED_MS = 2000;
const STALLED_MS = 1000;
const EXPIRY_MS = 10;
/**
 * Uploads and downloads, and what waits for others, as the scraper does: they
 * do not take the place of others.
 */
const WITH_CLIENT_MS = 100;
const LONG_MS = 1000;
const MAX_LONG = 512;

export type Outcome = 'started' | 'waits' | 'refused';

/** Requests of one class: those under way, up to a limit of their own, and those that wait. */
export class Lane {
  readonly totals = { admitted: 0, refused: 0, dropped: 0 };
  private readonly limit: ConcurrencyLimit;
  private readonly demand = new Demand();
  private readonly queue = new FairQueue<Ticket>();
  /** Start of the wait or of the work of each ticket. */
  private readonly since = new Map<Ticket, number>();
  private readonly short = new Set<Ticket>();
  private readonly long = new Set<Ticket>();
  private hasWaited = false;
  private wasFull = false;
  private lastEnd = -Infinity;
  private lastExpiry = -Infinity;

  /**
   * @param waitingMs in an overload as many requests wait as are started in this time: each is started before
   *   `MAX_WAIT_OVERLOADED_MS` are over, so none waits only to be refused
   */
  constructor(
    bounds: ConcurrencyBounds,
    private readonly mostWaiting: number,
    private readonly waitingMs: number,
  ) {
    this.limit = new ConcurrencyLimit(bounds);
  }

  get waiting(): number {
    return this.queue.size;
  }

  get underWay(): number {
    return this.short.size + this.long.size;
  }

  get limitNow(): number {
    return this.limit.value;
  }

  /** Whether a request that waits could be started. */
  get canStart(): boolean {
    return this.queue.size > 0 && this.short.size < this.limit.value;
  }

  /** @param isTurn whether a request may be started now, if there is a place for it */
  enter(ticket: Ticket, isTurn: boolean, now: number): Outcome {
    this.demand.onArrival();
    if (isTurn && this.queue.size === 0 && this.short.size < this.limit.value) {
      this.begin(ticket, now);
      return 'started';
    }
    this.hasWaited = true;
    if (this.demand.isOverloaded && now - this.lastExpiry >= EXPIRY_MS) this.expire(now);
    if (!this.hasRoomFor(ticket)) {
      this.totals.refused += 1;
      return 'refused';
    }
    this.since.set(ticket, now);
    this.queue.add(ticket);
    return 'waits';
  }

  /** Whether a request would be refused for want of room, which has to be cheap to tell. */
  refusesNow(source: string): boolean {
    if (this.demand.isProbing || this.queue.size < this.mostWaitingNow) return false;
    return this.queue.isLongest(source);
  }

  /** A request has been refused before it entered. */
  onRefusal(): void {
    this.demand.onArrival();
    this.hasWaited = true;
    this.wasFull = true;
    this.totals.refused += 1;
    if (this.demand.isProbing) this.endProbe();
  }

  /** Starts a request: of a long queue the newest, as clients may have given up the oldest. */
  startNext(now: number): void {
    const { isPressed, isOverloaded, isProbing } = this.demand;
    const ticket = this.queue.take(isPressed && (!isOverloaded || isProbing));
    if (!ticket) return;
    this.begin(ticket, now);
    ticket.start();
  }

  /** The answer has been sent, or the client is gone. */
  leave(ticket: Ticket, now: number): void {
    const since = this.since.get(ticket);
    if (since === undefined) return;
    if (!this.short.has(ticket) && !this.long.has(ticket)) {
      this.queue.remove(ticket);
      this.since.delete(ticket);
      this.totals.dropped += 1;
      return;
    }
    // Work that goes on without its client is work.
    if (!ticket.isOver()) return;
    if (this.short.has(ticket)) this.limit.observe(now - since);
    this.end(ticket, now);
  }

  /** Whether more requests have come than can be started, for longer than a burst lasts. */
  get isOverloaded(): boolean {
    return this.demand.isOverloaded;
  }

  /** Requests that have come and that were started, within two tenths of a second. */
  get recent(): { arrived: number; started: number } {
    return this.demand.recent;
  }

  /** @param isBusy whether the service is overloaded by requests of another class: these are no burst then */
  tick(loopDelayMs: number, now: number, isBusy: boolean): void {
    for (const ticket of [...this.short, ...this.long]) this.look(ticket, now);
    this.demand.tick(this.queue.size, isBusy || this.wasFull);
    this.wasFull = false;
    this.limit.adapt({ isFull: this.hasWaited, loopDelayMs });
    this.hasWaited = this.queue.size > 0;
    this.expire(now);
  }

  /** Whether a request that is under way is over, or takes long. */
  private look(ticket: Ticket, now: number): void {
    const age = now - (this.since.get(ticket) ?? now);
    if (ticket.isOver()) this.end(ticket, now);
    else if (this.short.has(ticket) && this.long.size < MAX_LONG) {
      if (age < LONG_MS && !(age >= WITH_CLIENT_MS && ticket.isWithClient())) return;
      this.short.delete(ticket);
      this.long.add(ticket);
    }
  }

  private begin(ticket: Ticket, now: number): void {
    this.totals.admitted += 1;
    this.demand.onStart();
    this.since.set(ticket, now);
    this.short.add(ticket);
  }

  private end(ticket: Ticket, now: number): void {
    this.short.delete(ticket);
    this.long.delete(ticket);
    this.since.delete(ticket);
    this.lastEnd = now;
  }

  /** Makes room at the cost of a source that has more waiting than this one. */
  private hasRoomFor(ticket: Ticket): boolean {
    if (this.queue.size < this.mostWaitingNow) return true;
    this.wasFull = true;
    if (this.demand.isProbing) this.endProbe();
    const other = this.queue.takeFromLongest(this.queue.sizeOf(ticket.source) + 1);
    if (other) this.refuse(other);
    return other !== undefined;
  }

  /**
   * Refuses waiting requests: they came within milliseconds, and would wait for
   * longer than accepted ones may.
   */
  private endProbe(): void {
    this.demand.endProbe();
    for (const ticket of this.queue.takeOld(() => true)) this.refuse(ticket);
  }

  private get mostWaitingNow(): number {
    const { isOverloaded, isProbing, pace } = this.demand;
    if (!isOverloaded) return this.mostWaiting;
    const started = (pace * (isProbing ? PROBE_MS : this.waitingMs)) / TICK_MS;
    return Math.min(this.mostWaiting, Math.max(1, started));
  }

  private expire(now: number): void {
    this.lastExpiry = now;
    const isStalled = now - this.lastEnd > STALLED_MS;
    const calm = isStalled ? MAX_WAIT_STALLED_MS : MAX_WAIT_MS;
    const isShort = this.demand.isOverloaded && !this.demand.isProbing;
    const longest = isShort ? MAX_WAIT_OVERLOADED_MS : calm;
    const isOld = (ticket: Ticket): boolean => now - (this.since.get(ticket) ?? now) > longest;
    for (const ticket of this.queue.takeOld(isOld)) this.refuse(ticket);
  }

  private refuse(ticket: Ticket): void {
    this.since.delete(ticket);
    this.totals.refused += 1;
    ticket.refuse();
  }
}
