import { expect, test } from '@jest/globals';
import { expectProportional } from '../../test/support/cpu-time.js';
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
  const inTheMiddle = (blanks: number) => {
    const text = `${' /'.repeat(blanks)}a`;
    expect(withoutEnd(text, /[/\s]/)).toBe(text);
  };
  const atTheEnd = (blanks: number) => {
    expect(withoutEnd(`a${' /'.repeat(blanks)}`, /[/\s]/)).toBe('a');
  };
  expectProportional(inTheMiddle, { pieces: 50_000, withinMs: 2000 });
  expectProportional(atTheEnd, { pieces: 50_000, withinMs: 2000 });
});
