import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'content-bench-';

/** The files that the two versions of Linux's control groups have for the same things. */
const VERSION_1 = {
  limit: 'memory.limit_in_bytes',
  swap: 'memory.memsw.limit_in_bytes',
  peak: 'memory.max_usage_in_bytes',
  events: 'memory.oom_control',
};
const VERSION_2 = {
  limit: 'memory.max',
  swap: 'memory.swap.max',
  peak: 'memory.peak',
  events: 'memory.events',
};

/**
 * A limit that the kernel sets to the memory of a server, caches of its files included: a server that needs
 * more is killed. Takes root, or a control group that was delegated.
 */
export class MemoryLimit {
  /** @throws Error where the machine does not allow it */
  static of(bytes) {
    const [own, folder, files] = placeOfGroup();
    removeStale(dirname(folder));
    mkdirSync(folder);
    try {
      writeFileSync(join(folder, files.limit), String(bytes));
      writeSwap(folder, files, bytes);
      return new MemoryLimit(own, folder, files);
    } catch (error) {
      rmdirSync(folder);
      throw error;
    }
  }

  constructor(own, folder, files) {
    Object.assign(this, { own, folder, files });
  }

  /**
   * Starts a server under the limit: children are born into the group of their
   * parent, so this process is in it for that time, too.
   */
  async start(work) {
    this.#move(this.folder);
    try {
      return await work();
    } finally {
      this.#move(this.own);
    }
  }

  /** The most megabytes in use at one time, caches included. */
  peak() {
    return Math.round(Number(readFileSync(join(this.folder, this.files.peak), 'utf8')) / 2 ** 20);
  }

  /** Whether the kernel has killed the server. */
  hasKilled() {
    const [, kills = '0'] =
      /^oom_kill (\d+)$/m.exec(readFileSync(join(this.folder, this.files.events), 'utf8')) ?? [];
    return kills !== '0';
  }

  /** Once the server has ended. */
  async remove() {
    for (let tries = 0; ; tries++) {
      try {
        return rmdirSync(this.folder);
      } catch (error) {
        // Ended processes leave the group a moment later.
        if (error.code !== 'EBUSY' || tries === 50) throw error;
        await delay(100);
      }
    }
  }

  #move(folder) {
    writeFileSync(join(folder, 'cgroup.procs'), String(process.pid));
  }
}

/** @returns the group of this process, the folder of a new one, and the names of the files in it */
function placeOfGroup() {
  const groups = readFileSync('/proc/self/cgroup', 'utf8');
  const name = `${PREFIX}${process.pid}`;
  const [, first] = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(groups) ?? [];
  if (first !== undefined) {
    const own = join(ROOT, 'memory', first);
    return [own, join(own, name), VERSION_1];
  }
  const [, second = '/'] = /^0::(.*)$/m.exec(groups) ?? [];
  const own = join(ROOT, second);
  // A group of version 2 that holds processes has no groups with limits below it.
  return [own, join(second === '/' ? own : dirname(own), name), VERSION_2];
}

/** Groups of runs that were broken off; the kernel keeps those that still hold a process. */
function removeStale(parent) {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    try {
      rmdirSync(join(parent, name));
    } catch {
      // The group is of a run that goes on.
    }
  }
}

function writeSwap(folder, files, bytes) {
  try {
    writeFileSync(join(folder, files.swap), files === VERSION_1 ? String(bytes) : '0');
  } catch {
    // Kernels without swap accounting have no such file; the limit of the memory itself holds.
  }
}
