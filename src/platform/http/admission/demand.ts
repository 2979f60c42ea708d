/** Ticks that are looked at together. */
const WINDOW = 10;
/**
 * Clients that wait for their answers send as many requests as are started; more than that come from outside.
 */
const EXCESS = 1.1;
/** Ticks until a burst is over. Until then the bound of the queue alone refuses. */
const MAX_BURST_TICKS = 10;
/**
 * The same when the queue is full, and refuses what comes already, or when the
 * service is overloaded by others.
 */
const MAX_BUSY_TICKS = 2;
const RELIEF = 5;
/**
 * Clients that are refused and send again at once look like an overload, however
 * few they are. So every three seconds more may wait for two ticks: when there
 * is room for all, and no more come than are started, the overload is over.
 */
const PROBE_AFTER = 30;
const PROBE = 2;

/**
 * Tells a burst, which is worked off, from an overload, which is not: by requests that keep coming faster.
 */
export class Demand {
  private readonly ticks: { arrived: number; started: number }[] = [];
  private pressedFor = 0;
  private relievedFor = 0;
  private arrived = 0;
  private started = 0;
  private pressed = false;
  private overloaded = false;
  /** Ticks of an overload since it began, or since the last probe. */
  private sinceProbe = 0;

  onArrival(): void {
    this.arrived += 1;
  }

  onStart(): void {
    this.started += 1;
  }

  /** Whether more requests come than can be started, at this moment. */
  get isPressed(): boolean {
    return this.pressed || this.overloaded;
  }

  /** Whether that has lasted for longer than a burst. */
  get isOverloaded(): boolean {
    return this.overloaded;
  }

  /** Whether more may wait than in an overload, to see whether there is room for all. */
  get isProbing(): boolean {
    return this.overloaded && this.sinceProbe >= PROBE_AFTER;
  }

  /** Requests that are started in a tick, of late. */
  get pace(): number {
    return this.sum('started') / Math.max(1, this.ticks.length);
  }

  /** Requests that have come and that were started, in this tick and the one before. */
  get recent(): { arrived: number; started: number } {
    const last = this.ticks.at(-1) ?? { arrived: 0, started: 0 };
    return { arrived: this.arrived + last.arrived, started: this.started + last.started };
  }

  /** Ends a probe that had no room for all: the overload goes on. */
  endProbe(): void {
    this.sinceProbe = 0;
  }

  /** @param isBusy whether what comes cannot be a burst that is worked off */
  tick(waiting: number, isBusy: boolean): void {
    const { arrived, started } = this;
    this.arrived = 0;
    this.started = 0;
    this.ticks.push({ arrived, started });
    if (this.ticks.length > WINDOW) this.ticks.shift();
    // The last tick, too: a burst in which nobody sends any more is no pressure.
    const exceedsNow = arrived > started * EXCESS;
    const exceeds = exceedsNow && this.sum('arrived') > this.sum('started') * EXCESS;
    this.pressed = exceeds && (waiting > 0 || this.overloaded);
    this.pressedFor = this.pressed ? this.pressedFor + 1 : 0;
    this.relievedFor = this.pressed ? 0 : this.relievedFor + 1;
    if (this.pressedFor >= (isBusy ? MAX_BUSY_TICKS : MAX_BURST_TICKS)) this.overloaded = true;
    else if (this.relievedFor >= RELIEF) this.overloaded = false;
    this.probe(exceedsNow);
  }

  private probe(exceeds: boolean): void {
    this.sinceProbe = this.overloaded ? this.sinceProbe + 1 : 0;
    if (this.sinceProbe < PROBE_AFTER + PROBE) return;
    this.sinceProbe = 0;
    this.overloaded = exceeds;
  }

  private sum(kind: 'arrived' | 'started'): number {
    return this.ticks.reduce((sum, tick) => sum + tick[kind], 0);
  }
}
