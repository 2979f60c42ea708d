import { Clock, SystemClock, type UtcSeconds } from '../kernel/clock.js';

/** A clock that stands still until it is moved. */
export class ManualClock extends Clock {
  /** @param seconds the present when left out */
  constructor(private seconds: UtcSeconds = new SystemClock().now()) {
    super();
  }

  now(): UtcSeconds {
    return this.seconds;
  }

  advance(seconds: number): void {
    this.seconds += seconds;
  }

  moveTo(seconds: UtcSeconds): void {
    this.seconds = seconds;
  }
}
