import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run takes some hundreds of megabytes at a time. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * All files of a run are in one folder, which is removed after it. The folder is in memory where there is
 * plenty: each commit of SQLite waits for the disk otherwise, which is most of the time of many suites.
 * Workers take the variables over.
 */
export default function setUp() {
  globalThis.testFolder = process.env.TMPDIR = mkdtempSync(
    join(isRoomy() ? MEMORY : tmpdir(), 'content-tests-'),
  );
  // Suites load the service from dist/, also where Jest was not started by npm.
  const { status } = spawnSync(process.execPath, ['scripts/prepare.mjs'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The service is not compiled.');
}

function isRoomy() {
  if (!existsSync(MEMORY) || process.availableMemory() < MIN_FREE_BYTES) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_FREE_BYTES;
}
