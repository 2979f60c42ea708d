import { AsyncResource } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { assertClientIsWaiting, runForSeveralClients } from '../../concurrency/client-presence.js';
import type { Database } from '../database.js';

/** Requests with more keys share a statement with those of the same keys alone: their rows are many. */
const FEW_KEYS = 3;
/** Keys of a statement that requests with few share. */
const MOST_KEYS = 30;
const MOST_QUEUES = 200;
/** A statement that takes longer than that does not keep the next one waiting. */
const PATIENCE_MS = 20;

type Found<K, V> = ReadonlyMap<K, V>;
type ReadAll<K, V> = (keys: readonly K[]) => Promise<Found<K, V>>;

/**
 * Reads rows by their keys for many requests at a time. A request that is alone does not wait; while a statement is under
 * way, the keys of those that come are collected for the next one. All see what had been committed when they asked. A
 * transaction reads for itself.
 */
export class GroupReader<K extends number | string, V> {
  private readonly small: Queue<K, V>;
  private readonly large = new LRUCache<string, Queue<K, V>>({ max: MOST_QUEUES });

  constructor(
    private readonly database: Pick<Database, 'isInTransaction'>,
    private readonly readAll: ReadAll<K, V>,
  ) {
    this.small = new Queue(readAll);
  }

  /** @returns what was found of these keys, and maybe of others */
  async read(keys: readonly K[]): Promise<Found<K, V>> {
    if (this.database.isInTransaction) return this.readAll(keys);
    assertClientIsWaiting();
    const queue = keys.length <= FEW_KEYS ? this.small : this.queueOf(keys);
    return queue.read(keys);
  }

  private queueOf(keys: readonly K[]): Queue<K, V> {
    const name = JSON.stringify(keys);
    const known = this.large.get(name);
    if (known) return known;
    const queue = new Queue(this.readAll);
    this.large.set(name, queue);
    return queue;
  }
}

interface Group<K, V> {
  readonly keys: Set<K>;
  readonly found: Promise<Found<K, V>>;
  start(): void;
}

/** Groups that are read one after the other. */
class Queue<K, V> {
  private readonly waiting: Group<K, V>[] = [];
  private isBusy = false;

  constructor(private readonly readAll: ReadAll<K, V>) {}

  read(keys: readonly K[]): Promise<Found<K, V>> {
    if (!this.isBusy) return this.start(keys);
    const group = this.groupFor(keys);
    for (const key of keys) group.keys.add(key);
    return group.found;
  }

  private groupFor(keys: readonly K[]): Group<K, V> {
    const last = this.waiting.at(-1);
    const hasRoom =
      last && (last.keys.size + keys.length <= MOST_KEYS || keys.every((key) => last.keys.has(key)));
    return hasRoom ? last : this.open();
  }

  private open(): Group<K, V> {
    const keys = new Set<K>();
    const { promise: found, resolve } = Promise.withResolvers<Found<K, V>>();
    // In the context of the first who asked, not of whoever lets it start.
    const start = AsyncResource.bind(() => {
      resolve(this.start([...keys]));
    });
    const group = { keys, found, start };
    this.waiting.push(group);
    return group;
  }

  private async start(keys: readonly K[]): Promise<Found<K, V>> {
    this.isBusy = true;
    let hasNext = false;
    const startNext = (): void => {
      if (hasNext) return;
      hasNext = true;
      const next = this.waiting.shift();
      if (next) next.start();
      else this.isBusy = false;
    };
    const patience = setTimeout(startNext, PATIENCE_MS);
    try {
      return await runForSeveralClients(() => this.readAll(keys));
    } finally {
      clearTimeout(patience);
      startNext();
    }
  }
}
