import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Deadline } from './deadline.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const endless = () => new Promise<never>(() => undefined);

test.each([
  ['begun before it', 0],
  ['begun after it', 1_000],
])('work that was %s fails once the time is up', async (_when, waited) => {
  const deadline = new Deadline(1_000);
  jest.advanceTimersByTime(waited);
  const race = deadline.race(endless());
  jest.advanceTimersByTime(1_000);
  await expect(race).rejects.toMatchObject({ code: 'takes-too-long' });
});

test('work that ends in time has its own outcome', async () => {
  const deadline = new Deadline(1_000);
  await expect(deadline.race(Promise.resolve('done'))).resolves.toBe('done');
  await expect(deadline.race(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  deadline.clear();
  jest.advanceTimersByTime(2_000);
  expect(deadline.hasPassed).toBe(false);
});
