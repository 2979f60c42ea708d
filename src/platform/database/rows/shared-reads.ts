import { LRUCache } from 'lru-cache';
import { assertClientIsWaiting } from '../../concurrency/client-presence.js';
import type { Database } from '../database.js';
import { ReadQueue } from './read-queue.js';

const MAX_QUEUES = 200;

/**
 * Requests that ask for the same at one time share a statement (see ReadQueue).
 * A transaction reads for itself.
 */
export class SharedReads<R> {
  private readonly queues = new LRUCache<string, ReadQueue<never, R>>({ max: MAX_QUEUES });

  constructor(private readonly database: Pick<Database, 'isInTransaction'>) {}

  /** @param name of what `read` reads: the same for the same statement alone */
  async read(name: string, read: () => Promise<R>): Promise<R> {
    if (this.database.isInTransaction) return read();
    assertClientIsWaiting();
    const known = this.queues.get(name);
    if (known) return known.read([]);
    const queue = new ReadQueue<never, R>(read);
    this.queues.set(name, queue);
    return queue.read([]);
  }
}
