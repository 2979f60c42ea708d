import { describe, expect, test } from '@jest/globals';
import { OverloadedError } from '../../kernel/errors.js';
import { OutboundError } from './outbound-error.js';
import { RequestSlots } from './request-slots.js';

const { signal } = new AbortController();

/** Whether a turn has come, without waiting for it. */
function isPending(turn: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    turn.then(() => false),
    new Promise((done) => setImmediate(done, true)),
  ]) as Promise<boolean>;
}

describe('slots', () => {
  test('are limited by host, and a busy host stands in nobody’s way', async () => {
    const slots = new RequestSlots({ perHost: 2, inAll: 4, waiting: 10 });
    const [release] = await Promise.all([slots.take('a', signal), slots.take('a', signal)]);
    const third = slots.take('a', signal);
    expect(await isPending(third)).toBe(true);
    await slots.take('b', signal);
    release();
    expect(await isPending(third)).toBe(false);
  });

  test('are limited in all, and given to those who wait in their order', async () => {
    const slots = new RequestSlots({ perHost: 2, inAll: 2, waiting: 10 });
    const release = await slots.take('a', signal);
    await slots.take('b', signal);
    const order: string[] = [];
    const turns = ['c', 'd'].map(async (host) => {
      const giveBack = await slots.take(host, signal);
      order.push(host);
      giveBack();
    });
    release();
    await Promise.all(turns);
    expect(order).toEqual(['c', 'd']);
  });

  test('that are given back twice count once', async () => {
    const slots = new RequestSlots({ perHost: 1, inAll: 1, waiting: 10 });
    const release = await slots.take('a', signal);
    const [second, third] = [slots.take('a', signal), slots.take('a', signal)];
    release();
    release();
    expect(await isPending(second)).toBe(false);
    expect(await isPending(third)).toBe(true);
  });

  test('refuse those for whom there is no room to wait', async () => {
    const slots = new RequestSlots({ perHost: 1, inAll: 1, waiting: 1 });
    const release = await slots.take('a', signal);
    const second = slots.take('a', signal);
    await expect(slots.take('b', signal)).rejects.toThrow(OverloadedError);
    release();
    await second;
  });

  test('are not given to those who have left', async () => {
    const slots = new RequestSlots({ perHost: 1, inAll: 1, waiting: 2 });
    const release = await slots.take('a', signal);
    const leaving = new AbortController();
    const [gone, staying] = [slots.take('a', leaving.signal), slots.take('a', signal)];
    leaving.abort(new Error('changed my mind'));
    await expect(gone).rejects.toThrow('changed my mind');
    release();
    expect(await isPending(staying)).toBe(false);
    await expect(slots.take('a', leaving.signal)).rejects.toThrow('changed my mind');
  });

  test('that do not become free in time are an overload, not a fault of the target', async () => {
    const slots = new RequestSlots({ perHost: 1, inAll: 1, waiting: 2 });
    await slots.take('a', signal);
    const clock = new AbortController();
    const late = slots.take('a', clock.signal);
    clock.abort(OutboundError.tooSlow('a'));
    await expect(late).rejects.toThrow(OverloadedError);
  });

  test('leave nothing behind, however many hosts there were', async () => {
    const slots = new RequestSlots({ perHost: 4, inAll: 32, waiting: 2000 });
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const release = await slots.take(`host-${index % 50}`, signal);
        await new Promise((done) => setImmediate(done));
        release();
      }),
    );
    expect(slots).toMatchObject({ total: 0, queue: [], running: new Map() });
  });
});
