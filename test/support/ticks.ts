/**
 * How often a timer of this process fires until work is over. Timers of one
 * process wait together when the machine is busy, and what was missed is not
 * made up for: against a limit of the same process they do not come too often.
 */
export async function ticksDuring(everyMs: number, work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => ticks++, everyMs);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return ticks;
}
