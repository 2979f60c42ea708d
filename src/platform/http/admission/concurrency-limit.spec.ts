import { expect, test } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

const tick = (limit: ConcurrencyLimit, ms: number, isFull: boolean, loopDelayMs = 0): number => {
  limit.observe(ms);
  limit.adapt({ isFull, loopDelayMs });
  return limit.value;
};

const settle = (limit: ConcurrencyLimit, ms: number, loopDelayMs = 0): number => {
  for (let n = 0; n < 100; n++) tick(limit, ms, true, loopDelayMs);
  return limit.value;
};

test('grows while requests take as long as on a calm machine', () => {
  const limit = new ConcurrencyLimit({ least: 4, first: 16, most: 100 });
  tick(limit, 10, false);
  expect(settle(limit, 12)).toBe(100);
});

test('shrinks while they take several times as long, and stays above the least', () => {
  const limit = new ConcurrencyLimit({ least: 4, first: 16, most: 100 });
  tick(limit, 10, false);
  expect(settle(limit, 50)).toBe(4);
});

test('shrinks while the event loop is late', () => {
  const limit = new ConcurrencyLimit({ least: 4, first: 16, most: 100 });
  tick(limit, 10, false);
  expect(settle(limit, 10, 500)).toBe(4);
});

test('stays where it is while it does not know how long they take on a calm machine', () => {
  const limit = new ConcurrencyLimit({ least: 4, first: 16, most: 100 });
  expect(settle(limit, 50)).toBe(16);
});

test('returns to where it began when the load is over', () => {
  const limit = new ConcurrencyLimit({ least: 4, first: 16, most: 100 });
  tick(limit, 10, false);
  settle(limit, 50);
  for (let n = 0; n < 100; n++) tick(limit, 10, false);
  expect(Math.round(limit.value)).toBeGreaterThanOrEqual(15);
});
