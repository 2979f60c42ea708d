import { assertClientIsWaiting } from '../../concurrency/client-presence.js';
import type { Database } from '../database.js';
import { ReadQueue } from './read-queue.js';
import { SharedReads } from './shared-reads.js';

/** Requests with more keys share a statement with those of the same keys alone: their rows are many. */
const MAX_SHARED_KEYS = 3;

type Found<K, V> = ReadonlyMap<K, V>;

/** Reads rows by their keys for many requests at a time (see ReadQueue). A transaction reads for itself. */
export class GroupReader<K extends number | string, V> {
  private readonly few: ReadQueue<K, Found<K, V>>;
  private readonly many: SharedReads<Found<K, V>>;

  constructor(
    private readonly database: Pick<Database, 'isInTransaction'>,
    private readonly readAll: (keys: readonly K[]) => Promise<Found<K, V>>,
  ) {
    this.few = new ReadQueue(readAll);
    this.many = new SharedReads(database);
  }

  /** @returns what was found of these keys, and maybe of others */
  async read(keys: readonly K[]): Promise<Found<K, V>> {
    if (keys.length > MAX_SHARED_KEYS) return this.many.read(JSON.stringify(keys), () => this.readAll(keys));
    if (this.database.isInTransaction) return this.readAll(keys);
    assertClientIsWaiting();
    return this.few.read(keys);
  }
}
