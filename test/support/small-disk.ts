import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from '@jest/globals';

/** A file system of its own, with little room. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left, but for some bytes. */
  fill(left?: number): void;
  /** Makes room again. */
  empty(): void;
  unmount(): void;
}

/**
 * Declares tests on a disk of its own. They are left out where nobody may mount one, which takes the rights
 * of root, unless DISK_TESTS says that there has to be one.
 */
export function describeOnSmallDisk(name: string, megabytes: number, tests: (disk: SmallDisk) => void): void {
  const disk = makeSmallDisk(megabytes);
  if (!disk) {
    (process.env.DISK_TESTS === '1' ? describe : describe.skip)(name, () => {
      test('needs a file system of its own', () => {
        throw new Error('No file system could be mounted, and DISK_TESTS asks for one.');
      });
    });
    return;
  }
  describe(name, () => {
    tests(disk);
    afterAll(() => {
      disk.unmount();
    });
  });
}

function makeSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
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
      // Lazily: a process that is just being started may still hold what this one had open.
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
