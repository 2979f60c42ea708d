import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';

const POLL_INTERVAL_MS = 50;
/** CPU time between two looks at which the process is idle, in microseconds. */
const IDLE_MICROSECONDS = 5000;
const IDLE_POLLS = 2;
const MAX_POLLS = 40;

/**
 * Resolves once V8 compiles nothing in its threads, after two seconds at the latest.
 * A thread that compiles may wait for the main thread to collect garbage, and a
 * process that exits joins its threads first: it would never end (nodejs/node#54918).
 * No compilation begins after this call; those under way are given the main thread.
 */
export async function untilCompilersRest(): Promise<void> {
  setFlagsFromString('--no-maglev');
  setFlagsFromString('--no-turbofan');
  for (let looks = 0, idle = 0; looks < MAX_POLLS && idle < IDLE_POLLS; looks++) {
    const before = process.cpuUsage();
    await delay(POLL_INTERVAL_MS);
    const { user, system } = process.cpuUsage(before);
    idle = user + system < IDLE_MICROSECONDS ? idle + 1 : 0;
  }
}
