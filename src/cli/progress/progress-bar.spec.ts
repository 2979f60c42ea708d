import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { progressBar } from './progress-bar.js';

let printed = '';
const { isTTY } = process.stderr;
beforeEach(() => {
  printed = '';
  process.stderr.isTTY = false;
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  process.stderr.isTTY = isTTY;
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('A long command prints a line every ten seconds where there is no terminal, a short one none', () => {
  const bar = progressBar('posts seeded', '{bar}');
  bar.start(500, 0);
  bar.update(10);
  jest.setSystemTime(9_999);
  bar.update(20);
  expect(printed).toBe('');
  jest.setSystemTime(10_000);
  bar.update(30);
  bar.update(40);
  jest.setSystemTime(20_000);
  bar.update(50);
  bar.stop();
  bar.update(60);
  expect(printed).toBe('posts seeded: 30 of 500\nposts seeded: 50 of 500\n');
});

test('A bar that was not started prints nothing', () => {
  const bar = progressBar('bytes imported', '{bar}');
  jest.setSystemTime(60_000);
  bar.update(1);
  bar.stop();
  expect(printed).toBe('');
});
