import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ArticleImport } from '../../src/cli/transfer/article-import.js';
import { InvalidError, OverloadedError } from '../../src/kernel/errors.js';
import { ArticlesService } from '../../src/modules/articles/articles.service.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

let serial = 0;

interface Imported {
  readonly message: string | undefined;
  readonly post:
    { readonly roar_authors: { id: number; title: string }[]; readonly sections: number[] } | undefined;
}

/** Imports one article, after a dry run has said the same of it. */
async function importOne(fields: object): Promise<Imported> {
  const id = `id-${++serial}`;
  const record = { provider_post_id: id, headline: 'H', ...fields };
  const line = { number: 1, bytes: 1, id, record };
  const [dry] = await new ArticleImport(service.app, { dryRun: true, author: 1 }).run([line]);
  const [real] = await new ArticleImport(service.app, { dryRun: false, author: 1 }).run([line]);
  expect(dry).toEqual(real);
  const query = `provider_post_id=${id}&provider_id=15`;
  const { body } = await service.get(`/api/1.3/posts?${query}`).expect(200);
  expect(body).toHaveLength(real?.outcome === 'imported' ? 1 : 0);
  return { message: real?.message, post: body[0] };
}

async function sectionTitle({ post }: Imported): Promise<string> {
  return (await service.get(`/api/1.3/sections/${post?.sections[0] ?? ''}`).expect(200)).body.title;
}

test('A byline of which no slug can be made is one author, too', async () => {
  const authors: (number | undefined)[] = [];
  for (const byline of ['☃☃', ' ☃☃ ', '☃', '山田'])
    authors.push((await importOne({ byline })).post?.roar_authors[0]?.id);
  expect(authors[1]).toBe(authors[0]);
  expect(new Set(authors).size).toBe(3);
});

describe.each(['byline', 'site'])('The %s', (field) => {
  const shown = async (imported: Imported): Promise<string | undefined> =>
    field === 'byline' ? imported.post?.roar_authors[0]?.title : sectionTitle(imported);

  test.each([
    ['  Ann\n  Lee ', 'Ann Lee'],
    [7, '7'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`${' '.repeat(300)}Bob${' '.repeat(300)}`, 'Bob'],
  ])('%j is %j', async (value, expected) => {
    expect(await shown(await importOne({ [field]: value }))).toBe(expected);
  });

  test('true is no text, and is refused by name', async () => {
    const { post, message } = await importOne({ [field]: true });
    expect(post).toBeUndefined();
    expect(message).toContain(field);
  });

  test.each([null, '', ' \n ', undefined])('%j is none', async (value) => {
    const { post } = await importOne({ [field]: value });
    expect(post?.sections).toEqual([]);
    expect(post?.roar_authors).toMatchObject([{ title: 'Administrator' }]);
  });

  test.each([
    ['x'.repeat(256), 'must not be longer than 255 characters'],
    [{ name: 'Ann' }, 'must be a string'],
    [['Ann', 'Lee'], 'must be a string'],
    ['\ud800', 'must be well-formed Unicode'],
  ])('%j makes the line fail', async (value, message) => {
    expect(await importOne({ [field]: value })).toEqual({ message: `${field}: ${message}`, post: undefined });
  });
});

test('a site whose URL would be reserved makes the line fail, unless there is one with this title', async () => {
  const { message } = await importOne({ site: 'Health' });
  expect(message).toMatch(/"health" is reserved/);
  await service.post('/api/1.3/sections', { title: 'Health', url: 'wellness', status: 2 }).expect(200);
  expect(await sectionTitle(await importOne({ site: 'Health' }))).toBe('Health');
});

test('all that is wrong with a line is said at once', async () => {
  const { message } = await importOne({ byline: {}, site: [], created_ts: 'x' });
  for (const field of ['byline', 'site', 'created_ts']) expect(message).toContain(`${field}: must be`);
});

test('An article that the service is too busy for is tried again after the time that it names', async () => {
  const create = jest.spyOn(service.app.get(ArticlesService), 'create');
  const busy = new OverloadedError('rendering-busy', 'Busy.', 3);
  create.mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
  const waits: number[] = [];
  const wait = (seconds: number) => Promise.resolve(waits.push(seconds));
  const record = { provider_post_id: 'busy', headline: 'Busy' };
  const line = { number: 1, bytes: 1, id: 'busy', record };
  const results = await new ArticleImport(service.app, { dryRun: false, author: 1, wait }).run([line]);
  create.mockRestore();
  expect(results).toEqual([{ line, outcome: 'imported' }]);
  expect(waits).toEqual([3, 3]);
});

test('A line with the id of one before it, which could not be saved, takes its place', async () => {
  const create = jest.spyOn(service.app.get(ArticlesService), 'create');
  create.mockRejectedValueOnce(new InvalidError('too-complex', 'The text is too complex.'));
  const lines = ['too complex', 'taken', 'one too many'].map((headline, index) => ({
    number: index + 1,
    bytes: 1,
    id: 'same',
    record: { provider_post_id: 'same', headline },
  }));
  const results = await new ArticleImport(service.app, { dryRun: false, author: 1 }).run(lines);
  create.mockRestore();
  expect(results.map(({ line, outcome }) => [line.number, outcome])).toEqual([
    [1, 'failed'],
    [2, 'imported'],
    [3, 'skipped'],
  ]);
  const { body } = await service.get('/api/1.3/posts?provider_post_id=same&provider_id=15').expect(200);
  expect(body).toEqual([expect.objectContaining({ headline: 'taken' })]);
});
