import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runCommand } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { fileOf, rowsOf, selected } from '../support/hostile-table.js';
import { environment, killLeftovers, run } from '../support/process.js';
import { BASE_URL, type Service, startService } from '../support/service.js';
import { fillSite } from '../support/whole-site.js';

// Each command is a process.
jest.setTimeout(300_000);

const variables = { PUBLIC_BASE_URL: BASE_URL };

let source: Service;
let target: TestDatabase;
let backups: string;
beforeAll(async () => {
  // Processes of the command line have no extension.
  source = await startService({ environment: { SCHEDULER: 'off' } });
  await fillSite(source);
  target = createTestDatabase();
  backups = join(source.database.folder, 'backups');
});
afterAll(async () => {
  killLeftovers();
  await source.stop();
  await target.drop();
});

/**
 * Runs a command until something is so, and kills it there.
 * @returns its exit code; null when it was killed
 */
async function runUntil(
  parameters: readonly string[],
  database: TestDatabase,
  isSo: () => boolean | Promise<boolean>,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number | null> {
  const child = spawn(process.execPath, ['dist/cli.js', ...parameters], {
    env: environment(database, { ...variables, TMPDIR: database.folder }),
    stdio: 'ignore',
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  while (child.exitCode === null && !(await isSo())) await delay(1);
  child.kill(signal);
  const [code] = await closed;
  return code;
}

/** Whether a restore has begun with tables of the target. */
async function isBegun(): Promise<boolean> {
  if (target.isSqlite) return existsSync(fileOf(target));
  const server = new URL(target.url);
  const name = server.pathname.slice(1);
  server.pathname = '/information_schema';
  const [found] = await selected<{ number: number }>(
    { ...target, url: server.href },
    `SELECT COUNT(*) AS number FROM TABLES WHERE TABLE_SCHEMA = '${name}'`,
  );
  return (found?.number ?? 0) > 10;
}

test('a backup that is killed is known to be incomplete, and the next one is whole', async () => {
  const code = await runUntil(['backup', backups], source.database, () =>
    existsSync(backups) ? readdirSync(backups, { recursive: true }).length > 3 : false,
  );
  expect(code).toBeNull();
  const [cutOff = ''] = readdirSync(backups);
  expect(readdirSync(join(backups, cutOff))).toContain('begun.json');
  const refused = await runCommand(['restore', join(backups, cutOff)], target, variables);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('was cut off')]);
  const next = await runCommand(['backup', backups], source.database, variables);
  expect({ code: next.code, stderr: next.stderr }).toEqual({ code: 0, stderr: next.stderr });
});

test('a restore that is killed is known at the next start, and begins anew when it is run again', async () => {
  const backup = join(backups, readdirSync(backups).sort().at(-1) ?? '');
  const steps: (number | null)[] = [];
  // The second one begins with what the first has left.
  for (let kill = 0; kill < 2; kill++) steps.push(await runUntil(['restore', backup], target, isBegun));
  expect(steps).toEqual([null, null]);
  const starts = [
    () => run('main.js', [], target, variables),
    () => runCommand(['migrate'], target, variables),
    () => runCommand(['export'], target, variables),
  ];
  for (const start of starts) {
    const started = await start();
    expect([started.code, started.stderr]).toEqual([
      1,
      expect.stringContaining('is not finished: run "restore"'),
    ]);
  }
  const again = await runCommand(['restore', backup], target, variables);
  expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: again.stderr });
  const [restored, original] = [await rowsOf(target), await rowsOf(source.database)];
  for (const table of [
    'articles',
    'events',
    'api_keys',
    'stored_files',
    'sections',
    'webhooks',
    'migrations',
  ])
    expect(restored[table]).toEqual(original[table]);
  const { stdout } = await runCommand(['doctor'], target, variables);
  // On a busy machine it is more than a minute since the changes, which nobody
  // hands on: the copy does not run.
  const faults = stdout.split('\n').filter((line) => /^✗ (?!events )/.test(line));
  expect([faults, stdout]).toEqual([[], expect.stringContaining('✓ files        2 with')]);
});

test('a check of a backup that is interrupted leaves no copy behind', async () => {
  const { database } = source;
  const backup = join(backups, readdirSync(backups).sort().at(-1) ?? '');
  // An account of its own, to know its scratch database from those of other tests.
  const account = `checks_${process.pid}`;
  const url = new URL(database.url);
  if (!database.isSqlite) {
    Object.assign(url, { username: account, password: '' });
    await selected(database, `CREATE USER ${account}`);
    await selected(database, `GRANT ALL ON \`backup\\_check\\_%\`.* TO ${account}`);
  }
  const inUse = async (): Promise<string[]> => {
    if (database.isSqlite)
      return readdirSync(database.folder).filter((name) => name.startsWith('backup_check_'));
    const rows = await selected<{ name: string }>(
      database,
      `SELECT DB AS name FROM information_schema.PROCESSLIST WHERE USER = '${account}' AND DB LIKE 'backup%'`,
    );
    return rows.map(({ name }) => name);
  };
  const seen = new Set<string>();
  const code = await runUntil(
    ['restore', backup, '--verify'],
    { ...database, url: url.href },
    async () => {
      for (const name of await inUse()) seen.add(name);
      return seen.size > 0;
    },
    'SIGINT',
  );
  const left = database.isSqlite
    ? await inUse()
    : await selected(
        database,
        `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME IN ('${[...seen].join("','")}')`,
      );
  if (!database.isSqlite) await selected(database, `DROP USER ${account}`);
  expect([code, seen.size, left]).toEqual([null, 1, []]);
});
