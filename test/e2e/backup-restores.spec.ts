import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { entities } from '../../src/app.module.js';
import { type Manifest, readManifest, writeManifest } from '../../src/modules/backup/contents/manifest.js';
import { ThreadDatabaseDump } from '../../src/modules/backup/infrastructure/thread-database-dump.js';
import { Environment } from '../../src/platform/config/environment.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { filesIn, runOnSite, startBackedUpSite } from '../support/backups.js';
import { runCommand } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rowsOf } from '../support/hostile-table.js';
import { newsroom } from '../support/own-fields.js';
import type { Service } from '../support/service.js';
import { shownBy, type SiteContent, startSite } from '../support/whole-site.js';

// Each command starts the whole application.
jest.setTimeout(300_000);

const { isSqlite } = createTestDatabase();
// SQLite has no accounts with rights, and its backup is a copy of the whole file.
const onServer = isSqlite ? test.skip : test;

let source: Service;
let ids: SiteContent;
let backups: string;
let backup: string;
const targets: TestDatabase[] = [];

function target(database = createTestDatabase()): TestDatabase {
  targets.push(database);
  return database;
}

/** Of tables that starting and asking the service changes. */
const withoutState = (rows: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(rows).filter(
      ([name]) =>
        !/^(instance_probes|replica_beats|migration_|jobs|stored_file_holds|sqlite_sequence|restore_)/.test(
          name,
        ),
    ),
  );

const databaseFile = (folder: string): string =>
  join(folder, 'database', isSqlite ? 'content.db' : 'articles.rows.jsonl');

beforeAll(async () => {
  ({ source, ids, backups, backup } = await startBackedUpSite());
});
afterEach(async () => {
  for (const database of targets.splice(0)) await database.drop();
});
afterAll(() => source.stop());

describe('A round trip', () => {
  test('brings every row of every table back, byte for byte, and every file', async () => {
    const before = await rowsOf(source.database);
    expect(Object.keys(before)).toContain('acme/odd "name`');
    const database = target();
    const { code, stdout, stderr } = await runOnSite(database, 'restore', backup);
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    expect(stderr).toMatch(database.isSqlite ? /^Database {2}\S+ \(new\)\n/ : /^Database {2}\S+ at /);
    expect(stdout).toMatch(/^The site is as it was at 20\d\d-/);
    expect(withoutState(await rowsOf(database))).toEqual(withoutState(before));
    expect(Object.keys(await rowsOf(database)).sort()).toEqual(Object.keys(before).sort());
    const shown = await shownBy(source, ids);
    const restored = await startSite({ database });
    expect(await shownBy(restored, ids)).toEqual(shown);
    // The same keys, which "export --all" leaves out.
    await restored.get('/api/1.1/keys').expect(200);
    // Ids and places of events go on where they were.
    const created = await Promise.all(
      [source, restored].map((one) => one.post('/api/1.3/drafts', { headline: 'Next' }).expect(200)),
    );
    expect(created[0]?.body.id).toBe(created[1]?.body.id);
    await restored.stop();
    const files = await runOnSite(database, 'doctor', '--json');
    const findings = JSON.parse(files.stdout) as { name: string; finding: string }[];
    expect(findings.find(({ name }) => name === 'files')?.finding).toMatch(/^2 with /);
  });

  test('--verify compares all of it, in a scratch database that is gone afterwards', async () => {
    const nothing = target();
    const { code, stdout, stderr } = await runOnSite(nothing, 'restore', backup, '--verify', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    const manifest = await readManifest(backup);
    expect(JSON.parse(stdout)).toMatchObject({
      is_whole: true,
      tables: manifest.tables.length,
      files: 2,
      faults: [],
    });
    const said = await runOnSite(nothing, 'restore', backup, '--verify');
    expect(said.stdout).toMatch(/^✓ \d+ tables with \d+ rows and 2 files are as they were/);
    if (nothing.isSqlite) expect(existsSync(nothing.url.slice('sqlite:'.length))).toBe(false);
    else await expect(createConnection(nothing.url)).rejects.toThrow('Unknown database');
  });

  onServer('--verify says which right its account lacks', async () => {
    const { origin, pathname } = new URL(source.database.url.replace('mysql:', 'http:'));
    const admin = await createConnection(source.database.url);
    await admin.query("CREATE USER IF NOT EXISTS backup_reader IDENTIFIED BY 'secret'");
    await admin.query(`GRANT ALL ON \`${pathname.slice(1)}\`.* TO backup_reader`);
    const url = origin.replace('http://', 'mysql://backup_reader:secret@') + pathname;
    const { code, stderr } = await runOnSite({ ...source.database, url }, 'restore', backup, '--verify');
    await admin.query('DROP USER backup_reader');
    await admin.end();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('may not create a scratch database'),
    });
    expect(stderr).not.toContain('secret');
  });

  onServer('what is no table is named, and left out', async () => {
    const { leftOut } = await readManifest(backup);
    expect(leftOut).toEqual(['view acme_view']);
  });
});

describe('A restore is refused', () => {
  const copyOf = () => {
    const folder = join(source.database.folder, `copy-${Math.random()}`);
    cpSync(backup, folder, { recursive: true });
    return folder;
  };
  const refusalOf = async (folder: string, database = target()) => {
    const { code, stderr } = await runOnSite(database, 'restore', folder);
    expect(code).toBe(1);
    if (database.isSqlite) expect(existsSync(database.url.slice('sqlite:'.length))).toBe(false);
    return stderr;
  };
  const rewritten = async (change: Partial<Manifest>) => {
    const folder = copyOf();
    await writeManifest(folder, { ...(await readManifest(folder)), ...change });
    return folder;
  };
  test('for a database that is not empty', async () => {
    const { code, stderr } = await runOnSite(source.database, 'restore', backup);
    expect([code, stderr]).toEqual([1, expect.stringContaining('has tables already')]);
  });

  test('for a storage that is not empty', async () => {
    const database = target();
    const { code, stderr } = await runCommand(
      ['restore', backup],
      database,
      { STORAGE_URL: `file:${source.database.folder}/files` },
      newsroom,
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('storage has files already')]);
  });

  test('of a damaged row, and of a damaged and a missing file, before anything is written', async () => {
    const folder = copyOf();
    const [first = '', second = ''] = filesIn(folder);
    rmSync(first);
    const bytes = readFileSync(second);
    rmSync(second);
    writeFileSync(second, bytes.fill(0, 0, 1));
    const rows = readFileSync(databaseFile(folder));
    const at = rows.indexOf('Emoji');
    rows.write('emojI', at);
    writeFileSync(databaseFile(folder), rows);
    const said = await refusalOf(folder);
    expect(said).toMatch(isSqlite ? /database\/content\.db: is damaged/ : /table articles: is damaged/);
    expect(said).toContain(`file ${first.slice(-64)}: is missing`);
    expect(said).toContain(`file ${second.slice(-64)}: is damaged`);
    const verified = await runOnSite(target(), 'restore', folder, '--verify');
    expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('✗ file')]);
  });

  test('of one that was cut off, and of a folder that is none', async () => {
    const folder = copyOf();
    rmSync(join(folder, 'manifest.json'));
    expect(await refusalOf(folder)).toContain('no manifest.json');
    expect(await refusalOf(join(folder, 'nowhere'))).toContain('nowhere is not there');
    expect(await refusalOf(backups)).toMatch(
      /holds backups: name one of them, of which the newest is .*backup-/,
    );
  });

  test('of a damaged manifest', async () => {
    const folder = copyOf();
    const path = join(folder, 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"rows": 1', '"rows": 2'));
    expect(await refusalOf(folder)).toContain('manifest.json is damaged');
    appendFileSync(path, 'x');
    expect(await refusalOf(folder)).toContain('is not one of a backup');
  });

  test('of a newer version', async () => {
    expect(await refusalOf(await rewritten({ version: 2 }))).toContain('made by a newer version');
    expect(await refusalOf(await rewritten({ service: '99.0.0' }))).toContain('made by version 99.0.0');
    const { migrations } = await readManifest(backup);
    const more = await rewritten({ migrations: [...migrations, 'Tomorrow1999999999999'] });
    expect(await refusalOf(more)).toContain('Tomorrow1999999999999');
  });

  test('on another database', async () => {
    const other = await rewritten({ database: { kind: isSqlite ? 'mariadb' : 'sqlite', version: '1' } });
    expect(await refusalOf(other)).toMatch(/The backup is of \w+, and DATABASE_URL names \w+/);
  });
});

test('migrations of now run after a restore of an older version', async () => {
  const database = target();
  expect((await runOnSite(database, 'restore', backup)).code).toBe(0);
  // An older version has not run the last migration, and its backup has not its table.
  const sources = await openDataSources(database.url, { poolSize: 1, entities });
  await sources.writer.undoLastMigration();
  const folder = join(database.folder, 'old');
  cpSync(join(backup, 'files'), join(folder, 'files'), { recursive: true });
  mkdirSync(join(folder, 'database'));
  const environment = Object.assign(new Environment(), { DATABASE_URL: database.url });
  const facts = await new ThreadDatabaseDump(environment).take(join(folder, 'database'), {
    stopping: new AbortController().signal,
    onProgress: () => undefined,
  });
  await closeDataSources(sources);
  await writeManifest(folder, { ...(await readManifest(backup)), ...facts });
  const { code, stdout, stderr } = await runOnSite(target(), 'restore', folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  expect(stdout).toMatch(/^ran \w+\d{13}$/m);
});
