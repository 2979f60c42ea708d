import { expect, test } from '@jest/globals';
import { withoutEnd, withoutSlash } from './text.js';

test.each([
  ['/a//', '/a'],
  ['/a/b', '/a/b'],
  ['///', ''],
  ['', ''],
])('%j without slashes at its end is %j', (path, expected) => {
  expect(withoutSlash(path)).toBe(expected);
});

test('takes time in proportion to the length', () => {
  const text = `${' /'.repeat(5_000_000)}a`;
  const start = performance.now();
  expect(withoutEnd(text, /[/\s]/)).toBe(text);
  expect(withoutEnd(`a${' /'.repeat(1_000_000)}`, /[/\s]/)).toBe('a');
  expect(performance.now() - start).toBeLessThan(2000);
});
