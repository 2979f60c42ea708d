import { expect, test } from '@jest/globals';
import { shareOf } from './worker-place.js';

test('what the machine has so many of is divided, and each process has one at least', () => {
  expect([16, 5, 1, 0].map((total) => shareOf(total, 4))).toEqual([4, 1, 1, 1]);
  expect([16, 1, 0].map((total) => shareOf(total))).toEqual([16, 1, 1]);
});
