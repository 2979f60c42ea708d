import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, closeSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { environment, freePort } from '../support/process.js';

/** Every write to it fails with ENOSPC. */
const FULL = '/dev/full';
const onLinux = existsSync(FULL) ? test : test.skip;

let database: TestDatabase;
let child: ChildProcess | undefined;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());
afterAll(() => void child?.kill('SIGKILL'));

onLinux.each(['json', 'pretty'])('a log of %s whose disk is full stops nothing', async (format) => {
  const port = String(await freePort());
  const full = openSync(FULL, 'w');
  child = spawn(process.execPath, ['dist/main.js'], {
    env: environment(database, { PORT: port, LOG_FORMAT: format, LOG_LEVEL: 'info' }),
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  const exit = once(child, 'exit');
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => null,
    );
  expect(await eventually(() => statusOf('/health/ready'), 200)).toBe(200);
  for (let count = 0; count < 100; count++) expect(await statusOf('/nothing/here')).toBe(404);
  expect(await statusOf('/health/live')).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
