/** How a cache has done since the start, and how large it is. */
export interface CacheUsage {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
}
