/** Whole seconds since 1970-01-01T00:00:00Z. */
export type UtcSeconds = number;

/** The current time, replaceable in tests. */
export abstract class Clock {
  abstract now(): UtcSeconds;
}

export class SystemClock extends Clock {
  now(): UtcSeconds {
    return Math.floor(Date.now() / 1000);
  }
}
