import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
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

test('the levels that are counted are those of the parsed value', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(0, 2), (value, indent) => {
      const json = Buffer.from(JSON.stringify(value, null, indent));
      const depth = depthOf(JSON.parse(json.toString()));
      expect(isDeeperThan(json, depth)).toBe(false);
      if (depth > 0) expect(isDeeperThan(json, depth - 1)).toBe(true);
    }),
  );
});
