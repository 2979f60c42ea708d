import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { runCommand } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { run } from '../support/process.js';
import { startService } from '../support/service.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

const cli = (...parameters: string[]) => runCommand(parameters, database);
/** As an operator runs it, in a process of its own. */
const cliProcess = (...parameters: string[]) => run('cli.js', parameters, database);

const ARTICLES = [
  {
    provider_post_id: 'a-1',
    headline: 'Emoji 👩‍👩‍👧 and e\u0301 and \u00e9',
    body: '<p>\u202Bשלום\u202C مرحبا</p>\r\n<p>line\u2028separator</p>',
    byline: '  Ann\n  Lee ',
    site: 'The Gazette',
    tags: ['One', 'Two'],
    created_ts: 1_500_000_000,
  },
  { provider_post_id: 'a-2', headline: 'Second', byline: 'Ann Lee', site: 'The Gazette', created_ts: null },
  { provider_post_id: 'a-3', body: 'no headline' },
  { headline: 'No id' },
];

function writeArticles(lines: readonly (string | Buffer)[]): string {
  const file = join(database.folder, 'articles.jsonl');
  writeFileSync(
    file,
    Buffer.concat(lines.flatMap((line) => [Buffer.from(line as string), Buffer.from('\n')])),
  );
  return file;
}

test('keys are made, listed, rotated and revoked while the service runs', async () => {
  const service = await startService({ database });
  const posts = '/api/1.3/posts';
  const status = async (key: string) => (await service.as(key).get(posts)).status;
  /** Keys are remembered for a second. */
  const settled = (key: string, wanted: number) => eventually(() => status(key), wanted);
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

  const created = await cliProcess('keys', 'create', '--author', '1', '--scope', 'read', '--name', 'partner');
  const key = lastLine(created.stdout);
  expect(key).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(await status(key)).toBe(200);
  await service.as(key).post(posts, { headline: 'Refused' }).expect(403);

  const rotated = lastLine((await cli('keys', 'rotate', '2')).stdout);
  expect([await settled(key, 401), await status(rotated)]).toEqual([401, 200]);

  await cli('keys', 'revoke', '3');
  expect(await settled(rotated, 401)).toBe(401);
  const { stdout: list } = await cli('keys', 'list');
  expect(list).toContain('partner');
  expect(list).not.toMatch(new RegExp(`${key}|${rotated}|${service.adminKey}`));
  await service.stop();
});

test('keys expire after a hundred years at most; those that do not are listed all the same', async () => {
  await cli('import', writeArticles([JSON.stringify(ARTICLES[0])]));
  for (const days of ['99999998', 'Infinity', '36501']) {
    const { code, stdout, stderr } = await cli('keys', 'create', '--author', '1', '--expires', days);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('positive number of days, 36500 at most');
  }
  const { stdout } = await cli('keys', 'create', '--author', '1', '--expires', '36500');
  expect(stdout).toMatch(/^Key 2 for author 1, scope write, expires 21\d\d-\d\d-\d\d:\n\w{64}\n$/);
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  await sources.writer.query('UPDATE api_keys SET expires_ts = 8641795219200 WHERE id = 2');
  await closeDataSources(sources);
  const list = await cli('keys', 'list');
  expect(list.stdout).toMatch(/^2 .* expires after 9999 /m);
});

test('an import is told by line what failed, and can be run again', async () => {
  const file = writeArticles([...ARTICLES.map((article) => JSON.stringify(article)), '{broken', '']);
  const dry = await cli('import', file, '--dry-run');
  expect(dry.stdout).toContain('2 would be imported, 0 already there, 3 failed');

  const first = await cliProcess('import', file);
  expect(first.code).toBe(1);
  expect(first.stdout).toContain('2 imported, 0 already there, 3 failed');
  expect(first.stderr).toMatch(/line 3 \(a-3\): headline/);
  expect(first.stderr).toMatch(/line 4 \(no id\): provider_post_id/);
  expect(first.stderr).toMatch(/line 5 \(no id\):.*JSON/);
  expect((await cli('import', file)).stdout).toContain('0 imported, 2 already there, 3 failed');

  const [, key = ''] = /: (\w{64})/.exec(first.stdout) ?? [];
  const service = await startService({ database });
  const partner = service.as(key);
  const posts = (await partner.get('/api/1.3/posts').expect(200)).body as Record<string, unknown>[];
  const { provider_post_id, headline, body, tags, created_ts } = ARTICLES[0] ?? {};
  expect(posts.find((post) => post.provider_post_id === 'a-1')).toMatchObject({
    ...{ provider_post_id, headline, body, tags, created_ts },
    provider_id: 15,
    sections: [1],
    roar_authors: [{ title: 'Ann Lee', name: 'annlee' }],
  });
  const [one, other] = posts.map((post) => post.roar_author_ids);
  expect(one).toEqual(other);
  const section = await partner.get('/api/1.3/sections/1').expect(200);
  expect(section.body).toMatchObject({ title: 'The Gazette', status: 2 });
  await service.stop();
});

test('an import passes a byte order mark over, and takes no text that is not UTF-8', async () => {
  const [first, second] = ARTICLES.map((article) => JSON.stringify(article));
  const latin1 = Buffer.from(JSON.stringify({ provider_post_id: 'a-9', headline: 'Café' }), 'latin1');
  const file = writeArticles([`\ufeff${first ?? ''}`, latin1, second ?? '']);
  const { stdout, stderr } = await cli('import', file);
  expect(stdout).toContain('2 imported, 0 already there, 1 failed');
  expect(stderr).toMatch(/\nline 2 \(no id\): is not UTF-8\n$/);
});

test('the doctor is content with a migrated database, and says what is wrong with another', async () => {
  await database.drop();
  database = createTestDatabase();
  const before = await cli('doctor');
  expect(before.code).toBe(1);
  expect(before.stdout).toMatch(/✗ migrations/);
  expect((await cli('migrate')).stdout).toContain('ran InitialSchema');
  const after = await cli('doctor');
  expect(after.stdout).not.toContain('✗');
  expect(after.code).toBe(0);
});

test('the doctor finds a post at the path of a section, and moves it away', async () => {
  const service = await startService({ database });
  const create = async (what: string, fields: object) =>
    (await service.post(`/api/1.3/${what}`, fields).expect(200)).body.id as number;
  const section = await create('sections', { title: 'News', url: 'news', status: 2 });
  const post = await create('posts', { headline: 'Elsewhere' });
  await service.stop();
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  const { writer } = sources;
  // As two creates at once left it before sections were registered.
  await writer.query('DELETE FROM article_paths WHERE section_id = ?', [section]);
  await writer.query(`UPDATE article_paths SET path = '/news' WHERE article_id = ?`, [post]);
  await writer.query(`UPDATE articles SET path = '/news', basename = 'news' WHERE id = ?`, [post]);
  const found = await cli('doctor');
  expect(found.code).toBe(1);
  expect(found.stdout).toContain(`/news of section ${section} is a post's, too`);
  expect((await cli('doctor', '--fix')).stdout).toContain('mended 1');
  const rows = await writer.manager.query(
    'SELECT path, article_id, section_id FROM article_paths ORDER BY path',
  );
  expect(rows).toEqual([
    { path: '/news', article_id: null, section_id: section },
    { path: `/news-${post}`, article_id: post, section_id: null },
  ]);
  await closeDataSources(sources);
  expect((await cli('doctor')).code).toBe(0);
});

test('the seed makes the same posts every time, and only those that are missing', async () => {
  const first = await cli('seed', '--posts', '20');
  expect(first.stdout).toMatch(/^The site had no author\. API key of its Administrator.*: \w{64}\n/);
  expect(first.stdout).toContain('20 of them new');
  expect((await cli('seed', '--posts', '30')).stdout).toContain('10 of them new');
  const { stdout } = await cli('export');
  const posts = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { headline: string; tags: string[] });
  expect(posts).toHaveLength(30);
  expect(posts[7]?.headline).toMatch(/ 7$/);
  expect(posts.every(({ tags }) => tags.length === 3)).toBe(true);
});

test('a wrong use is explained, without a stack', async () => {
  const { code, stderr } = await cliProcess('keys', 'create', '--author', 'x');
  expect(code).toBe(1);
  expect(stderr).toContain('positive integer');
  expect((await cliProcess('keys', 'revoke', '99')).stderr).toMatch(/\nThere is no key 99\.\n$/);
});

test('reindex makes what is not in the search index findable', async () => {
  const service = await startService({ database });
  await cli('seed', '--posts', '120');
  const found = async () =>
    (await service.get('/api/1.3/posts/search?phrase=aurora').expect(200)).body.length as number;
  expect(await found()).toBe(2);
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  for (const table of ['article_words', 'article_search']) await sources.writer.query(`DELETE FROM ${table}`);
  await closeDataSources(sources);
  expect(await found()).toBe(0);
  expect((await cli('reindex')).stdout).toContain('up to date');
  expect(await found()).toBe(2);
  await service.stop();
});

test('lists of keys, findings of the doctor and sums of an import are printed as JSON, too', async () => {
  const imported = await cli('import', writeArticles(ARTICLES.map((one) => JSON.stringify(one))), '--json');
  expect([imported.code, JSON.parse(imported.stdout)]).toEqual([
    1,
    { dry_run: false, imported: 2, already_there: 0, failed: 2 },
  ]);
  const keys = JSON.parse((await cli('keys', 'list', '--json')).stdout) as object[];
  expect(keys).toMatchObject([{ id: 1, author_id: 1, scope: 'write', state: 'usable', expires_ts: null }]);
  expect(JSON.stringify(keys)).not.toContain('hash');
  const findings = JSON.parse((await cli('doctor', '--json')).stdout) as { name: string }[];
  expect(findings).toContainEqual({ name: 'schema', is_well: true, finding: 'is as expected' });
});
