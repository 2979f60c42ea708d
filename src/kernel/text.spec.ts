import { expect, test } from '@jest/globals';
import { expectProportional } from '../../test/support/cpu-time.js';
import { faultOfValuesIn, normalForm, withoutEnd, withoutSlash } from './text.js';

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

test.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)(
  '%s is as Unicode has it for what people write',
  (form) => {
    for (const text of ['Cafe\u0301', 'é\u0316\u0301', 'ﬁ', '각', `a${'\u0301\u0316'.repeat(15)}`, ''])
      expect(normalForm(text, form)).toBe(text.normalize(form));
  },
);

test('a normal form keeps thirty marks of a run', () => {
  expect(normalForm(`b${'\u0316'.repeat(500)}c`)).toBe(`b${'\u0316'.repeat(30)}c`);
});

test('a normal form takes time in proportion to the marks', () => {
  const work = (pieces: number) => normalForm(`a${'\u0301\u0316'.repeat(pieces)}`, 'NFKD');
  expectProportional(work, { pieces: 200_000, withinMs: 100 });
});

test('what becomes a mark counts as one', () => {
  /** Whether marks are put in order around it. */
  const isMark = (text: string) =>
    [`\u0301${text}`, `${text}\u0334`].some((pair) => pair.normalize('NFD') !== pair);
  for (let point = 0; point <= 0x10ffff; point++) {
    const [first = ''] = String.fromCodePoint(point).normalize('NFKD');
    if (point >= 0xd800 && point <= 0xdfff) continue;
    if (first.normalize('NFD') !== first || !isMark(first)) continue;
    const run = String.fromCodePoint(point).repeat(40);
    if (normalForm(run, 'NFKD').length === run.normalize('NFKD').length)
      throw new Error(`U+${point.toString(16)} is not counted.`);
  }
});

test('an object of many names is looked through', () => {
  const names = Array.from({ length: 200_000 }, (_, n) => [`name${n}`, n] as const);
  expect(faultOfValuesIn(Object.fromEntries(names))).toBeNull();
  expect(faultOfValuesIn(Object.fromEntries([...names, ['\0', 1]]))).toMatch('U+0000');
});
