import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runCommand } from '../support/command-line.js';
import { createTestDatabase } from '../support/database.js';
import { type S3Server, startS3Server } from '../support/s3.js';
import { BASE_URL, type Service, startService } from '../support/service.js';
import { fillSite, shownBy } from '../support/whole-site.js';

jest.setTimeout(300_000);

let bucket: S3Server;
let source: Service;
beforeAll(async () => {
  bucket = await startS3Server();
  Object.assign(process.env, bucket.credentials);
  source = await startService({ environment: { SCHEDULER: 'off', STORAGE_URL: bucket.url } });
});
afterAll(async () => {
  await source.stop();
  await bucket.stop();
});

test('files of a bucket are in a backup, and come back into another', async () => {
  const ids = await fillSite(source);
  const folder = join(source.database.folder, 'backups');
  const variables = { ...bucket.credentials, PUBLIC_BASE_URL: BASE_URL, STORAGE_URL: bucket.url };
  const made = await runCommand(['backup', folder], source.database, variables);
  expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: made.stderr });
  const backup = join(folder, readdirSync(folder)[0] ?? '');
  const target = createTestDatabase();
  const taken = await runCommand(['restore', backup], target, variables);
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('storage has files already')]);
  const other = bucket.url.replace('/site?', '/restored?');
  const restored = await runCommand(['restore', backup], target, { ...variables, STORAGE_URL: other });
  expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: restored.stderr });
  const service = await startService({
    database: target,
    environment: { SCHEDULER: 'off', STORAGE_URL: other },
  });
  expect(await shownBy(service, ids)).toEqual(await shownBy(source, ids));
  await service.stop();
  await target.drop();
  rmSync(folder, { recursive: true });
});
