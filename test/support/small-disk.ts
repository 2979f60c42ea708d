import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own that can be filled up; only root may make one. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left, but for some bytes. */
  fill(left?: number): void;
  /** Makes room again. */
  empty(): void;
  unmount(): void;
}

export const canMakeDisks = process.platform === 'linux' && process.getuid?.() === 0;

export function makeSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'content-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(left = 0) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
    },
    empty() {
      rmSync(filler, { force: true });
    },
    unmount() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
