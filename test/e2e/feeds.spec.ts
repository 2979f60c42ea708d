import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf, jsonOf as jsonFeedOf, rssOf as rssFeedOf } from '../support/feeds.js';
import { createImages } from '../support/images.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';
import { type Element, parseXml, textsOf as texts } from '../support/xml.js';

const TIME = 1_700_000_000;

let service: Service;
let anybody: Client;
beforeAll(async () => {
  const site = { name: 'The Site', description: 'News & views', locale: 'en-GB' };
  const feeds = { named: { short: { tags: ['Shore'], content: 'summary' } } };
  service = await startService({ settings: { site, feeds } });
  anybody = service.as(null);
  await createImages(service, 1);
});
afterAll(() => service.stop());

const create = async (door: string, fields: object): Promise<number> =>
  (await service.post(`/api/1.3/${door}`, fields).expect(200)).body.id;
const createSection = (url: string, status: number, more: object = {}) =>
  create('sections', { title: url, url, status, ...more });
const createPost = (fields: object = {}) => create('posts', { headline: 'Post', ...fields });
const createAuthor = async (fields: object): Promise<{ id: number; name: string }> =>
  (await service.post('/api/1.1/authors', fields).expect(200)).body;

const rssOf = (path: string) => rssFeedOf(anybody, path);
const jsonOf = (path: string) => jsonFeedOf(anybody, path);
/** Titles in both formats, which must be the same. */
const titlesOf = async (path: string): Promise<string[]> => {
  const [feed, { items }] = await Promise.all([rssOf(path), jsonOf(path)]);
  const titles = itemsOf(feed).flatMap((item) => texts(item, 'title'));
  expect(items.map(({ title }) => title)).toEqual(titles);
  return titles;
};

describe('A feed', () => {
  test('of RSS tells all that there is to tell of a post', async () => {
    const author = await createAuthor({ first_name: 'Ann', last_name: 'Lee' });
    const id = await createPost({
      headline: 'Birds & bees',
      subheadline: 'Less < more',
      body: '<p>See <a href="/about">us</a>, <a href="#end">the end</a>.</p><p><img src="//img.example/a.png" alt=""></p>',
      tags: ['Wild Life', 'Ünï'],
      roar_author_ids: [author.id],
      image_id: 1,
      photo_caption: 'A <b>',
      photo_credit: 'C. Redit',
      created_ts: TIME,
    });
    const { body: post } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    const feed = await rssOf('/tag/wild-life');
    const [item] = itemsOf(feed) as [Element];
    const channel = (name: string) => texts(feed, name)[0];
    expect(feed.getAttribute('version')).toBe('2.0');
    expect([channel('title'), channel('link'), channel('language')]).toEqual([
      'Wild Life – The Site',
      `${BASE_URL}/tag/wild-life`,
      'en-GB',
    ]);
    expect(channel('description')).toBe('News &amp; views');
    expect(channel('lastBuildDate')).toBe(new Date(post.updated_ts * 1000).toUTCString());
    const [self] = Array.from(feed.getElementsByTagName('atom:link'));
    expect(self?.getAttribute('href')).toBe(`${BASE_URL}/tag/wild-life/feed.xml`);
    expect(self?.getAttribute('rel')).toBe('self');
    expect(texts(item, 'title')).toEqual(['Birds & bees']);
    expect(texts(item, 'link')).toEqual([post.post_url]);
    expect(texts(item, 'pubDate')).toEqual(['Tue, 14 Nov 2023 22:13:20 GMT']);
    expect(texts(item, 'dc:creator')).toEqual(['Ann Lee']);
    expect(texts(item, 'category')).toEqual(['Wild Life', 'Ünï']);
    expect(texts(item, 'description')).toEqual(['Less &lt; more']);
    const [guid] = Array.from(item.getElementsByTagName('guid'));
    expect(guid?.getAttribute('isPermaLink')).toBe('false');
    expect(guid?.textContent).toMatch(new RegExp(`^tag:site\\.example,\\d{4}-\\d\\d-\\d\\d:post/${id}$`));
    const [content = ''] = texts(item, 'content:encoded');
    expect(content).toContain('<a href="https://site.example/about"');
    expect(content).toContain(`<a href="${post.post_url}#end"`);
    expect(content).toContain('src="https://img.example/a.png"');
    expect(content.indexOf('<figure')).toBe(0);
    const [media] = Array.from(item.getElementsByTagName('media:content'));
    expect(media?.getAttribute('url')).toBe(post.image_info?.image_original_url ?? post.image);
    expect(media?.getAttribute('type')).toBe('image/png');
    expect(media && texts(media, 'media:credit')).toEqual(['C. Redit']);
    expect(media && texts(media, 'media:description')).toEqual(['A <b>']);
  });

  test('of JSON tells the same', async () => {
    const id = await createPost({
      headline: 'J',
      tags: ['Jay'],
      meta_description: 'M',
      created_ts: TIME,
      image_id: 1,
    });
    const { body: post } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    const feed = await jsonOf('/tag/jay');
    expect(feed).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Jay – The Site',
      home_page_url: `${BASE_URL}/tag/jay`,
      feed_url: `${BASE_URL}/tag/jay/feed.json`,
      description: 'News & views',
      language: 'en-GB',
      items: [
        {
          id: texts(await rssOf('/tag/jay'), 'guid')[0],
          url: post.post_url,
          title: 'J',
          content_html: expect.stringContaining('<img'),
          summary: 'M',
          image: expect.stringContaining('/res/images/1/'),
          date_published: '2023-11-14T22:13:20Z',
          date_modified: new Date(post.updated_ts * 1000).toISOString().replace('.000', ''),
          authors: expect.any(Array),
          tags: ['Jay'],
          language: 'en-GB',
        },
      ],
    });
    const plain = await createPost({ headline: 'No text', tags: ['Plain'] });
    expect(plain).toBeGreaterThan(0);
    expect((await jsonOf('/tag/plain')).items[0]).toMatchObject({ content_text: 'No text' });
  });

  test('has links and sources that lead somewhere wherever it is read', async () => {
    const sources = '/a.png 1x, b,c.png 2x, //img.example/d.png 3x, https://img.example/e.png?f=1&amp;g=2 4x';
    const body = `<p><img src="a.png" srcset="${sources}" alt="srcset=/x"></p><picture><source srcset="/h.webp"></picture>`;
    await createPost({ headline: 'S', body, tags: ['sources'] });
    const [item] = (await jsonOf('/tag/sources')).items;
    const absolute = [
      `${BASE_URL}/a.png 1x`,
      `${BASE_URL}/b,c.png 2x`,
      'https://img.example/d.png 3x',
      'https://img.example/e.png?f=1&amp;g=2 4x',
    ];
    expect(item?.content_html).toContain(` srcset="${absolute.join(', ')}" alt="srcset=/x"`);
    expect(item?.content_html).toContain(`<source srcset="${BASE_URL}/h.webp"`);
  });

  test('was not changed in times to come', async () => {
    await createPost({ headline: 'F', tags: ['future'], updated_ts: 4_000_000_000 });
    const [time = ''] = texts(await rssOf('/tag/future'), 'lastBuildDate');
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(time)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('has the listicle where the body has a place for it, else behind it', async () => {
    const listicle = { items: [{ headline: 'One & only', image_id: 1, body: '<p>Item</p>' }] };
    await createPost({ headline: 'L', body: '<p>A</p>', listicle, tags: ['list-behind'] });
    const [item] = (await jsonOf('/tag/list-behind')).items;
    expect(item?.content_html).toMatch(/^<p>A<\/p><h2>One &amp; only<\/h2><figure.*<img.*<p>Item<\/p>$/s);
    const id = await createPost({ headline: 'L', listicle, tags: ['list-inside'] });
    const body = `<p>A</p><listicle id="listicle-${id}"></listicle><p>Z</p>`;
    await service.put(`/api/1.3/posts/${id}`, { body }).expect(200);
    const [other] = (await jsonOf('/tag/list-inside')).items;
    expect(other?.content_html).toMatch(/^<p>A<\/p><h2>.*<p>Item<\/p><p>Z<\/p>$/s);
    expect(other?.content_html).not.toContain('<listicle');
  });

  test('of summaries has the first words of a text where nothing else describes its post', async () => {
    const tags = ['Shore'];
    const words = 'Waves and wind '.repeat(3000).trim();
    await createPost({ tags, headline: 'Text', body: `<p>${words}</p>` });
    await createPost({ tags, headline: 'Subheadline', body: '<p>T</p>', subheadline: 'S' });
    await createPost({ tags, headline: 'Meta', body: '<p>T</p>', meta_description: 'M' });
    await createPost({ tags, headline: 'Nothing' });
    const feed = parseXml((await anybody.get('/customfeeds/feed/short/rss').expect(200)).text);
    const described = itemsOf(feed).map((item) => ['title', 'description'].flatMap((of) => texts(item, of)));
    expect(Object.fromEntries(described)).toEqual({
      Text: expect.stringMatching(/^(Waves and wind ){15,}/),
      ...{ Subheadline: 'S', Meta: 'M', Nothing: 'Nothing' },
    });
    expect(Object.fromEntries(described).Text?.length).toBeLessThanOrEqual(300);
  });

  test('of a site is there without pages, too; behind a password for those who know it', async () => {
    const site = { pages: false, basicAuth: 'user:secret' };
    const headless = await startService({ database: service.database, settings: { site } });
    for (const path of ['/feed.xml', '/feed.json', '/robots.txt', '/sitemap.xml'])
      await headless.as(null).get(path).expect(401);
    const authorization = `Basic ${Buffer.from(site.basicAuth).toString('base64')}`;
    const open = headless.as(null).get('/feed.xml').set('authorization', authorization);
    const { headers } = await open.expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    await headless.stop();
  });
});

describe('Feeds hold the newest posts that everybody may see', () => {
  test('at most 30, of the site, of a section, of a tag, of an author', async () => {
    const author = await createAuthor({ name: 'many-posts' });
    const section = await createSection('long', 2);
    for (let n = 0; n < 32; n++) {
      await createPost({
        headline: `N${n}`,
        sections: [section],
        roar_author_ids: [author.id],
        tags: ['Many'],
        created_ts: 2_000_000_000 + n,
      });
    }
    const newest = Array.from({ length: 30 }, (_, n) => `N${31 - n}`);
    for (const path of ['', '/long', '/tag/many', '/u/many-posts'])
      expect(await titlesOf(path)).toEqual(newest);
    expect(texts(await rssOf('/u/many-posts'), 'link')[0]).toBe(`${BASE_URL}/u/many-posts/`);
    expect(texts(await rssOf(''), 'link')[0]).toBe(`${BASE_URL}/`);
    expect(texts(await rssOf(''), 'title')[0]).toBe('The Site');
  });

  test('no drafts, scheduled, removed or private posts', async () => {
    const author = await createAuthor({ name: 'secretive' });
    const [open, hidden] = [await createSection('open', 2), await createSection('hidden', 1)];
    const fields = { roar_author_ids: [author.id], tags: ['Secret'], sections: [open] };
    await createPost({ ...fields, headline: 'seen' });
    await createPost({ ...fields, headline: 'in both', sections: [open, hidden] });
    await createPost({ ...fields, headline: 'private', sections: [hidden] });
    await create('drafts', { ...fields, headline: 'draft' });
    const scheduled = await create('drafts', { ...fields, headline: 'scheduled' });
    const scheduled_at = Math.floor(Date.now() / 1000) + 3600;
    await service.put(`/api/1.3/scheduled_posts/${scheduled}`, { scheduled_at }).expect(200);
    const removed = await createPost({ ...fields, headline: 'removed' });
    await service.delete(`/api/1.3/posts/${removed}`).expect(200);
    for (const path of ['/open', '/tag/secret', '/u/secretive'])
      expect((await titlesOf(path)).sort()).toEqual(['in both', 'seen']);
    const all = await titlesOf('');
    for (const title of ['private', 'draft', 'scheduled', 'removed']) expect(all).not.toContain(title);
    await createPost({ headline: 'private', sections: [hidden], tags: ['Only Private'] });
    await anybody.get('/tag/only-private/feed.xml').expect(404);
  });

  test('of public sections, by their full path', async () => {
    const [above, unlisted] = [await createSection('above', 2), await createSection('unlisted', 3)];
    const below = await createSection('below', 2, { parent_id: above });
    await createSection('closed', 1);
    await createPost({ headline: 'Below', sections: [below] });
    await createPost({ headline: 'Unlisted', sections: [unlisted] });
    expect(await titlesOf('/above/below')).toEqual(['Below']);
    expect(await titlesOf('/above')).toEqual([]);
    const none = ['/closed', '/unlisted', '/below', '/nothing', '/above%20', '/home', '/above/below/more'];
    for (const path of none)
      for (const format of ['xml', 'json']) await anybody.get(`${path}/feed.${format}`).expect(404);
  });

  test('of tags and authors that there are', async () => {
    await createPost({ tags: ['There'] });
    await anybody.get('/tag/there/feed.xml').expect(200);
    for (const path of ['/tag/nowhere', '/tag/Nowhere', '/tag/%20', '/u/nobody', '/u/many-posts%20'])
      await anybody.get(`${path}/feed.json`).expect(404);
    for (const path of ['/tag/There', '/tag/there%20', '/tag/TH%C3%88RE', '/tag/there!'])
      for (const format of ['xml', 'json']) {
        const { headers } = await anybody.get(`${path}/feed.${format}`).expect(301);
        expect(headers.location).toBe(`${BASE_URL}/tag/there/feed.${format}`);
      }
    const { headers } = await anybody.get('/tag/There/feed.xml?x=1&api_key=secret&page=2').expect(301);
    expect(headers.location).toBe(`${BASE_URL}/tag/there/feed.xml?x=1&page=2`);
    await createAuthor({ name: 'idle' });
    expect(itemsOf(await rssOf('/u/idle'))).toEqual([]);
  });

  test('keep the id of a post whose headline and path change', async () => {
    const id = await createPost({ headline: 'Before', tags: ['stable'] });
    const [before] = (await jsonOf('/tag/stable')).items;
    await service.put(`/api/1.3/posts/${id}`, { headline: 'After', manual_basename: 'else' }).expect(200);
    const [after] = (await jsonOf('/tag/stable')).items;
    expect(after?.url).not.toBe(before?.url);
    expect(after?.id).toBe(before?.id);
  });
});
