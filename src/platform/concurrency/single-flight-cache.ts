import { LRUCache } from 'lru-cache';

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
    return this.values.get(key);
  }

  async get(key: string, make: () => Promise<V>): Promise<V> {
    const known = this.values.get(key);
    if (known) return known;
    const others = this.making.get(key);
    if (others) return others;
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
