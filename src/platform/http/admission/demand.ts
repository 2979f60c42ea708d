/** Ticks that are looked at together. */
const WINDOW = 10;
/** Clients that wait for their answers send as many requests as are started; more than that come from outside. */
const EXCESS = 1.1;
/** In ticks: a burst is over by then. Until then the bound of the queue alone refuses. */
const LONGEST_BURST = 10;
/** The same when the queue is full, and refuses what comes already, or when the service is overloaded by others. */
const LONGEST_BUSY = 2;
const RELIEF = 5;

/** Tells a burst, which is worked off, from an overload, which is not: by requests that keep coming faster. */
export class Demand {
  private readonly ticks: { arrived: number; started: number }[] = [];
  private pressedFor = 0;
  private relievedFor = 0;
  private arrived = 0;
  private started = 0;
  private pressed = false;
  private overloaded = false;

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

  /** Requests that are started in a tick, of late. */
  get pace(): number {
    return this.ticks.reduce((sum, { started }) => sum + started, 0) / Math.max(1, this.ticks.length);
  }

  /** @param isBusy whether what comes cannot be a burst that is worked off */
  tick(waiting: number, isBusy: boolean): void {
    const { arrived, started } = this;
    this.arrived = 0;
    this.started = 0;
    this.ticks.push({ arrived, started });
    if (this.ticks.length > WINDOW) this.ticks.shift();
    const all = this.ticks.reduce((sum, one) => ({
      arrived: sum.arrived + one.arrived,
      started: sum.started + one.started,
    }));
    // The last tick, too: a burst in which nobody sends any more is no pressure.
    const exceeds = arrived > started * EXCESS && all.arrived > all.started * EXCESS;
    this.pressed = exceeds && (waiting > 0 || this.overloaded);
    this.pressedFor = this.pressed ? this.pressedFor + 1 : 0;
    this.relievedFor = this.pressed ? 0 : this.relievedFor + 1;
    if (this.pressedFor >= (isBusy ? LONGEST_BUSY : LONGEST_BURST)) this.overloaded = true;
    else if (this.relievedFor >= RELIEF) this.overloaded = false;
  }
}
