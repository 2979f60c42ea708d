import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { readManifest } from '../../src/modules/backup/contents/manifest.js';
import { Database } from '../../src/platform/database/database.js';
import { runCommand } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import type { TestDatabase } from '../support/database.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

jest.setTimeout(300_000);

const SITE = { PUBLIC_BASE_URL: BASE_URL };

let database: TestDatabase;
let folder: string;
const services: Service[] = [];

beforeEach(async () => {
  database = await createMigratedDatabase();
  folder = join(database.folder, 'scheduled');
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  await database.drop();
});

async function start(every: number | null = 24): Promise<Service> {
  const service = await startService({ database, settings: { backup: { every, folder, kept: 2 } } });
  services.push(service);
  return service;
}

const change = (service: Service, statement: string) =>
  service.app.get(UnitOfWork).run(() => service.app.get(Database).execute(statement, []));
const makeDue = (service: Service) =>
  change(service, "UPDATE jobs SET due_ts = 0, leased_until_ts = 0 WHERE name = 'backup'");
const complete = () =>
  readdirSync(folder).filter((name) => readdirSync(join(folder, name)).includes('manifest.json'));
const isIdle = async (service: Service) => {
  const [job] = await service.app
    .get(Database)
    .rows<{ until: number; done: number }>(
      "SELECT leased_until_ts AS until, succeeded_ts AS done FROM jobs WHERE name = 'backup'",
    );
  return job?.until === 0 && job.done > 0;
};
const metricsOf = async (service: Service) => (await service.get('/metrics')).text;

test('one of several instances makes it when it is due, and older ones go when a newer one is complete', async () => {
  const one = await start();
  await start();
  expect(await eventually(() => isIdle(one), true)).toBe(true);
  const [first = ''] = readdirSync(folder);
  expect(await readManifest(join(folder, first))).toMatchObject({
    madeBy: 'schedule',
    site: { url: BASE_URL },
  });
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await metricsOf(one)).toMatch(/^backup_last_success_timestamp_seconds \d{10}$/m);
  // Backups made by hand stay, and so do files of others.
  const { code } = await runCommand(['backup', folder], database, SITE);
  expect(code).toBe(0);
  mkdirSync(join(folder, 'scheduled-of-somebody'));
  for (let count = 2; count <= 4; count++) {
    await makeDue(one);
    const scheduled = () => complete().filter((name) => name.startsWith('scheduled-2'));
    expect(await eventually(() => isIdle(one).then((idle) => idle && scheduled().length), 2)).toBe(2);
  }
  const names = readdirSync(folder);
  expect(names.filter((name) => name.startsWith('backup-'))).toHaveLength(1);
  expect(names).toContain('scheduled-of-somebody');
});

test('one that fails is counted and told by doctor, takes nothing away, and is made again', async () => {
  writeFileSync(folder, 'a file in its place');
  const service = await start();
  const failures = async () => /^job_failures\{name="backup"\} (\d+)$/m.exec(await metricsOf(service))?.[1];
  expect(await eventually(failures, '1')).toBe('1');
  expect(await metricsOf(service)).not.toMatch(/^backup_last_success/m);
  const settings = join(database.folder, 'site.json');
  writeFileSync(settings, JSON.stringify({ backup: { every: 24, folder } }));
  const doctor = () => runCommand(['doctor'], database, { ...SITE, SITE_SETTINGS: settings });
  const ill = await doctor();
  expect(ill.code).toBe(1);
  expect(ill.stdout).toContain('backup fails, see the log; failed runs: 1');
  expect(ill.stdout).toMatch(/✗ backups +none has been made/);
  rmSync(folder);
  await makeDue(service);
  expect(await eventually(failures, '0')).toBe('0');
  expect(complete()).toHaveLength(1);
  expect((await doctor()).stdout).toMatch(/✓ backups +the last one is less than an hour old/);
  const [job] = await service.app
    .get(Database)
    .rows<{ now: number }>("SELECT succeeded_ts AS now FROM jobs WHERE name = 'backup'");
  await change(
    service,
    `UPDATE jobs SET succeeded_ts = ${(job?.now ?? 0) - 60 * 3600} WHERE name = 'backup'`,
  );
  expect((await doctor()).stdout).toMatch(/✗ backups +the last one is 60 hours old, and one is due every 24/);
});

test('one that is switched off is told of no more', async () => {
  writeFileSync(folder, 'a file in its place');
  const service = await start();
  const failing = async () => (await metricsOf(service)).includes('job_failures{name="backup"} 1');
  expect(await eventually(failing, true)).toBe(true);
  await services.pop()?.stop();
  const next = await start(null);
  expect(await eventually(async () => (await metricsOf(next)).includes('{name="backup"}'), false)).toBe(
    false,
  );
});
