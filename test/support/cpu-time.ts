import { expect } from '@jest/globals';

/** Bounds of {@link expectProportional}. */
export interface Proportion {
  /** Pieces of the input. */
  readonly pieces: number;
  /** Milliseconds of CPU time that it may take. */
  readonly withinMs: number;
}

const PARTS = 8;
/** Work that grows with the square takes `PARTS` times as long for the whole as for its parts one by one. */
const TOLERANCE = 3;
/** Below it is noise: systems count CPU time in steps of some milliseconds. */
const NOISE_MS = 10;
const RUNS = 3;

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/**
 * CPU time of this thread so far, in milliseconds: unlike a clock it stands
 * still while others have the processor.
 */
export const threadCpuMs = (): number => milliseconds(process.threadCpuUsage());

/** CPU time so far of this process with all its threads, in milliseconds. */
export const processCpuMs = (): number => milliseconds(process.cpuUsage());

/**
 * Work takes CPU time of this thread in proportion to the length of its input:
 * little more for one input than for its parts one by one.
 *
 * @param work is done for inputs of so many pieces, in this thread and without waiting
 */
export function expectProportional(work: (pieces: number) => unknown, proportion: Proportion): void {
  const { pieces, withinMs } = proportion;
  const part = Math.ceil(pieces / PARTS);
  const inParts = leastMs(() => {
    for (let n = 0; n < PARTS; n++) work(part);
  }, PARTS * withinMs);
  const atOnce = leastMs(() => work(pieces), withinMs);
  expect(atOnce / Math.max(inParts, NOISE_MS)).toBeLessThan(TOLERANCE);
}

/** The least of some runs, the first of which warms up. */
function leastMs(work: () => unknown, withinMs: number): number {
  const runs = Array.from({ length: RUNS }, () => {
    const before = threadCpuMs();
    work();
    const ms = threadCpuMs() - before;
    expect(ms).toBeLessThan(withinMs);
    return ms;
  });
  return Math.min(...runs);
}
