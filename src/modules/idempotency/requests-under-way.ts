import { setTimeout as delay } from 'node:timers/promises';
import { InProgressError } from '../../kernel/errors.js';
import type { RepeatableRequest } from './idempotency-store.js';

/** Error for a request whose key belongs to another one under way. */
export const requestInProgress = (): InProgressError =>
  new InProgressError('request-in-progress', 'A request with this Idempotency-Key is under way.');

/** Requests of this instance, one with a key at a time; across instances the database makes them wait. */
export class RequestsUnderWay {
  private readonly byKey = new Map<string, Promise<unknown>>();

  /** @param timeoutMs how long a request waits for another one with its key */
  constructor(private readonly timeoutMs: number) {}

  /** @throws InProgressError when the other one takes too long */
  async inTurn<T>(
    { authorId, key }: Pick<RepeatableRequest, 'authorId' | 'key'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const name = `${authorId} ${key}`;
    const deadline = performance.now() + this.timeoutMs;
    for (let other = this.byKey.get(name); other; other = this.byKey.get(name)) {
      const waiting = new AbortController();
      const timeout = delay(Math.max(0, deadline - performance.now()), true, {
        signal: waiting.signal,
      }).catch(() => false);
      const isLate = await Promise.race([timeout, other.then(() => false)]);
      waiting.abort();
      if (isLate) throw requestInProgress();
    }
    const answer = work();
    this.byKey.set(
      name,
      answer.catch(() => undefined),
    );
    return answer.finally(() => this.byKey.delete(name));
  }
}
