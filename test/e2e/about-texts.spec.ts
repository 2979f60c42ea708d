import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AboutTextsAnew1798000200000 } from '../../src/modules/authors/infrastructure/migrations/1798000200000-about-texts-anew.js';
import { AboutTextsJob } from '../../src/modules/content/rendering/about-texts.job.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { type Service, startService } from '../support/service.js';

const HOSTILE = '<p onclick="a()">About <b>it</b></p><script>alert(1)</script>';
const SAFE = '<p>About <b>it</b></p>';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const get = async (path: string) => (await service.get(`/api/${path}`).expect(200)).body;
const put = async (path: string, fields: object) =>
  (await service.put(`/api/${path}`, fields).expect(200)).body;
const post = async (path: string, fields: object) =>
  (await service.post(`/api/${path}`, fields).expect(200)).body;

test('an author has the text about it as it was sent, and as it may be shown, wherever it is shown', async () => {
  const both = { about_html: HOSTILE, about_html_safe: SAFE };
  const author = await post('1.1/authors', { about_html: HOSTILE, first_name: 'A', last_name: 'B' });
  expect(author).toMatchObject(both);
  expect(await get(`1.1/authors/${author.id}`)).toMatchObject(both);
  expect(await get('1.3/authors/search')).toContainEqual(expect.objectContaining(both));
  const written = await post('1.3/posts', { headline: 'H', roar_author_ids: [author.id] });
  expect(written.roar_authors).toMatchObject([both]);
  const [listed] = await get('1.3/posts');
  expect(listed.roar_authors).toMatchObject([both]);
  await post(`1.3/posts/${written.id}/likes`, { author_id: author.id });
  expect(await get(`1.3/posts/${written.id}/likes`)).toMatchObject([{ author: both }]);
  const section = await post('1.3/sections', { title: 'Followed', url: 'followed' });
  await put(`1.3/follows/${author.id}/section/${section.id}`, {});
  expect(await get(`1.3/follows/sections/${section.id}`)).toMatchObject([both]);
  expect(await put(`1.1/authors/${author.id}`, author)).toEqual(author);
  const cleared = await put(`1.1/authors/${author.id}`, {
    ...author,
    about_html: null,
    about_html_safe: 'x',
  });
  expect(cleared).toMatchObject({ about_html: '', about_html_safe: '' });
});

test('a section has both forms as well', async () => {
  const section = await post('1.3/sections', { title: 'T', url: 't', about_html: HOSTILE });
  expect(section).toMatchObject({ about_html: HOSTILE, about_html_safe: SAFE });
  expect(await get('1.3/sections')).toContainEqual(section);
  expect(await put(`1.3/sections/${section.id}`, section)).toEqual(section);
  expect(await put(`1.3/sections/${section.id}`, { about_html: 'a < b' })).toMatchObject({
    about_html_safe: 'a &lt; b',
  });
  expect(await put(`1.3/sections/${section.id}`, { about_html: '' })).toMatchObject({ about_html_safe: '' });
});

test('an item of a listicle has both forms of its headline', async () => {
  const items = [{ headline_html: '<i onclick="a()">I</i>' }, { headline: 'Plain' }];
  const { id, listicle, version } = await post('1.3/drafts', { headline: 'H', listicle: { items } });
  expect(listicle.items).toMatchObject([
    { headline_html: '<i onclick="a()">I</i>', headline_html_safe: '<i>I</i>' },
    { headline_html: null, headline_html_safe: null },
  ]);
  const edited = await put(`1.3/drafts/${id}`, { listicle });
  // A value that is sent back as it was shown is no change.
  expect([edited.listicle, edited.version]).toEqual([listicle, version]);
});

test('texts that were stored before get their safe form', async () => {
  const author = await post('1.1/authors', { about_html: 'x' });
  const section = await post('1.3/sections', { title: 'Old', url: 'old', about_html: 'x' });
  const sources = await openDataSources(service.database.url, { poolSize: 1, entities: [] });
  for (const [table, { id }] of [
    ['authors', author],
    ['sections', section],
  ] as const)
    await sources.writer.query(`UPDATE ${table} SET about_html = ?, about_html_safe = NULL WHERE id = ?`, [
      HOSTILE,
      id,
    ]);
  await closeDataSources(sources);
  const shown = async () =>
    [await get(`1.1/authors/${author.id}`), await get(`1.3/sections/${section.id}`)].map(
      (one) => one.about_html_safe as string,
    );
  await service.app.get(AboutTextsJob).catchUp();
  expect(await shown()).toEqual([SAFE, SAFE]);
});

test('texts that were made safe by former rules are made safe anew', async () => {
  const author = await post('1.1/authors', { about_html: '<a href="/about">More</a>', first_name: 'L' });
  const sources = await openDataSources(service.database.url, { poolSize: 1, entities: [] });
  const former = `UPDATE authors SET about_html_safe = '<a href="javascript:x">More</a>' WHERE id = ?`;
  await sources.writer.query(former, [author.id]);
  const runner = sources.writer.createQueryRunner();
  await new AboutTextsAnew1798000200000().up(runner);
  await runner.release();
  await closeDataSources(sources);
  const shown = async () => (await get(`1.1/authors/${author.id}`)).about_html_safe as string;
  expect(await shown()).toBe('');
  await service.app.get(AboutTextsJob).catchUp();
  expect(await shown()).toBe('<a href="/about">More</a>');
});
