import { expect, test } from '@jest/globals';
import { Semaphore } from './semaphore.js';

const refusal = () => new Error('busy');
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('so many run at one time, the others in their order', async () => {
  const semaphore = new Semaphore({ permits: 2, waiting: 2, refusal });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) =>
    semaphore.run(() => {
      begun.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  const all = ['a', 'b', 'c', 'd'].map(run);
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('a')?.();
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd']) ends.get(name)?.();
  await Promise.all(all);
});

test('work that fails frees its place', async () => {
  const semaphore = new Semaphore({ permits: 1, waiting: 0, refusal });
  await expect(semaphore.run(() => Promise.reject(new Error('It fails.')))).rejects.toThrow('It fails.');
  await expect(semaphore.run(() => Promise.resolve('next'))).resolves.toBe('next');
});

test('work is refused when as many wait as may', async () => {
  const semaphore = new Semaphore({ permits: 1, waiting: 1, refusal });
  const { promise, resolve } = Promise.withResolvers<string>();
  const all = [semaphore.run(() => promise), semaphore.run(() => promise)];
  await expect(semaphore.run(() => promise)).rejects.toThrow('busy');
  resolve('done');
  await expect(Promise.all(all)).resolves.toEqual(['done', 'done']);
});
