/** Bounds of the number of requests under way at one time. */
export interface ConcurrencyBounds {
  readonly first: number;
  readonly least: number;
  readonly most: number;
}

/** Observations of one tick. */
export interface Load {
  /** Whether a request had to wait. */
  readonly isFull: boolean;
  /** Mean delay of the event loop in milliseconds. */
  readonly loopDelayMs: number;
}

/** Above this, requests wait for each other: more of them only take longer. */
const CROWDED = 3;
/** Below this, they do not: there is room for more. */
const ROOMY = 2;
const LATE_LOOP_MS = 100;
const SHRINK = 0.9;
const GROWTH = 0.1;
/** Share by which the limit returns to its initial value in a tick without waiting requests. */
const WEIGHT = 0.1;
/**
 * Requests that nobody waits for may still share the machine: a shorter time is
 * believed soon, a longer one slowly.
 */
const FASTER = 0.3;
const SLOWER = 0.001;

/**
 * Limit of concurrent requests, adapted to their duration: it grows while they take about as long as on a
 * calm machine and shrinks when they take several times as long, or when the event loop is late. Throughput
 * does not suffer: requests beyond the limit wait in the queue instead.
 */
export class ConcurrencyLimit {
  private calmMs: number | undefined;
  private limit: number;
  private totalMs = 0;
  private count = 0;

  constructor(private readonly bounds: ConcurrencyBounds) {
    this.limit = bounds.first;
  }

  get value(): number {
    return Math.floor(this.limit);
  }

  /** A request has been answered. */
  observe(ms: number): void {
    this.totalMs += ms;
    this.count += 1;
  }

  /** Adapts the limit to what was observed since the last time. */
  adapt({ isFull, loopDelayMs }: Load): void {
    const { count, totalMs } = this;
    this.totalMs = 0;
    this.count = 0;
    const isLate = loopDelayMs > LATE_LOOP_MS;
    if (!isFull) {
      if (count > 0 && !isLate) this.learn(totalMs / count);
      this.limit += (this.bounds.first - this.limit) * WEIGHT;
      return;
    }
    if (count === 0) return;
    const slowdown = this.calmMs === undefined ? ROOMY : totalMs / count / this.calmMs;
    if (isLate || slowdown > CROWDED) this.limit = Math.max(this.bounds.least, this.limit * SHRINK);
    else if (slowdown < ROOMY)
      this.limit = Math.min(this.bounds.most, this.limit + Math.max(1, this.limit * GROWTH));
  }

  private learn(meanMs: number): void {
    const known = this.calmMs ?? meanMs;
    this.calmMs = known + (meanMs - known) * (meanMs < known ? FASTER : SLOWER);
  }
}
