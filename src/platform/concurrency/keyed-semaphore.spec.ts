import { describe, expect, test } from '@jest/globals';
import { KeyedSemaphore } from './keyed-semaphore.js';

const { signal } = new AbortController();

/** Whether a turn has come, without waiting for it. */
function isPending(turn: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    turn.then(() => false),
    new Promise((done) => setImmediate(done, true)),
  ]) as Promise<boolean>;
}

const refusal = (reason?: unknown) =>
  reason instanceof Error && reason.message !== 'too slow' ? reason : new Error('busy');
const permits = (limits: { perKey: number; inAll: number; waiting: number }) =>
  new KeyedSemaphore({ ...limits, refusal });

describe('permits', () => {
  test('are limited by key, and a busy key does not block others', async () => {
    const semaphore = permits({ perKey: 2, inAll: 4, waiting: 10 });
    const [release] = await Promise.all([semaphore.acquire('a', signal), semaphore.acquire('a', signal)]);
    const third = semaphore.acquire('a', signal);
    expect(await isPending(third)).toBe(true);
    await semaphore.acquire('b', signal);
    release();
    expect(await isPending(third)).toBe(false);
  });

  test('are limited in all, and given to those who wait in their order', async () => {
    const semaphore = permits({ perKey: 2, inAll: 2, waiting: 10 });
    const release = await semaphore.acquire('a', signal);
    await semaphore.acquire('b', signal);
    const order: string[] = [];
    const turns = ['c', 'd'].map(async (key) => {
      const giveBack = await semaphore.acquire(key, signal);
      order.push(key);
      giveBack();
    });
    release();
    await Promise.all(turns);
    expect(order).toEqual(['c', 'd']);
  });

  test('that are given back twice count once', async () => {
    const semaphore = permits({ perKey: 1, inAll: 1, waiting: 10 });
    const release = await semaphore.acquire('a', signal);
    const [second, third] = [semaphore.acquire('a', signal), semaphore.acquire('a', signal)];
    release();
    release();
    expect(await isPending(second)).toBe(false);
    expect(await isPending(third)).toBe(true);
  });

  test('refuse those for whom there is no room to wait', async () => {
    const semaphore = permits({ perKey: 1, inAll: 1, waiting: 1 });
    const release = await semaphore.acquire('a', signal);
    const second = semaphore.acquire('a', signal);
    await expect(semaphore.acquire('b', signal)).rejects.toThrow('busy');
    release();
    await second;
  });

  test('are not given to those who have left', async () => {
    const semaphore = permits({ perKey: 1, inAll: 1, waiting: 2 });
    const release = await semaphore.acquire('a', signal);
    const leaving = new AbortController();
    const [gone, staying] = [semaphore.acquire('a', leaving.signal), semaphore.acquire('a', signal)];
    leaving.abort(new Error('changed my mind'));
    await expect(gone).rejects.toThrow('changed my mind');
    release();
    expect(await isPending(staying)).toBe(false);
    await expect(semaphore.acquire('a', leaving.signal)).rejects.toThrow('changed my mind');
  });

  test('that do not become free in time are refused in the words of the caller', async () => {
    const semaphore = permits({ perKey: 1, inAll: 1, waiting: 2 });
    await semaphore.acquire('a', signal);
    const clock = new AbortController();
    const late = semaphore.acquire('a', clock.signal);
    clock.abort(new Error('too slow'));
    await expect(late).rejects.toThrow('busy');
  });

  test('leave nothing behind, however many keys there were', async () => {
    const semaphore = permits({ perKey: 4, inAll: 32, waiting: 2000 });
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const release = await semaphore.acquire(`key-${index % 50}`, signal);
        await new Promise((done) => setImmediate(done));
        release();
      }),
    );
    expect(semaphore).toMatchObject({ total: 0, queue: [], held: new Map() });
  });
});
