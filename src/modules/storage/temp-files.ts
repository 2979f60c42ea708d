import type { OnApplicationShutdown } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';

/** Interval in which a process renews its claim to its files. */
const RENEWAL_MS = 30_000;
/** Files of other hosts that nobody has said it of for so long are left over; clocks may differ by less. */
const MAX_SILENCE_MS = 4 * 60_000;
/** Even if a process seems to be there: it may be another one that has got the pid. */
const MAX_AGE_MS = 6 * 3600 * 1000;
/** `host_pid_token_random`. */
const NAME = /^([\w.-]+)_(\d+)_([0-9a-f]{16})_[0-9a-f]{24}$/;

/** The owner of temporary files: a process, told apart from all others that share the folder. */
interface Owner {
  /** Name of the host and its process namespace: containers may share the name, and each has a process 1. */
  readonly host: string;
  readonly pid: number;
  /** Tells the process from an earlier one that had the same pid: by its start, where the system tells it. */
  readonly token: string;
}

const THIS_PROCESS: Owner = {
  host: `${hostname().replace(/[^\w.-]|_/g, '-')}-${pidNamespace()}`,
  pid: process.pid,
  token: startOf(process.pid) ?? randomBytes(8).toString('hex'),
};

/**
 * Temporary files of this process, in a folder that instances of other hosts may share. These know by the
 * time of a file that it is needed: it is renewed for as long as the file is there.
 */
export class TempFiles implements OnApplicationShutdown {
  readonly folder: string;
  /** Times of issue in milliseconds, by path. A file may be at each path. */
  private readonly issued = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    folder: string,
    private readonly owner: Owner = THIS_PROCESS,
  ) {
    this.folder = resolve(folder);
  }

  /** A new path, at which nothing is yet. Whoever writes there removes it; what is left is swept later. */
  path(): string {
    // The folder may be tidied away under a running process.
    mkdirSync(this.folder, { recursive: true });
    const { host, pid, token } = this.owner;
    const path = join(this.folder, `${host}_${pid}_${token}_${randomBytes(12).toString('hex')}`);
    this.issued.set(path, Date.now());
    this.timer ??= setInterval(() => void this.renew(), RENEWAL_MS).unref();
    return path;
  }

  /** Says of all files that they are needed. Happens by itself. */
  async renew(): Promise<void> {
    const now = Date.now();
    for (const [path, issuedAt] of this.issued) {
      const isThere = await utimes(path, now / 1000, now / 1000).then(
        () => true,
        () => false,
      );
      // A file that is not there may be yet to come.
      if (!isThere && now - issuedAt >= MAX_SILENCE_MS) this.issued.delete(path);
    }
    if (this.issued.size === 0) this.stopRenewal();
  }

  /** The last requests have been answered by now; until then their files were needed. */
  onApplicationShutdown(): void {
    this.stopRenewal();
  }

  private stopRenewal(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /**
   * Removes what is stale.
   *
   * @param beforeRemoval sees each file once more
   * @returns how many files
   */
  async sweep(beforeRemoval: (path: string) => Promise<void> = () => Promise.resolve()): Promise<number> {
    const paths = await this.listStale();
    for (const path of paths) {
      await beforeRemoval(path);
      await rm(path, { recursive: true, force: true });
    }
    return paths.length;
  }

  /**
   * Files of ended processes of this host, files of other hosts and of processes whose pid another one seems
   * to have got that were not renewed for minutes, and whatever is older than six hours. Files that are not
   * named like ours are nobody's business here.
   */
  async listStale(): Promise<string[]> {
    await mkdir(this.folder, { recursive: true });
    const stale: string[] = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if (this.isOfDeadProcess(name) || (await isOlderThan(this.maxAge(name), path))) stale.push(path);
    }
    return stale;
  }

  private maxAge(name: string): number {
    const [, host, pid, token] = NAME.exec(name) ?? [];
    if (host === undefined) return Infinity;
    if (host !== this.owner.host) return MAX_SILENCE_MS;
    const start = Number(pid) === this.owner.pid ? null : startOf(Number(pid));
    // A process of a former version, whose tokens were random, has its files renewed as well.
    return start === null || start === token ? MAX_AGE_MS : MAX_SILENCE_MS;
  }

  private isOfDeadProcess(name: string): boolean {
    const [, host, pid, token] = NAME.exec(name) ?? [];
    if (host !== this.owner.host) return false;
    return Number(pid) === this.owner.pid ? token !== this.owner.token : !isRunning(Number(pid));
  }
}

async function isOlderThan(maxAgeMs: number, path: string): Promise<boolean> {
  if (maxAgeMs === Infinity) return false;
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
  return mtimeMs < Date.now() - maxAgeMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Start of a process since that of the machine, as a token; null where the system does not tell it. */
export function startOf(pid: number): string | null {
  try {
    // The name of the program stands before it in brackets, and may contain spaces.
    const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    return ticks === undefined ? null : Number(ticks).toString(16).padStart(16, '0');
  } catch {
    return null;
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '0';
  }
}
