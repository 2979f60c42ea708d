import { expect, test } from '@jest/globals';
import { Segments } from './segments.js';

test('parts that follow each other are one', () => {
  const segments = new Segments();
  for (let at = 0; at < 100; at += 10) segments.keep(at, at + 10);
  segments.keep(200, 210);
  const kept = [
    { start: 0, end: 100 },
    { start: 200, end: 210 },
  ];
  expect(segments.complete()).toMatchObject({ isComplete: true, kept });
});

test('a file in a million parts is not to be copied part by part', () => {
  const segments = new Segments();
  for (let part = 0; part < 1_000_000; part++) segments.keep(2 * part, 2 * part + 1);
  expect(segments.complete()).toEqual({ isComplete: false, kept: [], pixels: [] });
  expect(segments.list.length).toBeLessThan(20_000);
});
