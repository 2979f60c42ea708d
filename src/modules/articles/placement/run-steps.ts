import { setImmediate as turn } from 'node:timers/promises';
import type { UnitOfWork } from '../../../kernel/unit-of-work.js';

/** Longest wait of a client; the next run does the rest. */
const MAX_DURATION_MS = 20_000;

/**
 * Runs one step after the other, each in a unit of work of its own.
 *
 * @param step does a part of the work, and returns whether there may be more
 * @param signal ends the work after the step at hand
 */
export async function runSteps(
  unitOfWork: UnitOfWork,
  step: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + MAX_DURATION_MS;
  let isMore = true;
  while (isMore && !signal?.aborted && performance.now() < deadline) {
    isMore = await unitOfWork.run(step);
    // On SQLite all steps would be one turn of the event loop, for which every request waits.
    await turn();
  }
}
