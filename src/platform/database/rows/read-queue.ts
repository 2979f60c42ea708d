import { AsyncResource } from 'node:async_hooks';
import { runForSeveralClients } from '../../concurrency/client-presence.js';
import { type ReadTarget, readTarget } from '../../concurrency/reads/read-target.js';

/** Keys of a statement that several requests share. */
const MAX_KEYS = 30;
/** A statement that takes longer than that does not keep the next one waiting. */
const MAX_WAIT_MS = 20;

/** The statements to one server. */
interface Queue<K, R> {
  readonly waiting: Group<K, R>[];
  isBusy: boolean;
}

interface Group<K, R> {
  readonly keys: Set<K>;
  readonly found: Promise<R>;
  start(): void;
}

/**
 * Reads for many requests at a time. A request that is alone does not wait; while a statement is under way,
 * the keys of those that come are collected for the next one. Nobody joins a statement that is under way: all
 * see what had been committed when they asked, and so those who read from the primary share nothing with
 * those who read from a replica.
 */
export class ReadQueue<K, R> {
  private readonly queues: Readonly<Record<ReadTarget, Queue<K, R>>> = {
    primary: { waiting: [], isBusy: false },
    replica: { waiting: [], isBusy: false },
  };

  constructor(private readonly readAll: (keys: readonly K[]) => Promise<R>) {}

  read(keys: readonly K[]): Promise<R> {
    const queue = this.queues[readTarget()];
    if (!queue.isBusy) return this.start(queue, keys);
    const group = this.groupFor(queue, keys);
    for (const key of keys) group.keys.add(key);
    return group.found;
  }

  private groupFor(queue: Queue<K, R>, keys: readonly K[]): Group<K, R> {
    const last = queue.waiting.at(-1);
    const hasRoom = last && last.keys.size + keys.length <= MAX_KEYS;
    return hasRoom ? last : this.open(queue);
  }

  private open(queue: Queue<K, R>): Group<K, R> {
    const keys = new Set<K>();
    const { promise: found, resolve } = Promise.withResolvers<R>();
    // The statement runs in the context of its first request, not of the request that lets it start.
    const start = AsyncResource.bind(() => {
      resolve(this.start(queue, [...keys]));
    });
    const group = { keys, found, start };
    queue.waiting.push(group);
    return group;
  }

  private async start(queue: Queue<K, R>, keys: readonly K[]): Promise<R> {
    queue.isBusy = true;
    let hasNext = false;
    const startNext = (): void => {
      if (hasNext) return;
      hasNext = true;
      const next = queue.waiting.shift();
      if (next) next.start();
      else queue.isBusy = false;
    };
    const timeout = setTimeout(startNext, MAX_WAIT_MS);
    try {
      return await runForSeveralClients(() => this.readAll(keys));
    } finally {
      clearTimeout(timeout);
      startNext();
    }
  }
}
