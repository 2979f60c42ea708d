import { AsyncLocalStorage } from 'node:async_hooks';

/** The server that a read outside of transactions goes to. */
export type ReadTarget = 'primary' | 'replica';

/** Tells whether the replica is fresh enough now. */
export interface Usable {
  readonly isUsable: boolean;
}

/**
 * The read target of one request. It may go from the replica to the primary,
 * never back: time does not run backwards in it.
 */
class RequestTarget {
  private target: ReadTarget | null = null;

  constructor(private readonly replica: Usable) {}

  get now(): ReadTarget {
    if (this.target === 'replica' && !this.replica.isUsable) this.target = 'primary';
    return this.target ?? 'primary';
  }

  choose(target: ReadTarget): void {
    if (this.target !== 'primary') this.target = target;
  }
}

const requests = new AsyncLocalStorage<RequestTarget | null>();

/**
 * Runs the work of a request that does nothing but read; it reads from the
 * primary until it is let go to the replica.
 */
export function runReading<T>(replica: Usable, work: () => T): T {
  return requests.run(new RequestTarget(replica), work);
}

/** The primary for whatever is no work of such a request. */
export function readTarget(): ReadTarget {
  return requests.getStore()?.now ?? 'primary';
}

/** The one who sends the request at hand can have written nothing: what it reads may be two seconds old. */
export function letReadFromReplica(): void {
  requests.getStore()?.choose('replica');
}

/** Makes the request at hand read from the primary, after a write. */
export function stayOnPrimary(): void {
  requests.getStore()?.choose('primary');
}

/** {@link stayOnPrimary}, telling whether the request has read from the replica. */
export function leaveReplica(): boolean {
  const isLeft = readTarget() === 'replica';
  stayOnPrimary();
  return isLeft;
}

/** Runs a part of a request whose reads decide about a write, or continue what the primary has told. */
export function readFromPrimary<T>(work: () => T): T {
  return requests.run(null, work);
}
