import { beforeEach, expect, test } from '@jest/globals';
import { heapOfThread, IdleCollection } from './idle-collection.js';

const MB = 1024 * 1024;
let collections: number;
let size: number;
let busyShare: number;
let collection: IdleCollection;
beforeEach(() => {
  collections = 0;
  size = 120 * MB;
  busyShare = 0;
  collection = new IdleCollection({
    size: () => size,
    busyShare: () => busyShare,
    shrink() {
      collections += 1;
      size = 80 * MB;
    },
  });
});

test('an idle heap is made smaller after the start, and not again while it has hardly grown', () => {
  collection.look();
  size += 60 * MB;
  collection.look();
  expect(collections).toBe(1);
});

test('a heap that a load has left large is made smaller once the service is idle', () => {
  collection.look();
  size = 400 * MB;
  busyShare = 0.5;
  collection.look();
  expect(collections).toBe(1);
  busyShare = 0.04;
  collection.look();
  expect(collections).toBe(2);
});

test('the heap of the thread takes less of the system once it has been made smaller', () => {
  const heap = heapOfThread();
  const held = { items: Array.from({ length: 1_000_000 }, (_, n) => ({ n })) };
  const before = heap.size();
  held.items = [];
  heap.shrink();
  expect(heap.size()).toBeLessThan(before - 8 * MB);
});
