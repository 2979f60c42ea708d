import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf } from '../support/feeds.js';
import { fewestStatements } from '../support/sent-statements.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';
import { parseXml, textsOf } from '../support/xml.js';

const HUB = 'https://hub.example/';
const TIME = 1_700_000_000;
const HOSTILE = 'A ]]> & <b>';
let service: Service;
let anybody: Client;
let author: { id: number; name: string };

beforeAll(async () => {
  const named = {
    picks: { title: 'Our picks', sections: ['arts'], order: 'oldness', limit: 2, content: 'summary' },
    jazz: { tags: ['Jazz'], types: ['page'] },
    nowhere: { sections: ['gone'] },
  };
  service = await startService({
    settings: { site: { name: 'The Site' }, feeds: { hub: HUB, named } },
    environment: { SCHEDULER: 'off' },
  });
  anybody = service.as(null);
  const { body: arts } = await section({ title: 'Arts', url: 'arts', status: 2 });
  const { body: film } = await section({ title: 'Film', url: 'film', status: 2, parent_id: arts.id });
  author = (await service.post('/api/1.1/authors', { name: 'ann-lee' }).expect(200)).body;
  for (let n = 0; n < 35; n++)
    await service
      .post('/api/1.3/posts', {
        headline: n === 0 ? HOSTILE : `Post ${n}`,
        body: '<p>The text</p>',
        created_ts: TIME + n,
        sections: n % 2 ? [arts.id] : [arts.id, film.id],
        tags: n % 5 ? [] : ['Jazz'],
        roar_author_ids: [author.id],
      })
      .expect(200);
});
afterAll(() => service.stop());

const section = (fields: object) => service.post('/api/1.3/sections', fields).expect(200);
const read = async (path: string, type: string) => {
  const answer = await anybody.get(path).buffer(true).expect(200);
  expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
  return answer.text;
};
const rss = async (path: string) => parseXml(await read(path, 'application/rss+xml'));
const titles = async (path: string) => itemsOf(await rss(path)).flatMap((item) => textsOf(item, 'title'));

describe('Feeds at the addresses of a predecessor', () => {
  test.each([
    ['/feeds/feed.rss', 30],
    ['/feeds/feed.rss?page=2', 5],
    ['/feeds/feed.rss?page=3', 0],
    ['/feeds/arts.rss', 30],
    ['/feeds/arts/film.rss', 18],
    ['/feeds/author/ann-lee.rss?page=2', 5],
  ])('%s has %i posts, and names itself', async (path, count) => {
    const feed = await rss(path);
    expect(itemsOf(feed)).toHaveLength(count);
    const links = Array.from(feed.getElementsByTagName('atom:link'), (link) => [
      link.getAttribute('rel'),
      link.getAttribute('href'),
    ]);
    expect(links).toEqual([
      ['self', BASE_URL + path],
      ['hub', HUB],
    ]);
  });

  test('follow each other without a gap', async () => {
    const all = [...(await titles('/feeds/feed.rss?page=1')), ...(await titles('/feeds/feed.rss?page=2'))];
    expect(new Set(all).size).toBe(35);
    expect(all[0]).toBe('Post 34');
  });

  test.each(['0', 'two', '-1', '10001'])('page %s is 400', async (page) => {
    const { body } = await anybody.get(`/feeds/feed.rss?page=${page}`).expect(400);
    expect(body).toMatchObject({ errors: [{ field: 'page' }] });
  });

  test.each(['/feeds/nothing.rss', '/feeds/author/nobody.rss', '/customfeeds/feed/none/rss'])(
    '%s is 404',
    async (path) => {
      await anybody.get(path).expect(404);
    },
  );

  test('of sections and authors that have moved lead to where they are now', async () => {
    const { body: old } = await section({ title: 'Old', url: 'old', status: 2 });
    const { body: secret } = await section({ title: 'Secret', url: 'secret', status: 2 });
    const { body: bo } = await service.post('/api/1.1/authors', { name: 'bo' }).expect(200);
    await service.put(`/api/1.3/sections/${old.id}`, { url: 'new' }).expect(200);
    await service.put(`/api/1.3/sections/${secret.id}`, { url: 'hidden', status: 1 }).expect(200);
    await service
      .put(`/api/1.1/authors/${bo.id}`, { first_name: 'Bo', last_name: 'Lee', name: 'bo-lee' })
      .expect(200);
    for (const [path, url] of [
      ['/feeds/old.rss', '/feeds/new.rss'],
      ['/feeds/author/bo.rss', '/feeds/author/bo-lee.rss'],
      ['/feeds/old.rss?page=2', '/feeds/new.rss?page=2'],
      ['/feeds/author/bo.rss?api_key=secret&page=2', '/feeds/author/bo-lee.rss?page=2'],
      ['/feeds/author/bo.rss?x=1', '/feeds/author/bo-lee.rss?x=1'],
    ]) {
      const { headers } = await anybody.get(path ?? '').expect(301);
      expect(headers.location).toBe(`${BASE_URL}${url}`);
      await anybody.get(url ?? '').expect(200);
    }
    await anybody.get('/feeds/secret.rss').expect(404);
  });

  test('are kept, and not sent again', async () => {
    const { headers } = await anybody.get('/feeds/arts.rss').expect(200);
    await anybody.get('/feeds/arts.rss').set('if-none-match', String(headers.etag)).expect(304);
    expect(headers['cache-control']).toContain('max-age=60');
  });

  test('take as many statements for 30 posts as for five', async () => {
    let news = 0;
    const pageOf = (page: number) =>
      fewestStatements(service, async () => {
        // Feeds are kept until something is published.
        await service.post('/api/1.3/posts', { headline: `New ${++news}` }).expect(200);
        await anybody.get(`/feeds/arts.rss?page=${page}`).expect(200);
      });
    expect((await pageOf(1)).length).toBe((await pageOf(2)).length);
  });
});

describe('Feeds that have a name', () => {
  test('are lists of the settings', async () => {
    const feed = await rss('/customfeeds/feed/picks/rss');
    expect(textsOf(feed, 'title')[0]).toBe('Our picks');
    expect(itemsOf(feed)).toHaveLength(2);
    expect(textsOf(feed, 'content:encoded')).toEqual([]);
    expect((await titles('/customfeeds/feed/picks/rss?offset=1&limit=2')).slice(0, 2)).toEqual([
      'Post 1',
      'Post 2',
    ]);
    expect(await titles('/customfeeds/feed/picks/rss?include_sections=arts/film&limit=3')).toHaveLength(3);
    expect(await titles('/customfeeds/feed/jazz/rss')).toHaveLength(7);
    expect(await titles('/customfeeds/feed/nowhere/rss')).toEqual([]);
  });

  test('are JSON Feeds, too', async () => {
    const feed = JSON.parse(await read('/customfeeds/feed/jazz/json?limit=3', 'application/feed+json'));
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'The Site',
      feed_url: `${BASE_URL}/customfeeds/feed/jazz/json?limit=3`,
      hubs: [{ type: 'WebSub', url: HUB }],
    });
    expect(feed.items).toHaveLength(3);
  });

  test('have a limit as other lists do', async () => {
    const jazz = async (query: string) =>
      JSON.parse(await read(`/customfeeds/feed/jazz/json?${query}`, 'application/feed+json'));
    expect(await jazz('limit=101')).toEqual(await jazz('limit=100'));
    expect((await jazz('limit=99999999999999999999')).items).toHaveLength(7);
    expect((await jazz('limit=0')).items).toEqual([]);
    expect(await titles('/customfeeds/feed/jazz/rss?limit=0')).toEqual([]);
  });

  test.each(['offset=-1', 'limit=-1', 'limit=many', 'include_sections=no-such'])(
    '%s is 400',
    async (query) => {
      const { body } = await anybody.get(`/customfeeds/feed/jazz/rss?${query}`).expect(400);
      expect(body.errors[0].field).toBe(query.split('=')[0]);
    },
  );
});

describe('Atom', () => {
  test.each(['', '/arts', '/arts/film', '/tag/jazz', '/u/ann-lee'])('is at %s/feed.atom', async (path) => {
    const feed = parseXml(await read(`${path}/feed.atom`, 'application/atom+xml'));
    const own = (name: string) =>
      Array.from(feed.children, (child) => child).filter(({ tagName }) => tagName === name);
    for (const name of ['id', 'title', 'updated', 'author']) expect(own(name)).toHaveLength(1);
    const links = own('link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')]);
    expect(links).toContainEqual(['self', `${BASE_URL}${path}/feed.atom`]);
    expect(links).toContainEqual(['hub', HUB]);
    const entries = own('entry');
    expect(entries.length).toBeGreaterThan(5);
    for (const entry of entries)
      for (const name of ['id', 'title', 'updated', 'published', 'content'])
        expect(textsOf(entry, name)).toHaveLength(1);
    const ids = entries.flatMap((entry) => textsOf(entry, 'id'));
    expect(new Set(ids).size).toBe(entries.length);
    for (const time of textsOf(feed, 'updated')) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('and is announced by pages', async () => {
    const { text } = await anybody.get('/arts').expect(200);
    expect(text).toContain(
      `<link rel="alternate" href="${BASE_URL}/arts/feed.atom" type="application/atom+xml"`,
    );
  });
});

test('the news of two days have a sitemap of their own, also when there are none', async () => {
  const empty = await startService();
  const { text: nothing } = await empty.as(null).get('/sitemap_news.xml').expect(200);
  expect(parseXml(nothing).tagName).toBe('urlset');
  await empty.post('/api/1.3/posts', { headline: 'Today' }).expect(200);
  await empty.post('/api/1.3/posts', { headline: 'Long ago', created_ts: TIME }).expect(200);
  const { text } = await empty.as(null).get('/sitemap_news.xml').expect(200);
  expect(textsOf(parseXml(text), 'news:title')).toEqual(['Today']);
  await empty.stop();
});

test('without compatibility the old addresses are gone, and named feeds stay', async () => {
  const strict = await startService({ settings: { compatibility: false, feeds: { named: { all: {} } } } });
  await strict.as(null).get('/feeds/feed.rss').expect(404);
  await strict.as(null).get('/customfeeds/feed/all/rss').expect(200);
  await strict.stop();
});
