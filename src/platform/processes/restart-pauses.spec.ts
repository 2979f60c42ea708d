import { expect, test } from '@jest/globals';
import { RestartPauses } from './restart-pauses.js';

test('a worker that dies is replaced at once, one that dies again and again with longer and longer pauses', () => {
  const pauses = new RestartPauses();
  const crashes = Array.from({ length: 8 }, () => pauses.next(2000));
  expect(crashes).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a worker that has lived for a minute has not been ended by its start', () => {
  const pauses = new RestartPauses();
  for (let deaths = 0; deaths < 5; deaths++) pauses.next(0);
  expect(pauses.next(60_000)).toBe(0);
  expect(pauses.next(59_999)).toBe(1000);
});
