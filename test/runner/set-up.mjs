import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run takes some hundreds of megabytes at a time. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Databases and files of tests are in memory where there is plenty: each commit of SQLite waits for the disk
 * otherwise, which is most of the time of many suites. Workers take the variable over.
 */
export default function setUp() {
  if (!existsSync(MEMORY) || process.availableMemory() < ENOUGH_BYTES) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH_BYTES) return;
  globalThis.testFolder = process.env.TMPDIR = mkdtempSync(join(MEMORY, 'content-tests-'));
}
