import { LRUCache } from 'lru-cache';
import { type ReadTarget, readTarget } from './reads/read-target.js';

/** Hits, misses and size of a cache since the start. */
export interface CacheUsage {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
}

/** Tells when what is kept may no longer be true. */
export interface Changes {
  onChange(listener: () => void): void;
}

export interface SingleFlightCacheOptions<V> {
  /** Longest delay until a change on another instance is seen; a second when it is left out. */
  readonly ttlMs?: number;
  /** Limit of all values together, in the unit of `sizeOf`. */
  readonly maxSize: number;
  /** A larger value is given to all who wait for it, and not kept. */
  readonly maxValueSize?: number;
  readonly sizeOf?: (value: V, key: string) => number;
}

/**
 * A cache with a short life: however many ask for a value at a time, it is made once, and a value that was
 * being made while something changed is not kept. Values that were read from a replica are kept apart: they
 * are given to nobody who reads from the primary.
 */
export class SingleFlightCache<V extends object> {
  private readonly values: LRUCache<string, V>;
  private readonly making = new Map<string, Promise<V>>();
  private changes = 0;
  private hits = 0;
  private misses = 0;

  constructor(
    changes: Changes,
    { ttlMs = 1000, maxSize, maxValueSize = maxSize, sizeOf = () => 1 }: SingleFlightCacheOptions<V>,
  ) {
    this.values = new LRUCache({
      maxSize,
      maxEntrySize: maxValueSize,
      ttl: ttlMs,
      sizeCalculation: sizeOf,
    });
    changes.onChange(() => {
      this.clear();
    });
  }

  /** The cached value, if any, for a reader without a key, to whom it does not matter where it was read. */
  known(key: string): V | undefined {
    return this.find(entryOf(key, 'primary')) ?? this.find(entryOf(key, 'replica'));
  }

  /** Bytes where `sizeOf` tells them. A value that others are waiting for is there. */
  get usage(): CacheUsage {
    return { hits: this.hits, misses: this.misses, bytes: this.values.calculatedSize };
  }

  async get(key: string, make: () => Promise<V>): Promise<V> {
    return this.getEntry(entryOf(key, readTarget()), make);
  }

  private find(entry: string): V | undefined {
    const known = this.values.get(entry);
    if (known) this.hits += 1;
    return known;
  }

  private async getEntry(key: string, make: () => Promise<V>): Promise<V> {
    const known = this.find(key);
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

/** No key begins so. */
const OF_REPLICA = '\0';

const entryOf = (key: string, target: ReadTarget): string => (target === 'replica' ? OF_REPLICA + key : key);
