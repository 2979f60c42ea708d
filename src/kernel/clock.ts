/** Whole seconds since 1970-01-01T00:00:00Z. */
export type UtcSeconds = number;

/** `2026-11-27T08:00:00Z` (RFC 3339). */
export const isoTime = (at: UtcSeconds): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

/** The current time, replaceable in tests. */
export abstract class Clock {
  abstract now(): UtcSeconds;
}

export class SystemClock extends Clock {
  now(): UtcSeconds {
    return Math.floor(Date.now() / 1000);
  }
}
