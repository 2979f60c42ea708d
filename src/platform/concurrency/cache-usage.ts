/** Hits, misses and size of a cache since the start. */
export interface CacheUsage {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
}
