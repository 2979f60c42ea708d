import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ImportLedger } from '../../src/modules/transfer/import-ledger.js';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { runCommand } from '../support/command-line.js';
import { createFileDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { sha256 } from '../support/document-uploads.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { newsroom } from '../support/own-fields.js';
import { BASE_URL, type Service } from '../support/service.js';
import { contentOf, fillSite, shownBy, type SiteContent, startSite } from '../support/whole-site.js';

const onServer = createTestDatabase().isSqlite ? test.skip : test;

let source: Service;
let ids: SiteContent;
let exported: string;
const targets: TestDatabase[] = [];

const cli = (database: TestDatabase, ...parameters: string[]) =>
  runCommand(parameters, database, { PUBLIC_BASE_URL: BASE_URL }, newsroom);

function target(database: TestDatabase): TestDatabase {
  targets.push(database);
  return database;
}

async function exportOf(database: TestDatabase): Promise<string> {
  const folder = join(database.folder, `export-${Math.random().toString(36).slice(2)}`);
  const { code, stderr } = await cli(database, 'export', '--all', folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  return folder;
}

const recordsIn = (folder: string, kind: string) =>
  readFileSync(join(folder, `${kind}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Changes records, and the checksum that the manifest has of them. */
function rewrite(folder: string, kind: string, change: (text: string) => string): void {
  const file = join(folder, `${kind}.jsonl`);
  const [before, manifest] = [
    readFileSync(file, 'utf8'),
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  ];
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  writeFileSync(join(folder, 'manifest.json'), manifest.replace(sha256(before), sha256(after)));
}

beforeAll(async () => {
  source = await startSite();
  ids = await fillSite(source);
  exported = await exportOf(source.database);
});
afterEach(async () => {
  for (const database of targets.splice(0)) await database.drop();
});
afterAll(() => source.stop());

describe('export --all', () => {
  test('writes a manifest, and a file of each kind in the order of ids', () => {
    const content = contentOf(exported);
    const manifest = JSON.parse(content['manifest.json'] ?? '') as {
      records: { kind: string; count: number }[];
    };
    const counts = Object.fromEntries(manifest.records.map(({ kind, count }) => [kind, count]));
    expect(counts).toMatchObject({
      ...{ articles: 5, authors: 2, badges: 1, documents: 1, images: 1, sections: 3 },
      ...{ follows: 1, likes: 1, 'page-views': 1 },
    });
    expect(recordsIn(exported, 'articles').map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(recordsIn(exported, 'paths').length).toBeGreaterThan(4);
  });

  test('has hashes of passwords, and neither keys nor what is derived', () => {
    const text = Object.values(contentOf(exported)).join('');
    expect(recordsIn(exported, 'authors')[1]).toMatchObject({
      password_hash: expect.stringMatching(/^scrypt\$/),
    });
    expect(text).not.toContain(source.adminKey);
    expect(recordsIn(exported, 'webhooks')).toMatchObject([{ url: 'https://partner.example/' }]);
    expect(text).not.toMatch(/whsec_|u:hidden/);
    expect(text).not.toMatch(/api_keys|"hash":"[^"]{63}"|"description":"<p>line|about_html_safe|"rendered"/);
  });

  test('refuses a folder that holds anything else, and one that is complete', async () => {
    const again = await cli(source.database, 'export', '--all', exported);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('holds an export already')]);
    const { code, stderr } = await cli(source.database, 'export', '--all', source.database.folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('holds other files')]);
  });

  test('refuses a folder beside the files of the storage, which stay', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-storage-'));
    const original = join(folder, 'files', 'originals', 'ab', 'abcd');
    mkdirSync(dirname(original), { recursive: true });
    writeFileSync(original, 'a photograph');
    const { code, stderr } = await cli(source.database, 'export', '--all', folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('holds other files (originals)')]);
    expect(readFileSync(original, 'utf8')).toBe('a photograph');
    rmSync(folder, { recursive: true });
  });

  test('begins anew in a folder that an export has left that was cut off', async () => {
    const folder = await exportOf(source.database);
    rmSync(join(folder, 'manifest.json'));
    appendFileSync(join(folder, 'articles.jsonl'), '{');
    writeFileSync(join(folder, 'files', `${'a'.repeat(64)}.part`), 'left');
    await cli(source.database, 'export', '--all', folder);
    expect(contentOf(folder)).toEqual(contentOf(exported));
  });
});

describe('A round trip', () => {
  test('over SQLite and back leaves an equal export, and an equal site', async () => {
    const file = target(createFileDatabase());
    const first = await cli(file, 'import', exported);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('articles: 5\n') });
    const back = target(await createMigratedDatabase());
    const started = await startSite({ database: back });
    await started.stop();
    const middle = await exportOf(file);
    expect(contentOf(middle)).toEqual(contentOf(exported));
    expect(await cli(back, 'import', middle)).toMatchObject({ code: 0 });
    expect(contentOf(await exportOf(back))).toEqual(contentOf(exported));
    const site = await startSite({ database: back });
    try {
      expect(await shownBy(site, ids)).toEqual(await shownBy(source, ids));
      const image = (await source.get('/api/1.3/images/1').expect(200)).body.image_original_url as string;
      await site.get(new URL(image).pathname).expect(200);
      await site.get('/another-url').expect(200);
      const restored = await site.put(`/api/1.3/drafts/${ids.removed}`, { action: 'restore' }).expect(200);
      expect(restored.body.description).toBe('<p>Gone</p>');
      const shown = await site.delete('/api/1.3/images/1').expect(409);
      expect(shown.body.detail).toContain(`article ${ids.removed}`);
      const [webhook] = (await site.get('/api/1.3/webhooks').expect(200)).body as object[];
      expect(webhook).toMatchObject({ state: 'off', sections: [ids.section], basic_auth: null });
      const created = await site.post('/api/1.3/posts', { headline: 'New' }).expect(200);
      expect(created.body.id).toBeGreaterThan(5);
    } finally {
      await site.stop();
    }
    const { stdout } = await cli(back, 'doctor');
    expect(stdout).not.toContain('✗');
  });

  test('is done once: a folder that was imported is left alone, and another is refused', async () => {
    const database = target(await createMigratedDatabase());
    await cli(database, 'import', exported, '--json');
    const again = await cli(database, 'import', exported, '--json');
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { state: 'imported before' }]);
    await source.post('/api/1.3/drafts', { headline: 'Another' }).expect(200);
    const other = await exportOf(source.database);
    const { code, stderr } = await cli(database, 'import', other);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The site is not empty')]);
  });
});

describe('An import', () => {
  test('is tried without a trace', async () => {
    const database = target(await createMigratedDatabase());
    const dry = await cli(database, 'import', exported, '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('nothing was written')]);
    expect(recordsIn(await exportOf(database), 'articles')).toEqual([]);
    expect(recordsIn(await exportOf(database), 'authors')).toEqual([]);
  });

  test.each([
    ['articles.jsonl', (text: string) => text.replace('A draft', 'B draft'), 'articles.jsonl: its checksum'],
    ['manifest.json', (text: string) => text.replace('"version": 1', '"version": 2'), 'has format version 2'],
    ['manifest.json', () => '[]', 'is not one of an exported site'],
    ['manifest.json', (text: string) => text.replaceAll('"articles"', '"../x"'), 'is damaged'],
  ])('of a folder whose %s was changed writes nothing', async (name, change, message) => {
    const folder = await exportOf(source.database);
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const database = target(await createMigratedDatabase());
    const { code, stderr } = await cli(database, 'import', folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(recordsIn(await exportOf(database), 'articles')).toEqual([]);
  });

  test.each([
    ['articles', '"headline":"A draft"', '"headline":7', 'line 2: headline: must be a text'],
    ['articles', '"id":2,', '"id":0,', 'line 2: id: must be above 0'],
    ['articles', '"id":2,', '', 'line 2: id: is missing'],
    ['articles', '"status":1,', '"status":4294967296,', 'line 2: status: must be a whole number from'],
    ['articles', '"status":1,', '"is_admin":1,', 'line 2: is_admin: is not known here'],
    ['sections', '"tags":"[', '"tags":"{', 'line 2: tags: must be JSON'],
    ['sections', '"parent_id":1', '"parent_id":99', 'line 3: parent_id: no record has the id 99'],
    ['sections', '"id":1,"parent_id":0', '"id":1,"parent_id":2', 'line 2: parent_id: leads in a circle'],
    ['sections', '"id":1,"parent_id":0', '"id":1,"parent_id":1', 'line 2: parent_id: leads in a circle'],
    [
      'authors',
      '"name":"annlee"',
      `"name":"${'x'.repeat(101)}"`,
      'line 2: name: must not be longer than 100',
    ],
    ['articles', '"authors":[', '"authors":[[],', 'authors: must be objects'],
    ['likes', '{', '{{', 'line 1: is not valid JSON'],
    ['images', '"hash":"', '"hash":"../', 'line 1: hash: '],
  ])('of %s with %s replaced by %s writes nothing, and names the line', async (kind, from, to, message) => {
    const folder = await exportOf(source.database);
    rewrite(folder, kind, (text) => text.replace(from, to));
    const database = target(await createMigratedDatabase());
    const { code, stderr } = await cli(database, 'import', folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(recordsIn(await exportOf(database), 'authors')).toEqual([]);
  });

  test('of records that contradict each other says which', async () => {
    const folder = await exportOf(source.database);
    rewrite(folder, 'sections', (text) =>
      text.replace('"full_url":"/world/far-east"', '"full_url":"/world"'),
    );
    const { code, stderr } = await cli(target(await createMigratedDatabase()), 'import', folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('sections.jsonl, ids 0 to ')]);
  });

  test('of a file that is damaged or lost writes nothing', async () => {
    const folder = await exportOf(source.database);
    const [name = ''] = readdirSync(join(folder, 'files'));
    appendFileSync(join(folder, 'files', name), ' ');
    const database = target(await createMigratedDatabase());
    const damaged = await cli(database, 'import', folder);
    expect(damaged.stderr).toContain(`files/${name}: its checksum is not its name`);
    rmSync(join(folder, 'files', name));
    const lost = await cli(database, 'import', folder);
    expect([lost.code, lost.stderr]).toEqual([
      1,
      expect.stringContaining('files: 1 are there, the manifest has 2'),
    ]);
  });

  test('is done by one process, whichever comes first', async () => {
    const ledger = source.app.get<ImportLedger>(ImportLedger);
    const unitOfWork = source.app.get<UnitOfWork>(UnitOfWork);
    const advance = (from: number, to: number) =>
      unitOfWork.run(() => ledger.advance('one', 'a step', from, to));
    await advance(0, 10);
    await expect(advance(0, 10)).rejects.toThrow('Another process is importing the same folder.');
    await advance(10, 20);
    await expect(advance(10, 20)).rejects.toThrow('Another process is importing the same folder.');
    await unitOfWork.run(() => ledger.finish('one'));
  });

  test('with --remap adds to a site, and leaves what it has', async () => {
    const database = target(await createMigratedDatabase());
    const site = await startSite({ database });
    try {
      await site.post('/api/1.3/sections', { title: 'World', url: 'world', status: 2 }).expect(200);
      const own = (await site.post('/api/1.3/posts', { headline: 'Own' }).expect(200)).body.id as number;
      const { code, stdout, stderr } = await cli(database, 'import', exported, '--remap');
      expect(code === 0 ? stdout : stderr).toContain('sections: 1, already there: 2');
      const posts = (await site.get('/api/1.3/posts').expect(200)).body as { id: number; headline: string }[];
      expect(posts.map(({ headline }) => headline).sort()).toEqual([
        expect.stringContaining('Emoji'),
        'Own',
        'Ten things',
      ]);
      const emoji = (await site.get(`/api/1.3/posts/${ids.post + own}`).expect(200)).body;
      const original = (await source.get(`/api/1.3/posts/${ids.post}`).expect(200)).body;
      expect(emoji).toMatchObject({
        description: original.description,
        tags: original.tags,
        likes: { count: 1 },
      });
      const [was, former] = await Promise.all([
        source.get(`/api/1.3/posts/${ids.post}/revisions/1`).expect(200),
        site.get(`/api/1.3/posts/${ids.post + own}/revisions/1`).expect(200),
      ]);
      expect(former.body).toMatchObject({
        id: ids.post + own,
        headline: was.body.headline,
        tags: was.body.tags,
      });
      expect(former.body.sections).toHaveLength(was.body.sections.length);
      const changedIn = async (service: Service, id: number) =>
        (await service.get(`/api/1.3/posts/${id}/revisions`).expect(200)).body;
      expect(await changedIn(site, ids.post + own)).toEqual(await changedIn(source, ids.post));
      const listicle = (await site.get(`/api/1.3/posts/${ids.listicle + own}`).expect(200)).body;
      expect(listicle.listicle.items).toHaveLength(2);
    } finally {
      await site.stop();
    }
    const again = await cli(database, 'import', exported, '--remap', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ state: 'imported before' });
    const all = await cli(database, 'import', await exportOf(database), '--remap', '--json');
    // The article that they are of is there.
    expect(JSON.parse(all.stdout).records).toMatchObject({
      likes: { imported: 0, already_there: 1 },
      'page-views': { imported: 0, already_there: 1 },
      'revision-texts': { imported: 0, already_there: 2 },
    });
    expect((await cli(database, 'doctor')).stdout).not.toContain('✗');
  });

  test('with --remap leaves out redirects that would lead in a circle with those of the site', async () => {
    const [from, to] = [target(await createMigratedDatabase()), target(await createMigratedDatabase())];
    const redirects = {
      from: ['/la /lb', '/c /d', '/e /f', '/own https://else.example/', '/x /y'],
      to: ['/lb /la', '/b /c', '/d /e', '/f /b'],
    };
    for (const [database, lines] of [[from, redirects.from] as const, [to, redirects.to] as const]) {
      const file = join(database.folder, 'redirects.txt');
      writeFileSync(file, lines.join('\n'));
      expect(await cli(database, 'import', '--from', 'redirects', file)).toMatchObject({ code: 0 });
    }
    const { code, stdout, stderr } = await cli(to, 'import', await exportOf(from), '--remap', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ records: { redirects: { imported: 3, already_there: 2 } } });
    expect(stderr).toContain('redirects.jsonl, id 1 is left out: it leads to /la again');
    expect(stderr).toContain('redirects.jsonl, id 3 is left out: it leads to /e again');
    const paths = recordsIn(await exportOf(to), 'redirects').map(({ from_path: path }) => path);
    expect(paths).toEqual(['/lb', '/b', '/d', '/f', '/c', '/own', '/x']);
  });

  onServer('with --remap waits for transactions of the site, and lets others have their turn', async () => {
    const database = target(await createMigratedDatabase());
    const other = await createConnection(database.url);
    const isWaiting = async (): Promise<boolean> => {
      const [rows] = await other.query<RowDataPacket[]>(
        "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'ALTER TABLE%'",
      );
      return rows.length > 0;
    };
    try {
      await other.query('START TRANSACTION');
      await other.query('SELECT COUNT(*) FROM articles');
      const imported = cli(database, 'import', exported, '--remap');
      expect(await eventually(isWaiting, true)).toBe(true);
      // The first try ends after 5 s.
      let hasPaused = false;
      for (let time = 0; time < 8 && !hasPaused; time++) hasPaused = !(await eventually(isWaiting, false));
      expect(hasPaused).toBe(true);
      await other.query('COMMIT');
      const { code, stderr } = await imported;
      expect({ code, stderr }).toEqual({ code: 0, stderr });
    } finally {
      await other.end();
    }
  });
});
