import { expect, test } from '@jest/globals';
import { isDeeperThan } from './json-body.js';

test.each([
  ['[[[1]]]', 3, false],
  ['[[[1]]]', 2, true],
  ['{"a":{"b":[]}}', 2, true],
  ['["[[[[", "]]]]", "\\"[[[["]', 1, false],
  ['["\\\\", [1]]', 1, true],
  ['"[[[[', 1, false],
  ['['.repeat(100_000), 500, true],
])('%.40s is measured against %d levels', (json, limit, expected) => {
  expect(isDeeperThan(Buffer.from(json), limit)).toBe(expected);
});
