import { LRUCache } from 'lru-cache';
import type { CacheUsage } from './cache-usage.js';

/** Tells when what is kept may no longer be true. */
export interface Changes {
  onChange(listener: () => void): void;
}

export interface SingleFlightCacheOptions<V> {
  /** How late a change on another instance is seen at most. */
  readonly lifeMs: number;
  /** Limit of all values together, in the unit of `sizeOf`. */
  readonly maxSize: number;
  /** A larger value is given to all who wait for it, and not kept. */
  readonly maxValueSize?: number;
  readonly sizeOf?: (value: V, key: string) => number;
}

/**
 * A cache with a short life: however many ask for a value at a time, it is made once, and a value that was
 * being made while something changed is not kept.
 */
export class SingleFlightCache<V extends object> {
  private readonly values: LRUCache<string, V>;
  private readonly making = new Map<string, Promise<V>>();
  private changes = 0;
  private hits = 0;
  private misses = 0;

  constructor(
    changes: Changes,
    { lifeMs, maxSize, maxValueSize = maxSize, sizeOf = () => 1 }: SingleFlightCacheOptions<V>,
  ) {
    this.values = new LRUCache({
      maxSize,
      maxEntrySize: maxValueSize,
      ttl: lifeMs,
      sizeCalculation: sizeOf,
    });
    changes.onChange(() => {
      this.clear();
    });
  }

  /** The cached value, if any. */
  known(key: string): V | undefined {
    const known = this.values.get(key);
    if (known) this.hits += 1;
    return known;
  }

  /** Bytes where `sizeOf` tells them. A value that others are waiting for is there. */
  get usage(): CacheUsage {
    return { hits: this.hits, misses: this.misses, bytes: this.values.calculatedSize };
  }

  async get(key: string, make: () => Promise<V>): Promise<V> {
    const known = this.known(key);
    if (known) return known;
    const others = this.making.get(key);
    if (others) {
      this.hits += 1;
      return others;
    }
    this.misses += 1;
    const making = this.make(key, make);
    this.making.set(key, making);
    try {
      return await making;
    } finally {
      if (this.making.get(key) === making) this.making.delete(key);
    }
  }

  private clear(): void {
    this.changes += 1;
    this.values.clear();
    this.making.clear();
  }

  private async make(key: string, make: () => Promise<V>): Promise<V> {
    const { changes } = this;
    const value = await make();
    if (changes === this.changes) this.values.set(key, value);
    return value;
  }
}
