import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { defineExtension } from '../../src/extension/extension.js';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { runCommand } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { run } from '../support/process.js';
import { describeOnSmallDisk } from '../support/small-disk.js';

interface Finding {
  readonly name: string;
  readonly is_well: boolean;
  readonly finding: string;
  readonly mend?: string;
}

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

const isServer = () => database.url.startsWith('mysql:');

/** Finding of the doctor about one subject. */
async function examine(name: string, environment: Readonly<Record<string, string>> = {}): Promise<Finding> {
  const { stdout, code } = await runCommand(['doctor', '--json'], database, environment);
  const findings = JSON.parse(stdout) as Finding[];
  expect(code).toBe(findings.every(({ is_well }) => is_well) ? 0 : 1);
  for (const { is_well, mend } of findings) expect(mend === undefined).toBe(is_well);
  const found = findings.find((finding) => finding.name === name);
  if (!found) throw new Error(`The doctor says nothing of ${name}.`);
  return found;
}

async function change(...statements: readonly string[]): Promise<void> {
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  for (const statement of statements) await sources.writer.query(statement);
  await closeDataSources(sources);
}

test('The doctor says of a fault what mends it', async () => {
  await change(
    `INSERT INTO jobs (name, leased_until_ts, started_ts, due_ts, succeeded_ts, failures) VALUES ('digest', 0, 0, 0, 0, 3)`,
  );
  const { stdout, code } = await runCommand(['doctor'], database, {});
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ jobs +digest fails, see the log; failed runs: 3\n +→ Look for "A background job/);
});

test('The doctor names jobs whose run does not end', async () => {
  const now = Math.floor(Date.now() / 1000);
  const rows = [
    ['held', now + 20, now - 7300],
    ['lively', now + 20, now - 600],
    ['backup', now + 20, now - 7300],
    ['killed', now - 20, now - 7300],
  ] as const;
  await change(
    ...rows.map(
      ([name, until, started]) =>
        `INSERT INTO jobs (name, leased_until_ts, started_ts, due_ts, succeeded_ts, failures) VALUES ('${name}', ${until}, ${started}, 0, 0, 0)`,
    ),
  );
  expect(await examine('jobs')).toMatchObject({
    is_well: false,
    finding: 'held does not end: its run began 121 minutes ago, and the next waits for it',
    mend: expect.stringMatching(/^Look for "has been running" in the log/),
  });
  await change("DELETE FROM jobs WHERE name = 'held'");
  expect(await examine('jobs')).toMatchObject({ is_well: true });
});

test('Without the extension of its database the doctor says so once, and ends', async () => {
  await change(
    `INSERT INTO extensions (name, compatibility, noted_ts, fields) VALUES ('desk', '^1.0.0', 1, '[]')`,
  );
  const { stdout, code } = await run('cli.js', ['doctor'], database);
  expect(code).toBe(1);
  expect(stdout.match(/desk/g)).toHaveLength(2);
  expect(stdout).toMatch(/✗ paths .*desk[^]*✗ files +not examined/);
  expect(stdout).not.toContain('[Nest]');
});

test('Articles with renderings by former rules are counted, and reindex renders them anew', async () => {
  await runCommand(['seed', '--posts', '3'], database, {});
  expect(await examine('renderings')).toMatchObject({ finding: 'all are by the present rules' });
  await change('UPDATE articles SET rendering_version = 8 WHERE id = 2');
  const finding = expect.stringContaining('by former rules: 1;');
  expect(await examine('renderings')).toMatchObject({ is_well: true, finding });
  await runCommand(['reindex'], database, {});
  expect(await examine('renderings')).toMatchObject({ finding: 'all are by the present rules' });
});

test('A post whose path leads to nothing gets it again', async () => {
  await runCommand(['seed', '--posts', '3'], database, {});
  await change('DELETE FROM article_paths WHERE article_id = 2');
  expect((await examine('paths')).finding).toBe('1 do not lead where they should; --fix mends them');
  await runCommand(['doctor', '--fix'], database, {});
  expect(await examine('paths')).toMatchObject({ is_well: true });
});

test('Redirects that lead in a circle are named', async () => {
  for (const [from, to] of [
    ['/a', '/b'],
    ['/b', '/c?x=1'],
    ['/c', '/a'],
    ['/d', '/a'],
    ['/e', 'https://other.example/e'],
    ['/f', '/g'],
  ])
    await change(
      `INSERT INTO redirects (from_path, target, status, created_ts) VALUES ('${from}', '${to}', 301, 1)`,
    );
  const { finding, mend } = await examine('redirects');
  expect(finding).toBe('lead in a circle: /a → /b → /c → /a');
  expect(mend).toContain('Remove one of each circle');
  await change("DELETE FROM redirects WHERE from_path = '/c'");
  expect(await examine('redirects')).toMatchObject({ is_well: true, finding: 'each comes to an end' });
});

test('Rows that refer to nothing are counted', async () => {
  expect(await examine('references')).toMatchObject({ is_well: true });
  if (isServer()) return;
  await change(
    'PRAGMA foreign_keys = OFF',
    "INSERT INTO article_tags (article_id, slug, title, position, status, created_ts) VALUES (999, 'a', 'A', 0, 0, 1)",
  );
  expect(await examine('references')).toMatchObject({
    is_well: false,
    finding: 'article_tags refers to what is not in articles: 1',
  });
});

test('Of a database without tables, what is missing is told once', async () => {
  const empty = createTestDatabase();
  const { code, stdout } = await runCommand(['doctor'], empty);
  await empty.drop();
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ migrations .*\n +→ Start the service, or run "npm run cli -- migrate"/);
  expect(
    stdout.match(
      /✗ (?:schema|keys|ids|references|redirects|renderings|jobs|events|webhooks|backups) +not examined/g,
    ),
  ).toHaveLength(10);
  expect(stdout).not.toMatch(/CREATE TABLE|no such table/);
});

test('A file of settings that is not there, and one with faults, are told apart', async () => {
  const file = join(database.folder, 'settings.json');
  expect(await examine('settings', { SITE_SETTINGS: file })).toMatchObject({
    mend: expect.stringContaining('Put the file there'),
  });
  writeFileSync(file, '{"site": {"timeZone": "Mars"}}');
  const { finding, mend } = await examine('settings', { SITE_SETTINGS: file });
  expect(finding).toContain('site.timeZone');
  expect(mend).toContain('Correct the file');
  for (const name of ['storage', 'backups'])
    expect(await examine(name, { SITE_SETTINGS: file })).toMatchObject({
      finding: 'not examined: mend the above first',
      mend: 'Then run doctor again.',
    });
});

test('A folder that cannot be written to is named with its mend', async () => {
  const file = join(database.folder, 'no-folder');
  writeFileSync(file, '');
  const { mend } = await examine('storage', { STORAGE_URL: `file:${file}/files` });
  expect(mend).toContain(`write to ${file}/files`);
});

test('The storage of an extension is examined in place of the one that the environment names', async () => {
  const check = jest.fn(() => Promise.resolve('files in the vault'));
  const vault = defineExtension({
    name: 'vault',
    compatibility: '^1.0.0',
    adapters: [{ provide: FileStorage, useValue: { check } }],
  });
  const folder = join(database.folder, 'not-used');
  const examined = await runCommand(['doctor'], database, { STORAGE_URL: `file:${folder}` }, vault);
  expect(examined.stdout).toMatch(/✓ storage +files in the vault/);
  check.mockRejectedValue(new Error('The vault is shut.'));
  const shut = await runCommand(['doctor'], database, { STORAGE_URL: `file:${folder}` }, vault);
  expect(shut.stdout).toMatch(
    /✗ storage +The vault is shut\.\n +→ Check the storage of files that the extension/,
  );
  expect(existsSync(folder)).toBe(false);
});

test('A database that does not answer is one that has to be started', async () => {
  const { mend } = await examine('database', { DATABASE_URL: 'mysql://nobody:secret@127.0.0.1:1/content' });
  expect(mend).toContain('Start the database');
});

test('A pool that is larger than the server allows is told by the number that it allows', async () => {
  const found = await examine('pool', { DATABASE_POOL: '500', ...(isServer() && { WEB_CONCURRENCY: '64' }) });
  if (!isServer()) expect(found.is_well).toBe(true);
  else expect(found.mend).toMatch(/^Set DATABASE_POOL to \d+ at most/);
});

test('Clock and replicas are well, or said not to be known', async () => {
  expect(await examine('clock')).toMatchObject({ is_well: true });
  expect(await examine('replica')).toMatchObject({ is_well: true });
});

test('Changes that nobody hands on, or that a consumer is behind, ask for a scheduler', async () => {
  const event = `INSERT INTO events (resource, resource_id, verb, version, created_ts, fields) VALUES ('article', 1, 'created', 1, 1000, '[]')`;
  await change(event);
  const unplaced = await examine('events');
  expect(unplaced.finding).toMatch(/^changes have waited for \d+ s/);
  expect(unplaced.mend).toContain('SCHEDULER=on');
  // A site whose service is stopped can be tidied up.
  for (const name of ['paths', 'files']) expect((await examine(name)).finding).not.toContain('not examined');
  await change(
    'DELETE FROM events',
    'UPDATE event_order SET last_position = 5000 WHERE id = 1',
    `INSERT INTO event_consumers (name, position) VALUES ('acme.gone', 0)`,
  );
  expect((await examine('events')).finding).toContain('acme.gone is 5000 changes behind');
});

test('A webhook that the service has switched off is a fault, one that somebody has is not', async () => {
  const webhook = (reason: string) =>
    `INSERT INTO webhooks (url, actions, sections, headers, payload_form, secret, is_active, off_reason, created_ts, updated_ts)
     VALUES ('https://example.org/hook', '[]', '[]', '{}', 'post', 'whsec_secret', 0, '${reason}', 1, 1)`;
  await change(webhook('It was switched off.'));
  expect((await examine('webhooks')).is_well).toBe(true);
  await change(webhook('It has failed for more than 72 hours.'));
  const { mend, finding } = await examine('webhooks');
  expect(mend).toContain('"is_active": true');
  expect(finding).not.toContain('whsec');
});

describeOnSmallDisk('A disk with little room', 8, (disk) => {
  test('is told before it is full', async () => {
    mkdirSync(join(disk.folder, 'files'), { recursive: true });
    const found = await examine('disk', { STORAGE_URL: `file:${disk.folder}/files` });
    expect(found.finding).toContain('nearly full');
    expect(found.mend).toContain('Make room');
  });
});
