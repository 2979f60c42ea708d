import { setImmediate as turn } from 'node:timers/promises';

const MAX_BATCHES = 200;

/**
 * Does work in batches until one of them is not full. So many at most: the rest is for the next run.
 *
 * @param work does as much of it as one transaction may, and says how much that was
 */
export async function inBatches(
  size: number,
  stopping: AbortSignal,
  work: (size: number) => Promise<number>,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES && !stopping.aborted; batch++) {
    if ((await work(size)) < size) return;
    // On SQLite all batches would be one turn of the event loop, for which every request waits.
    await turn();
  }
}
