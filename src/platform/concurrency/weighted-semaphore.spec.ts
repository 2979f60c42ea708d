import { describe, expect, test } from '@jest/globals';
import { WeightedSemaphore, type WeightedSemaphoreOptions } from './weighted-semaphore.js';

const semaphoreOf = (limits: Omit<WeightedSemaphoreOptions, 'refusal'>) =>
  new WeightedSemaphore({ ...limits, refusal: () => new Error('busy') });

/** Work that goes on until it is told to end. */
function pending() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    work: () => promise,
    end: () => {
      resolve(undefined);
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('WeightedSemaphore', () => {
  test('lets work begin while there is room, first come, first served', async () => {
    const budget = semaphoreOf({ weight: 100, atOnce: 10, waiting: 10 });
    const begun: string[] = [];
    const [large, larger, small] = [pending(), pending(), pending()];
    const spend = (name: string, bytes: number, { work }: typeof large) =>
      budget.run(bytes, () => {
        begun.push(name);
        return work();
      });
    const all = [spend('large', 60, large), spend('larger', 80, larger), spend('small', 10, small)];
    await settled();
    expect(begun).toEqual(['large']);
    large.end();
    await settled();
    expect(begun).toEqual(['large', 'larger', 'small']);
    larger.end();
    small.end();
    await Promise.all(all);
  });

  test('lets what is larger than all of it run alone', async () => {
    const budget = semaphoreOf({ weight: 100, atOnce: 10, waiting: 10 });
    expect(await budget.run(1000, () => Promise.resolve('done'))).toBe('done');
  });

  test('gives the room of failed work to the next', async () => {
    const budget = semaphoreOf({ weight: 100, atOnce: 1, waiting: 10 });
    const failing = budget.run(100, () => Promise.reject(new Error('broken')));
    const next = budget.run(100, () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  test('refuses work when too much waits', async () => {
    const budget = semaphoreOf({ weight: 100, atOnce: 1, waiting: 1 });
    const first = pending();
    const running = budget.run(1, first.work);
    const waiting = budget.run(1, () => Promise.resolve());
    await expect(budget.run(1, () => Promise.resolve())).rejects.toThrow('busy');
    first.end();
    await Promise.all([running, waiting]);
  });
});
