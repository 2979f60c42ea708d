import { expect, test } from '@jest/globals';
import { inBatches } from './in-batches.js';

const never = new AbortController().signal;

/** Amounts that the batches of so much work have done. */
async function batchesOf(work: number, size: number, stopping = never): Promise<number[]> {
  const done: number[] = [];
  let left = work;
  await inBatches(size, stopping, (most) => {
    done.push(Math.min(most, left));
    left -= most;
    return Promise.resolve(done.at(-1) ?? 0);
  });
  return done;
}

test('the last batch is one that is not full', async () => {
  expect(await batchesOf(25, 10)).toEqual([10, 10, 5]);
  expect(await batchesOf(20, 10)).toEqual([10, 10, 0]);
  expect(await batchesOf(0, 10)).toEqual([0]);
});

test('a run has an end, however much there is', async () => {
  expect(await batchesOf(Infinity, 10)).toHaveLength(200);
});

test('a run that is to stop begins no other batch', async () => {
  const stopping = new AbortController();
  let batches = 0;
  await inBatches(1, stopping.signal, () => {
    if (++batches === 3) stopping.abort();
    return Promise.resolve(1);
  });
  expect(batches).toBe(3);
});
