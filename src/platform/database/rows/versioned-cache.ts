import { LRUCache } from 'lru-cache';
import type { CacheUsage } from '../../concurrency/single-flight-cache.js';
import type { Database } from '../database.js';

/** The columns of a row that are shown elsewhere, as of a version. */
export interface VersionedFacts {
  readonly id: number;
  readonly version: number;
}

interface CacheOptions<T> {
  /** Reads what is there now; rows that are gone are left out. */
  readonly read: (ids: readonly number[]) => Promise<readonly T[]>;
  /** Bytes of its texts, more or less. */
  readonly bytesOf: (facts: T) => number;
}

const MAX_BYTES = 8 * 1024 * 1024;
/** Memory of an entry besides its texts. */
const ENTRY_BYTES = 200;
/** Limit of an entry's age: somebody may change a row by hand, without a new version. */
const TTL_MS = 60_000;

/**
 * Rows that many others show, as the authors of articles. The statement that
 * finds the others tells the versions of these, so that what is known is never
 * older than that statement, on any instance; only what is not known is read.
 */
export class VersionedCache<T extends VersionedFacts> {
  private readonly known: LRUCache<number, T>;
  private hits = 0;
  private misses = 0;

  constructor(
    private readonly database: Database,
    private readonly options: CacheOptions<T>,
  ) {
    this.known = new LRUCache({
      maxSize: MAX_BYTES,
      sizeCalculation: (facts) => ENTRY_BYTES + options.bytesOf(facts),
      ttl: TTL_MS,
    });
  }

  get usage(): CacheUsage {
    return { hits: this.hits, misses: this.misses, bytes: this.known.calculatedSize };
  }

  /** @param versions those that rows have now, by id */
  async get(versions: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, T>> {
    const found = new Map<number, T>();
    const missing: number[] = [];
    for (const [id, version] of versions) {
      const facts = this.known.get(id);
      if (facts?.version === version) found.set(id, facts);
      else missing.push(id);
    }
    this.hits += found.size;
    this.misses += missing.length;
    if (missing.length === 0) return found;
    // A transaction reads its own changes, which may be rolled back.
    const isCommitted = !this.database.isInTransaction;
    for (const facts of await this.options.read(missing)) {
      found.set(facts.id, facts);
      if (isCommitted) this.known.set(facts.id, facts);
    }
    return found;
  }
}
