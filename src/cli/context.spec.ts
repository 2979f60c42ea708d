import { afterEach, expect, jest, test } from '@jest/globals';
import { onOneLine, printable, printTable } from './context.js';

afterEach(() => {
  jest.restoreAllMocks();
});

test('texts of others move no cursor and change no colour', () => {
  expect(onOneLine('200 \u001b]0;title\u0007 a\r\nb \u009b31m\u0000')).toBe('200  ]0;title  a b  31m');
});

test('texts of several lines keep them', () => {
  expect(printable('faults:\n  - a\u001b[2J\r\n  - b')).toBe('faults:\n  - a [2J \n  - b');
});

test('columns line up by the texts that are shown', () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  printTable([
    ['ID', 'NAME'],
    ['1', 'A\u001b[2J\u001b[HB'],
    ['', 'C'],
  ]);
  expect(write.mock.calls.map(([line]) => line)).toEqual(['ID  NAME\n', '1   A [2J [HB\n', '    C\n']);
});
