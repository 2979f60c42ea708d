import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SiteRecords } from '../../src/modules/transfer/site-records.js';
import { kindNamed } from '../../src/modules/transfer/transfer-kind.js';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { environment, killLeftovers } from '../support/process.js';
import { BASE_URL, type Service, startService } from '../support/service.js';
import { contentOf, fillSite } from '../support/whole-site.js';

// Each command is a process.
let source: Service;
let target: TestDatabase;
beforeAll(async () => {
  // Processes of the command line have no extension.
  source = await startService({ environment: { SCHEDULER: 'off' } });
  await fillSite(source);
  target = await createMigratedDatabase();
});
afterAll(async () => {
  killLeftovers();
  await source.stop();
  await target.drop();
});

const variables = { PUBLIC_BASE_URL: BASE_URL };

async function exportOf(database: TestDatabase): Promise<string> {
  const folder = join(database.folder, 'exported');
  const { code, stderr } = await runCommand(['export', '--all', folder], database, variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  return folder;
}

/** Runs an import until it says this, and kills it there. @returns its exit code; null when it was killed */
async function importUntil(folder: string, said: string): Promise<number | null> {
  const child = spawn(process.execPath, ['dist/cli.js', 'import', folder], {
    env: environment(target, variables),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let heard = '';
  child.stderr.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
    if (heard.includes(said)) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

test('an import that is killed at each of its steps and run again leaves an equal site', async () => {
  const folder = await exportOf(source.database);
  const codes = [];
  for (const said of ['images: 1', 'sections: 3', 'articles: 5', 'follows: 1', 'paths: '])
    codes.push(await importUntil(folder, said));
  expect(codes).toEqual([null, null, null, null, null]);
  const { code, stdout, stderr } = await runCommand(['import', folder], target, variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  expect(stdout).toContain('The folder is imported, with 2 files.\n');
  expect(contentOf(await exportOf(target))).toEqual(contentOf(folder));
});

test('an export has the site as it is at one time', async () => {
  const records = source.app.get<SiteRecords>(SiteRecords);
  const articles = kindNamed('articles');
  const readAll = async (read: Parameters<Parameters<SiteRecords['snapshot']>[0]>[0]) => {
    const seen: unknown[] = [];
    for await (const some of read(articles)) seen.push(...some.map(({ headline }) => headline));
    return seen;
  };
  await records.snapshot(async (read) => {
    const before = await readAll(read);
    await source.post('/api/1.3/drafts', { headline: 'Written meanwhile' }).expect(200);
    expect(await readAll(read)).toEqual(before);
  });
  expect(await records.snapshot(readAll)).toContain('Written meanwhile');
});
