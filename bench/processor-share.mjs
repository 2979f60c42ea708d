import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup/cpu';
const PERIOD_US = 20_000;
/** Against what else the machine does. */
const WEIGHT = 100_000;

/**
 * Holds a process to a part of a core, and gives it that part whatever else the machine does, by a control
 * group of the kernel (version 1, as root).
 *
 * @param share of a core; all that there is when it is left out
 */
export function holdToShare(pid, share) {
  const folder = join(ROOT, `content-bench-${pid}`);
  mkdirSync(folder);
  const set = (name, value) => writeFileSync(join(folder, name), String(value));
  set('cpu.shares', WEIGHT);
  set('cpu.cfs_period_us', PERIOD_US);
  if (share !== undefined) set('cpu.cfs_quota_us', Math.round(PERIOD_US * share));
  set('cgroup.procs', pid);
  process.once('exit', () => {
    // A group that holds a process cannot be removed; all others have ended by now.
    if (pid === process.pid) writeFileSync(join(ROOT, 'cgroup.procs'), String(pid));
    rmdirSync(folder);
  });
}
