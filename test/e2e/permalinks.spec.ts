import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Test } from 'supertest';
import { Clock } from '../../src/kernel/clock.js';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

type Door = 'posts' | 'drafts';

const DOORS: Door[] = ['posts', 'drafts'];
const RESERVED = [
  ...['api', 'core', 'res', 'docs', 'health', 'metrics', 'amp', 'tag', 'u', 'feed.xml', 'feed.json'],
  ...['sitemap.xml', 'robots.txt', 'llms.txt', 'mcp', 'favicon.ico'],
];

let service: Service;
afterEach(() => {
  jest.restoreAllMocks();
});

/** The tests of a describe block run against a site with this permalink pattern. */
function onSiteWith(permalink: string, timeZone = 'UTC'): void {
  beforeAll(async () => {
    service = await startService({ settings: { articles: { permalink }, site: { timeZone } } });
  });
  afterAll(() => service.stop());
}

async function ok(call: Test): Promise<Post> {
  const { status, body } = await call;
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

const create = (headline: string, fields: object = {}, door: Door = 'posts') =>
  ok(service.post(`/api/1.3/${door}`, { headline, ...fields }));
const edit = (id: number, fields: object, door: Door = 'posts') =>
  ok(service.put(`/api/1.3/${door}/${id}`, fields));
const read = (id: number, door: Door = 'posts') => ok(service.get(`/api/1.3/${door}/${id}`));
const remove = (id: number) => service.delete(`/api/1.3/posts/${id}`).expect(200);
const web = (path: string) => ({ page_list: [{ view: 'web', path }] });
const slugOf = async (post: Promise<Post>) => (await post).slug;
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

/** Sends back what GET shows through both doors. */
async function expectUnmovedByPuttingBack({ id, post_url, slug, basename }: Post): Promise<void> {
  for (const door of DOORS) {
    await edit(id, await read(id, door), door);
    expect(await read(id, door)).toMatchObject({ post_url, slug, basename });
  }
}

describe('with the default pattern', () => {
  onSiteWith('/{basename}');

  test('post_url, draft_url and slug name one path, made of the headline', async () => {
    const draft = await create('Hello, big World!', {}, 'drafts');
    const url = `${BASE_URL}/hello-big-world`;
    expect(draft).toMatchObject({ post_url: url, draft_url: `${url}?draft=1`, raw_share_url: url });
    expect(draft).toMatchObject({
      slug: 'hello-big-world',
      basename: 'hello-big-world',
      manual_basename: null,
    });
  });

  test.each([
    ['Crème Brûlée', 'creme-brulee'],
    ['De\u0301ja\u0300 vu', 'deja-vu'],
    ['Straße nach Süden', 'strasse-nach-suden'],
    ['Tom & Jerry', 'tom-and-jerry'],
    ['  Many   blanks – and – dashes -- ', 'many-blanks-and-dashes'],
    ['日本語の ニュース', '日本語の-ニュース'],
    ['Новости дня', 'новости-дня'],
  ])('the slug of %p is %s, as headline and as manual_basename', async (text, slug) => {
    const { id, ...post } = await create(text);
    expect(post).toMatchObject({ slug, basename: slug, post_url: `${BASE_URL}/${encodeURIComponent(slug)}` });
    await remove(id);
    expect(await create('Something else', { manual_basename: text })).toMatchObject({
      slug,
      manual_basename: text,
    });
  });

  test('a headline without letters or of any length has a path of its own', async () => {
    const headlines = ['😀', '🎉🎉', '!?', 'long '.repeat(2000), 'ü'.repeat(5000), '長'.repeat(3000)];
    const posts = await times(headlines.length, (n) => create(headlines[n] ?? ''));
    for (const { slug, basename, post_url } of posts) {
      expect(basename).toMatch(/[\p{L}\p{N}]/u);
      expect(decodeURI(new URL(post_url).pathname)).toBe(`/${slug}`);
    }
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(headlines.length);
  });

  test.each(DOORS)('a path taken by one of the %s gets the id appended', async (door) => {
    const headline = `Taken by ${door}`;
    const first = await create(headline, {}, door);
    const { id, ...second } = await create(headline.toUpperCase());
    const taken = `taken-by-${door}`;
    expect(second).toMatchObject({ slug: `${taken}-${id}`, basename: `${taken}-${id}` });
    expect((await read(first.id)).slug).toBe(taken);
    const other = await create('Other');
    expect((await edit(other.id, { manual_basename: taken })).slug).toBe(`${taken}-${other.id}`);
    await expectUnmovedByPuttingBack({ ...second, id });
    await remove(first.id);
    await expectUnmovedByPuttingBack({ ...second, id });
  });

  test.each(RESERVED)('the reserved segment %s gets the id appended', async (segment) => {
    const { id, slug } = await create('Reserved', web(`/${segment}`));
    expect(slug).toBe(`${segment}-${id}`);
    const named = await create('Reserved', { manual_basename: segment });
    expect(named.slug).toBe(segment.includes('.') ? segment.replace('.', '-') : `${segment}-${named.id}`);
  });

  test.each([
    'api/below',
    'u/administrator',
    'tag/x',
    'feed.xml/below',
    'u/ann/feed.xml',
    'u/ann/Feed.XML',
    'AMP',
  ])('a page at %s, below a reserved segment, gets another path', async (path) => {
    const [first = '', ...rest] = path.split('/');
    const post = await create('Below', web(`/${path}`));
    const pathOf = (id: number) => [`${first}-${id}`, ...rest].join('/');
    const ending = (id: number) => (/\/feed\.xml$/i.test(path) ? `-${id}` : '');
    expect(post.slug).toBe(pathOf(post.id) + ending(post.id));
    await expectUnmovedByPuttingBack(post);
    const page_list = [{ view: 'amp', path: `/${path}` }];
    const { id, amp_url } = await create('Below', { page_list }, 'drafts');
    expect(amp_url).toBe(`${BASE_URL}/${pathOf(id)}${ending(id)}`);
    expect((await edit(id, await read(id, 'drafts'), 'drafts')).amp_url).toBe(amp_url);
  });

  test('an appended id that is part of another path is no error', async () => {
    const { id } = await create('Clash');
    const slugs = [
      await slugOf(create(`Clash ${id + 2}`)),
      await slugOf(create('Clash')),
      await slugOf(create('Clash')),
    ];
    expect(new Set(['clash', ...slugs]).size).toBe(4);
  });

  test('a removed article frees its path, and finds another when it is restored', async () => {
    const first = await create('Freed');
    await remove(first.id);
    expect(await slugOf(create('Freed'))).toBe('freed');
    expect(await slugOf(edit(first.id, { action: 'restore' }, 'drafts'))).toBe(`freed-${first.id}`);
    const alone = await create('Alone');
    await remove(alone.id);
    expect(await slugOf(edit(alone.id, { action: 'restore' }, 'drafts'))).toBe('alone');
  });

  test('the basename follows the headline before the publication, not after', async () => {
    const { id } = await create('First idea', {}, 'drafts');
    expect(await slugOf(edit(id, { headline: 'Second idea' }, 'drafts'))).toBe('second-idea');
    expect(await slugOf(create('First idea'))).toBe('first-idea');
    expect(await slugOf(edit(id, { headline: 'Third idea', action: 'publish' }))).toBe('third-idea');
    expect(await edit(id, { headline: 'Fourth idea' })).toMatchObject({
      slug: 'third-idea',
      basename: 'third-idea',
    });
    expect(await slugOf(edit(id, { manual_basename: 'By hand' }))).toBe('by-hand');
    expect(await slugOf(edit(id, { headline: 'Fifth idea' }, 'drafts'))).toBe('by-hand');
  });

  test('an empty manual_basename is none: sent for none, it moves no published post', async () => {
    const { id } = await create('At first');
    await edit(id, { headline: 'Later' });
    for (const manual_basename of ['', null, ''])
      expect(await slugOf(edit(id, { manual_basename }))).toBe('at-first');
    expect(await slugOf(edit(id, { manual_basename: 'By hand again' }))).toBe('by-hand-again');
    expect(await slugOf(edit(id, { manual_basename: '' }))).toBe('later');
  });

  test('a new article may take the path that a published one has left', async () => {
    const { id } = await create('Moving');
    expect(await slugOf(edit(id, { manual_basename: 'moved' }))).toBe('moved');
    expect(await slugOf(edit(id, { manual_basename: 'moving' }))).toBe('moving');
    expect(await slugOf(edit(id, { manual_basename: 'moved' }))).toBe('moved');
    expect(await slugOf(create('Moving'))).toBe('moving');
    expect(await slugOf(edit(id, { manual_basename: 'moving' }))).toBe(`moving-${id}`);
  });

  test('twenty creates of one headline at once get twenty paths', async () => {
    const posts = await times(20, (n) => create('At once', {}, DOORS[n % 2]));
    const wanted = posts.map(({ id }) => `at-once-${id}`);
    const unlucky = posts.filter(({ slug }) => slug !== 'at-once');
    expect(unlucky).toHaveLength(19);
    for (const { slug } of unlucky) expect(wanted).toContain(slug);
    expect(new Set(posts.map(({ post_url }) => post_url)).size).toBe(20);
  });

  test('twenty edits to one manual_basename at once get twenty paths', async () => {
    const posts = await times(20, (n) => create(`Article ${n}`, {}, DOORS[n % 2]));
    const edited = await times(20, (n) => edit(posts[n]?.id ?? 0, { manual_basename: 'wanted by all' }));
    expect(new Set(edited.map(({ slug }) => slug)).size).toBe(20);
    expect(edited.filter(({ slug }) => slug === 'wanted-by-all')).toHaveLength(1);
    const shown = await times(20, (n) => read(posts[n]?.id ?? 0));
    expect(shown.map(({ slug }) => slug)).toEqual(edited.map(({ slug }) => slug));
  });

  test.each([
    ['/über uns/日本 語', 'über uns/日本 語', '/%C3%BCber%20uns/%E6%97%A5%E6%9C%AC%20%E8%AA%9E'],
    ['no/slash/at/the/beginning', 'no/slash/at/the/beginning', '/no/slash/at/the/beginning'],
    ['/100%25 sure', '100%25 sure', '/100%2525%20sure'],
  ])('the first web path of page_list, %p, is the path', async (path, slug, encoded) => {
    const page_list = [
      { view: 'amp', path: '/amp-path' },
      ...web(path).page_list,
      ...web('/second').page_list,
    ];
    const post = await create('Custom', { page_list });
    expect(post).toMatchObject({
      page_list,
      slug,
      post_url: BASE_URL + encoded,
      raw_share_url: BASE_URL + encoded,
    });
    await expectUnmovedByPuttingBack(post);
    expect(await slugOf(create('Custom', web(path)))).toMatch(new RegExp(`^${slug}-\\d+$`));
    expect(await slugOf(create('Feed', web(`${path}/feed.xml`)))).toMatch(/\/feed\.xml-\d+$/);
    expect(await slugOf(edit(post.id, { headline: 'Else', manual_basename: 'else' }))).toBe(slug);
    const back = await edit(post.id, { page_list: page_list.slice(0, 1) });
    expect(back).toMatchObject({ slug: back.basename, post_url: `${BASE_URL}/${back.basename}` });
    expect(await slugOf(edit(post.id, { page_list: null, manual_basename: path }))).not.toBe(slug);
  });

  test.each(['web', 'amp'])('what cannot be a path of the view %s is refused', async (view) => {
    const long = `/${'a'.repeat(5000)}`;
    const texts = ['', ' ', '/', '//', '/a?b', '/a#b', '/a/../b', '/.', '/a\\b', '/a\u0000b', '/a\nb', long];
    for (const path of [...texts, null, undefined, ['/a'], {}]) {
      const { body } = await service.post('/api/1.3/posts', { headline: 'Bad', page_list: [{ view, path }] });
      const errors = [{ field: 'page_list[0].path' }];
      expect({ path, ...body }).toMatchObject({ path, status: 400, errors });
    }
  });

  test.each([[[{ path: '/a' }]], [[{ view: 'tv', path: '/a' }]], [['/a']], ['/a'], [7]])(
    '%j is no page_list',
    async (page_list) => {
      const { id } = await create('Without pages');
      const { body } = await service.put(`/api/1.3/posts/${id}`, { page_list });
      expect(body).toMatchObject({ status: 400, errors: [{ field: expect.stringMatching(/^page_list/) }] });
      expect((await read(id)).page_list).toEqual([]);
    },
  );
});

describe('with a pattern of section and date', () => {
  onSiteWith('/{section}/{year}/{month}/{day}/{basename}', 'Pacific/Auckland');
  /** The first hour of 2025 in Auckland. */
  const NEW_YEAR = Date.UTC(2024, 11, 31, 11, 30) / 1000;
  const DAY = 86_400;
  let news: number;
  let arts: number;
  beforeAll(async () => {
    const section = async (title: string, url: string) =>
      (await service.post('/api/1.3/sections', { title, url, status: 2 }).expect(200)).body.id as number;
    news = await section('News', 'news');
    arts = await section('Arts', 'arts');
  });

  test('the path holds the primary section and the day of publication in the time zone of the site', async () => {
    const fields = { sections: [news, arts], primary_section: arts, created_ts: NEW_YEAR };
    const post = await create('Midnight', fields);
    expect(post).toMatchObject({ slug: 'arts/2025/01/01/midnight', basename: 'midnight' });
    expect(post.post_url).toBe(`${BASE_URL}/arts/2025/01/01/midnight`);
    await expectUnmovedByPuttingBack(post);
    expect(await slugOf(edit(post.id, { created_ts: NEW_YEAR - 3600 }))).toBe('arts/2024/12/31/midnight');
    expect(await slugOf(edit(post.id, { primary_section: news }))).toBe('news/2024/12/31/midnight');
  });

  test('only the same path is taken', async () => {
    const fields = { sections: [news], created_ts: NEW_YEAR };
    expect(await slugOf(create('Daily', fields))).toBe('news/2025/01/01/daily');
    expect(await slugOf(create('Daily', { ...fields, created_ts: NEW_YEAR + DAY }))).toBe(
      'news/2025/01/02/daily',
    );
    const third = await create('Daily', fields);
    const basename = `daily-${third.id}`;
    expect(third).toMatchObject({ slug: `news/2025/01/01/${basename}`, basename });
    await expectUnmovedByPuttingBack(third);
  });

  test('a draft moves to the day of its first publication and stays there', async () => {
    const clock = jest.spyOn(service.app.get<Clock>(Clock), 'now').mockReturnValue(NEW_YEAR);
    const { id, slug } = await create('Later', {}, 'drafts');
    expect(slug).toBe('2025/01/01/later');
    clock.mockReturnValue(NEW_YEAR + 5 * DAY);
    expect(await slugOf(edit(id, { action: 'publish' }))).toBe('2025/01/06/later');
    clock.mockReturnValue(NEW_YEAR + 9 * DAY);
    await edit(id, { action: 'unpublish' });
    expect(await slugOf(edit(id, { action: 'publish' }))).toBe('2025/01/06/later');
  });
});

describe('with a pattern of the id', () => {
  onSiteWith('/{id}');

  test('the path is the id, and the basename is free to repeat', async () => {
    const posts = await times(2, () => create('Same'));
    for (const post of posts) {
      expect(post).toMatchObject({
        slug: String(post.id),
        post_url: `${BASE_URL}/${post.id}`,
        basename: 'same',
      });
      await expectUnmovedByPuttingBack(post);
    }
    const highest = Math.max(...posts.map((post) => post.id));
    const { id, slug } = await create('Same', web(`/${highest + 2}`));
    expect(slug).toBe(String(id + 1));
    const next = await create('Same');
    expect(next.slug).toBe(next.id === id + 1 ? `${next.id}-${next.id}` : String(next.id));
    await expectUnmovedByPuttingBack(next);
  });
});
