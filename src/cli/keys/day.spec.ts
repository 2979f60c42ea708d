import { expect, test } from '@jest/globals';
import { day } from './day.js';

test.each([
  [0, '1970-01-01'],
  [1_795_219_200, '2026-11-21'],
  [253_402_300_799, '9999-12-31'],
  [253_402_300_800, 'after 9999'],
  [8_642_000_000_000, 'after 9999'],
  [Number.MAX_SAFE_INTEGER, 'after 9999'],
])('the day of second %s is %s', (seconds, expected) => {
  expect(day(seconds)).toBe(expected);
});
