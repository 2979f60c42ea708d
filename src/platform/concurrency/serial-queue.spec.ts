import { describe, expect, jest, test } from '@jest/globals';
import { SerialQueue } from './serial-queue.js';

function gate() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    opened: promise,
    open: () => {
      resolve(undefined);
    },
  };
}

describe('a serial queue', () => {
  test('runs one task at a time, in order, and urgent ones before those that wait', async () => {
    const queue = new SerialQueue(1000);
    const first = gate();
    const order: string[] = [];
    const task =
      (name: string, until: Promise<unknown> = Promise.resolve()) =>
      async () => {
        order.push(`${name} begins`);
        await until;
        order.push(`${name} ends`);
      };
    const all = [
      queue.run(task('a', first.opened)),
      queue.run(task('b')),
      queue.run(task('c'), { isUrgent: true }),
    ];
    first.open();
    await Promise.all(all);
    expect(order).toEqual(['a begins', 'a ends', 'c begins', 'c ends', 'b begins', 'b ends']);
  });

  test('goes on after a task that fails', async () => {
    const queue = new SerialQueue(1000);
    const failed = queue.run(() => Promise.reject(new Error('no')));
    const next = queue.run(() => Promise.resolve(1));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe(1);
  });

  test('refuses a task whose turn does not come in time, and does not run it later', async () => {
    jest.useFakeTimers();
    try {
      const queue = new SerialQueue(1000);
      const first = gate();
      const ran: number[] = [];
      const running = queue.run(() => first.opened);
      const refused = expect(queue.run(() => Promise.resolve(ran.push(2)))).rejects.toMatchObject({
        kind: 'overloaded',
        code: 'database-busy',
      });
      await jest.advanceTimersByTimeAsync(1000);
      await refused;
      const later = queue.run(() => Promise.resolve(ran.push(3)));
      first.open();
      await Promise.all([running, later]);
      expect(ran).toEqual([3]);
    } finally {
      jest.useRealTimers();
    }
  });
});
