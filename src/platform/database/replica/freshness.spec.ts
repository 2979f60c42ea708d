import { beforeEach, expect, test } from '@jest/globals';
import { Freshness, TOLERANCE_MS } from './freshness.js';

let now: number;
let freshness: Freshness;
beforeEach(() => {
  now = 10_000;
  freshness = new Freshness(() => now);
});

const look = (at: number, replica: number | null, primary: number): void => {
  now = at;
  freshness.add({ at, replica, primary });
};

const isProvenAt = (time: number): boolean => {
  now = time;
  return freshness.isProven;
};

test('nothing is proven by the first look: its beat may be of any age', () => {
  look(10_000, 7, 7);
  expect(freshness.isProven).toBe(false);
  expect(freshness.lagSeconds).toBe(Infinity);
});

test('a beat proves the time at which the primary did not have it, for two seconds', () => {
  look(10_000, 7, 7);
  look(10_500, 8, 8);
  expect(isProvenAt(10_000 + TOLERANCE_MS - 1)).toBe(true);
  expect(freshness.lagSeconds).toBeCloseTo(1.999);
  expect(isProvenAt(10_000 + TOLERANCE_MS)).toBe(false);
});

test('the beat that was written by the look before proves the time of that look', () => {
  // Each look counts up after it has read.
  look(10_000, 6, 7);
  look(10_500, 8, 8);
  look(11_000, 9, 9);
  expect(isProvenAt(10_500 + TOLERANCE_MS - 1)).toBe(true);
  expect(isProvenAt(10_500 + TOLERANCE_MS)).toBe(false);
});

test('a replica that lags is used for what is left of two seconds', () => {
  look(10_000, 7, 7);
  look(10_500, 7, 8);
  look(11_000, 8, 9);
  expect(isProvenAt(11_999)).toBe(true);
  look(11_500, 8, 10);
  expect(isProvenAt(12_000)).toBe(false);
});

test.each([
  ['stands still', 7],
  ['has no heartbeat', null],
])('a replica that %s is never proven again', (_what, beat) => {
  look(10_000, 7, 7);
  look(10_500, 8, 8);
  for (let count = 0; count < 20; count++) look(11_000 + count * 500, beat, 9 + count);
  expect(freshness.isProven).toBe(false);
});

test('a beat that the primary does not have is of another primary', () => {
  look(10_000, 7, 7);
  look(10_500, 90, 8);
  expect(freshness.isProven).toBe(false);
});

test('looks that are far apart prove nothing', () => {
  look(10_000, 7, 7);
  look(20_000, 8, 8);
  expect(freshness.isProven).toBe(false);
});

test('it can be revoked, and proven again', () => {
  look(10_000, 7, 7);
  look(10_500, 8, 8);
  freshness.revoke();
  expect(freshness.isProven).toBe(false);
  look(11_000, 9, 9);
  expect(freshness.isProven).toBe(false);
  look(11_500, 10, 10);
  expect(freshness.isProven).toBe(true);
});
