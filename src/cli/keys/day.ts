const YEAR_10000 = Date.UTC(10_000, 0) / 1000;

/** The day of a second, UTC. There are keys whose time dates cannot say. */
export function day(seconds: number): string {
  return seconds < YEAR_10000 ? new Date(seconds * 1000).toISOString().slice(0, 10) : 'after 9999';
}
