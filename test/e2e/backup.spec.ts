import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { BackupsService } from '../../src/modules/backup/backups.service.js';
import { type Manifest, readManifest, writeManifest } from '../../src/modules/backup/contents/manifest.js';
import { BlobStore } from '../../src/modules/storage/blob-store.js';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { entities } from '../../src/app.module.js';
import { ThreadDatabaseDump } from '../../src/modules/backup/infrastructure/thread-database-dump.js';
import { Environment } from '../../src/platform/config/environment.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { runCommand } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DOCUMENTS_PATH } from '../support/document-uploads.js';
import { makeHostileTables, rowsOf, selected } from '../support/hostile-table.js';
import { newsroom } from '../support/own-fields.js';
import { BASE_URL, type Service } from '../support/service.js';
import { fillSite, shownBy, type SiteContent, startSite } from '../support/whole-site.js';

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

const cli = (database: TestDatabase, ...parameters: string[]) =>
  runCommand(parameters, database, { PUBLIC_BASE_URL: BASE_URL }, newsroom);

function target(database = createTestDatabase()): TestDatabase {
  targets.push(database);
  return database;
}

/** @returns the folder of the backup */
async function backUp(into = backups): Promise<string> {
  const before = existsSync(into) ? readdirSync(into) : [];
  const { code, stderr } = await cli(source.database, 'backup', into);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  const [name = ''] = readdirSync(into).filter((one) => !before.includes(one));
  return join(into, name);
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

const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();

const databaseFile = (folder: string): string =>
  join(folder, 'database', isSqlite ? 'content.db' : 'articles.rows.jsonl');

beforeAll(async () => {
  source = await startSite();
  ids = await fillSite(source);
  await source.get('/api/1.3/posts').set('idempotency-key', 'k');
  await makeHostileTables(source.database);
  backups = join(source.database.folder, 'backups');
  backup = await backUp();
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
    const { code, stdout, stderr } = await cli(database, 'restore', backup);
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
    const files = await cli(database, 'doctor', '--json');
    const findings = JSON.parse(files.stdout) as { name: string; finding: string }[];
    expect(findings.find(({ name }) => name === 'files')?.finding).toMatch(/^2 with /);
  });

  test('--verify compares all of it, in a scratch database that is gone afterwards', async () => {
    const nothing = target();
    const { code, stdout, stderr } = await cli(nothing, 'restore', backup, '--verify', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    const manifest = await readManifest(backup);
    expect(JSON.parse(stdout)).toMatchObject({
      is_whole: true,
      tables: manifest.tables.length,
      files: 2,
      faults: [],
    });
    const said = await cli(nothing, 'restore', backup, '--verify');
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
    const { code, stderr } = await cli({ ...source.database, url }, 'restore', backup, '--verify');
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

describe('A backup', () => {
  test('is complete by its manifest, and for its owner alone', async () => {
    const manifest = await readManifest(backup);
    expect(manifest).toMatchObject({
      format: 'content-publishing-service/backup',
      version: 1,
      madeBy: 'command',
      site: { url: BASE_URL },
      files: { count: 2, lost: [] },
      lastMigration: expect.stringMatching(/\d{13}$/),
    });
    expect(manifest.tables.find(({ name }) => name === 'api_keys')).toMatchObject({ rows: 1 });
    const modes = readdirSync(backup, { recursive: true, withFileTypes: true }).map((one) => {
      const { mode } = statSync(join(one.parentPath, one.name));
      return [one.isDirectory(), (mode & 0o777).toString(8)].join();
    });
    expect(new Set(modes)).toEqual(new Set(['true,700', 'false,600']));
    expect(readdirSync(backup).sort()).toEqual(['database', 'files', 'manifest.json']);
  });

  test('shares the files of the former one, and tells so', async () => {
    const folder = join(source.database.folder, 'shared');
    const first = await backUp(folder);
    const { stdout } = await cli(source.database, 'backup', folder, '--json');
    const made = JSON.parse(stdout) as { folder: string; files: object };
    expect(made.files).toMatchObject({ count: 2, copied: 0, lost: [] });
    const inodes = [first, made.folder].map((one) => filesIn(one).map((file) => statSync(file).ino));
    expect(inodes[0]).toEqual(inodes[1]);
    rmSync(first, { recursive: true });
    expect((await cli(source.database, 'restore', made.folder, '--verify')).code).toBe(0);
  });

  test('is of one time, whatever is written while it is made', async () => {
    const writing = new AbortController();
    let written = 0;
    const writers = Array.from({ length: 8 }, async () => {
      while (!writing.signal.aborted) {
        const { status } = await source.post('/api/1.3/drafts', { headline: 'Written meanwhile' });
        // A machine that is busy refuses some.
        expect([200, 503]).toContain(status);
        if (status === 200) written += 1;
      }
    });
    const { path } = await source.app
      .get(BackupsService)
      .make(join(source.database.folder, 'busy'), 'command', {
        stopping: new AbortController().signal,
        onProgress: () => undefined,
      });
    writing.abort();
    await Promise.all(writers);
    expect(written).toBeGreaterThan(0);
    const database = target();
    expect((await cli(database, 'restore', path)).code).toBe(0);
    // An article and its event are written in one transaction.
    const [left] = await selected<{ articles: number; orphans: number }>(
      database,
      `SELECT (SELECT COUNT(*) FROM articles WHERE headline = 'Written meanwhile') AS articles,
              (SELECT COUNT(*) FROM articles a WHERE NOT EXISTS
                (SELECT 1 FROM events e WHERE e.resource = 'article' AND e.resource_id = a.id AND e.version = a.version)) AS orphans`,
    );
    expect(left?.articles).toBeLessThanOrEqual(written);
    expect(left?.orphans).toBe(0);
  });

  test('names a file that the site has lost, and one that is damaged, and ends with 1', async () => {
    const storage = source.app.get<FileStorage>(FileStorage);
    const keys: string[] = [];
    for await (const key of storage.list('originals/')) keys.push(key);
    const [lost = '', damaged = ''] = keys.sort();
    const paths = [lost, damaged].map((key) => join(source.database.folder, 'files', key));
    const [lostBytes, bytes] = paths.map((path) => readFileSync(path));
    const changed = Buffer.from(bytes ?? []);
    changed[0] = 0xff ^ (changed[0] ?? 0);
    rmSync(paths[0] ?? '');
    rmSync(paths[1] ?? '');
    writeFileSync(paths[1] ?? '', changed);
    try {
      const into = join(source.database.folder, 'lossy');
      const { code, stderr } = await cli(source.database, 'backup', into);
      expect(code).toBe(1);
      expect(stderr).toContain(`The file ${lost.slice(-64)} is missing`);
      expect(stderr).toContain(`The file ${damaged.slice(-64)} is damaged`);
      const made = join(into, readdirSync(into)[0] ?? '');
      expect((await readManifest(made)).files).toMatchObject({ count: 0, lost: [{}, {}] });
      const verified = await cli(source.database, 'restore', made, '--verify');
      expect(verified).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('when the backup was made'),
      });
      // The former backup has them: a copy of it is as good.
      const again = await cli(source.database, 'backup', backups);
      expect(again.code).toBe(0);
    } finally {
      paths.forEach((path, index) => {
        rmSync(path, { force: true });
        writeFileSync(path, [lostBytes, bytes][index] ?? '');
      });
    }
  });

  test('has the files that its database needs, which are removed meanwhile', async () => {
    const uploaded = await source.post(DOCUMENTS_PATH).attach('file', Buffer.from('soon,gone\n'), 'gone.csv');
    const id = /\[cms-document-\w+ (\d+)/.exec(JSON.stringify(uploaded.body))?.[1] ?? '';
    const storage = source.app.get<FileStorage>(FileStorage);
    const blobs = source.app.get(BlobStore);
    const open = storage.open.bind(storage);
    let collected: number | null = null;
    storage.open = async (...parameters) => {
      if (collected === null) {
        collected = -1;
        await source.delete(`/api/1.3/documents/${id}`).expect(200);
        // As "doctor --fix" does: at once.
        collected = await blobs.collectGarbage(0);
      }
      return open(...parameters);
    };
    const { manifest } = await source.app
      .get(BackupsService)
      .make(join(source.database.folder, 'collected'), 'command', {
        stopping: new AbortController().signal,
        onProgress: () => undefined,
      });
    storage.open = open;
    expect({ collected, ...manifest.files }).toMatchObject({ collected: 0, count: 3, lost: [] });
    expect(await blobs.collectGarbage(0)).toBe(1);
  });
});

describe('A restore is refused', () => {
  const copyOf = () => {
    const folder = join(source.database.folder, `copy-${Math.random()}`);
    cpSync(backup, folder, { recursive: true });
    return folder;
  };
  const refusalOf = async (folder: string, database = target()) => {
    const { code, stderr } = await cli(database, 'restore', folder);
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
    const { code, stderr } = await cli(source.database, 'restore', backup);
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
    const verified = await cli(target(), 'restore', folder, '--verify');
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
  expect((await cli(database, 'restore', backup)).code).toBe(0);
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
  const { code, stdout, stderr } = await cli(target(), 'restore', folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  expect(stdout).toMatch(/^ran \w+\d{13}$/m);
});
