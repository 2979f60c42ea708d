import type { ConcurrencyBounds } from './concurrency-limit.js';
import { Lane, type Outcome } from './lane.js';
import type { Ticket } from './ticket.js';

export interface AdmissionOptions {
  /** Bounds of the lane of readers, and of that of writers. */
  readonly concurrency: ConcurrencyBounds;
  readonly mostWaiting: number;
  /** Requests that are started in one turn of the event loop, at most. */
  readonly startsPerTurn: number;
  /** The same in an overload, and the time in which as many requests are started as may wait. */
  readonly inOverload: { readonly startsPerTurn: number; readonly waitingMs: number };
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** Calls back in the next turn of the event loop, once it has read what has arrived. */
  readonly nextTurn: (callback: () => void) => void;
}

const READS_FOR_A_WRITE = 3;

/**
 * Decides which requests are worked on, which wait and which are refused, so
 * that a service that is asked for more than it can do goes on doing what it
 * can. Readers come before writers, and do not wait for their places.
 */
export class Admission {
  readonly readers: Lane;
  readonly writers: Lane;
  private readsInARow = 0;
  /**
   * Few requests are started in a turn of the event loop: on SQLite many are answered within their turn, and
   * all that had arrived would be worked on before anything else is accepted, read or refused.
   */
  private startedInTurn = 0;

  constructor(private readonly options: AdmissionOptions) {
    const { concurrency, mostWaiting, inOverload } = options;
    this.readers = new Lane(concurrency, mostWaiting, inOverload.waitingMs);
    this.writers = new Lane(concurrency, mostWaiting, inOverload.waitingMs);
  }

  /** Refuses a request that would be refused when it entered. @returns whether it has */
  refuseEarly(source: string, isWrite: boolean): boolean {
    const lane = isWrite ? this.writers : this.readers;
    if (!lane.refusesNow(source) && !(isWrite && this.refusesWrites)) return false;
    lane.onRefusal();
    return true;
  }

  /** A request has come. One that waits is started or refused later. */
  enter(ticket: Ticket): Outcome {
    if (ticket.isWrite && this.refusesWrites) {
      this.writers.onRefusal();
      return 'refused';
    }
    const hasTurn = this.hasTurn && (!ticket.isWrite || this.mayWrite);
    const outcome = this.laneOf(ticket).enter(ticket, hasTurn, this.options.now());
    if (outcome === 'started') this.takeTurn();
    return outcome;
  }

  /** The answer has been sent, or the client is gone. */
  leave(ticket: Ticket): void {
    this.laneOf(ticket).leave(ticket, this.options.now());
    this.startNext();
  }

  /** Updates limits and demand; called ten times a second. */
  tick(loopDelayMs: number): void {
    const { readers, writers } = this;
    const now = this.options.now();
    readers.tick(loopDelayMs, now, writers.isOverloaded);
    writers.tick(loopDelayMs, now, readers.isOverloaded);
    this.startNext();
  }

  private startNext(): void {
    const { readers, writers } = this;
    const isForWriter = writers.canStart && this.mayWrite && !(readers.canStart && this.isReadersTurn);
    const lane = isForWriter ? writers : readers;
    if (!this.hasTurn || !lane.canStart) return;
    this.readsInARow = isForWriter ? 0 : this.readsInARow + 1;
    this.takeTurn();
    lane.startNext(this.options.now());
  }

  private get isReadersTurn(): boolean {
    return this.readsInARow < READS_FOR_A_WRITE;
  }

  /**
   * A writer that waited for the share of writers would wait longer than is
   * promised to requests that are let in.
   */
  private get refusesWrites(): boolean {
    return this.readers.isOverloaded && !this.hasWriteShare(this.writers.waiting);
  }

  private get mayWrite(): boolean {
    return !this.readers.isOverloaded || this.hasWriteShare(0);
  }

  /**
   * In an overload so few readers are let wait that often none does, and writers, who cost more, would have
   * every other turn. They have the share that they have of what comes.
   *
   * @param waiting writers who have been let in, and will be started before another one
   */
  private hasWriteShare(waiting: number): boolean {
    const {
      readers: { recent: reads },
      writers: { recent: writes },
    } = this;
    const share = Math.min(writes.arrived / reads.arrived, 1 / READS_FOR_A_WRITE);
    return reads.arrived === 0 || writes.started + waiting <= reads.started * share;
  }

  private takeTurn(): void {
    this.startedInTurn += 1;
    if (this.startedInTurn > 1) return;
    this.options.nextTurn(() => {
      this.startedInTurn = 0;
      for (let n = 0; n < this.startsPerTurn; n++) this.startNext();
    });
  }

  private get startsPerTurn(): number {
    const { startsPerTurn, inOverload } = this.options;
    const isOverloaded = this.readers.isOverloaded || this.writers.isOverloaded;
    return isOverloaded ? inOverload.startsPerTurn : startsPerTurn;
  }

  private get hasTurn(): boolean {
    return this.startedInTurn < this.startsPerTurn;
  }

  private laneOf({ isWrite }: Ticket): Lane {
    return isWrite ? this.writers : this.readers;
  }
}
