import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { PublishedArticles } from '../../src/modules/articles/listing/published-articles.read-model.js';
import { SitemapLimits } from '../../src/pages/sitemaps/sitemap-limits.js';
import { Database } from '../../src/platform/database/database.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';
import { StatementCosts } from '../support/statement-costs.js';
import { type Element, parseXml as parse, textsOf as texts } from '../support/xml.js';

const limits = (urls: number, taggedPosts: number) => ({
  adapters: [{ provide: SitemapLimits, useValue: { urls, taggedPosts } }],
});

const CHUNK = 3;
const PART = '/sitemap.xml?part=';
const now = () => Math.floor(Date.now() / 1000);

let service: Service;
let anybody: Client;
beforeAll(async () => {
  const site = { name: 'A & B <News>', locale: 'pt-BR' };
  service = await startService({ settings: { site }, extension: limits(CHUNK, 1000) });
  anybody = service.as(null);
});
afterAll(() => service.stop());

const create = async (door: string, fields: object): Promise<number> =>
  (await service.post(`/api/1.3/${door}`, fields).expect(200)).body.id;
const createPost = (fields: object = {}) => create('posts', { headline: 'Post', ...fields });
const createSection = (url: string, status: number) => create('sections', { title: url, url, status });
const createAuthor = async (name: string): Promise<number> =>
  (await service.post('/api/1.1/authors', { name }).expect(200)).body.id;
const urlOf = async (id: number): Promise<string> =>
  (await service.get(`/api/1.3/posts/${id}`).expect(200)).body.post_url;

const read = async (path: string, client = anybody): Promise<Element> => {
  const answer = await client.get(path).buffer(true).expect(200);
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  return parse(answer.text);
};
const filesOf = async (client = anybody): Promise<string[]> => {
  const urls = texts(await read('/sitemap.xml', client), 'loc');
  return urls.map((url) => url.slice(BASE_URL.length));
};
const allOf = async (kind: string, client = anybody): Promise<string[]> => {
  const files = (await filesOf(client)).filter((path) => path.startsWith(`${PART}${kind}-`));
  const found: string[] = [];
  for (const path of files) {
    const urls = texts(await read(path, client), 'loc');
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.length).toBeLessThanOrEqual(CHUNK);
    found.push(...urls);
  }
  return found;
};

describe('A site without posts', () => {
  test('has a sitemap of its home page and nothing else', async () => {
    expect(await filesOf()).toEqual([`${PART}sections`]);
    expect(texts(await read(`${PART}sections`), 'loc')).toEqual([`${BASE_URL}/`]);
    for (const name of ['posts-1', 'news']) await anybody.get(`${PART}${name}`).expect(404);
    // News are of the last 48 hours.
    const old = await createPost({ headline: 'Old', created_ts: now() - 49 * 3600 });
    expect(await filesOf()).toEqual(['sections', 'posts-1', 'authors-1'].map((name) => PART + name));
    await anybody.get(`${PART}news`).expect(404);
    await service.delete(`/api/1.3/posts/${old}`).expect(200);
  });
});

describe('The sitemap', () => {
  const posts: number[] = [];
  let idle: number;
  beforeAll(async () => {
    const [news, hidden] = [await createSection('news', 2), await createSection('hidden', 1)];
    await createSection('unlisted', 3);
    const writers = [await createAuthor('ann-lee'), await createAuthor('böb')];
    idle = await createAuthor('idle');
    const secretive = await createAuthor('secretive');
    for (let n = 0; n < 5; n++)
      posts.push(
        await createPost({
          headline: `Päge ${n} & <b>`,
          sections: [news],
          roar_author_ids: [writers[n % 2]],
          tags: [`Täg ${n}`],
        }),
      );
    // Ranges without a post, but with drafts, private posts and nothing at all.
    for (let n = 0; n < 2 * CHUNK; n++)
      await create('drafts', { headline: 'Draft', roar_author_ids: [idle], tags: ['Drafted'] });
    for (let n = 0; n < 2 * CHUNK; n++)
      await createPost({
        headline: 'Private',
        sections: [hidden],
        roar_author_ids: [secretive],
        tags: ['Hushed'],
      });
    const removed = await createPost({ headline: 'Removed', roar_author_ids: [idle], tags: ['Binned'] });
    await service.delete(`/api/1.3/posts/${removed}`).expect(200);
    for (let n = 0; n < 2 * CHUNK; n++) await createAuthor(`reader-${n}`);
    const late = await createAuthor('late-writer');
    posts.push(await createPost({ headline: 'Both', sections: [hidden, news], roar_author_ids: [late] }));
  });

  test('names every published post once, in files of ranges of ids, and only files with something in them', async () => {
    expect(await allOf('posts')).toEqual(await Promise.all(posts.map(urlOf)));
    const files = (await filesOf()).filter((path) => path.includes('=posts-'));
    expect(files).toEqual([1, 2, Math.ceil((posts.at(-1) ?? 0) / CHUNK)].map((n) => `${PART}posts-${n}`));
    const none = 'posts-3 posts-999999999 posts-0 posts-01 posts-1.xml x.xml authors-900'.split(' ');
    for (const name of ['', ...none])
      await anybody
        .get(PART + name)
        .expect(404)
        .expect('content-type', /problem\+json/);
  });

  test('tells when a post was changed', async () => {
    const [id = 0] = posts;
    const { body } = await service.put(`/api/1.3/posts/${id}`, { headline: 'Changed' }).expect(200);
    const sitemap = await read(`${PART}posts-1`);
    const changed = new Date(body.updated_ts * 1000).toISOString().replace('.000', '');
    expect(texts(sitemap, 'loc')[0]).toBe(body.post_url);
    expect(texts(sitemap, 'lastmod')[0]).toBe(changed);
    await service.put(`/api/1.3/posts/${id}`, { updated_ts: now() + 3600 }).expect(200);
    const [future = ''] = texts(await read(`${PART}posts-1`), 'lastmod');
    expect(Date.parse(future)).toBeLessThanOrEqual(Date.now());
  });

  test('names the authors of published posts', async () => {
    expect(await allOf('authors')).toEqual(
      ['ann-lee', 'böb', 'late-writer'].map((name) => `${BASE_URL}/u/${encodeURIComponent(name)}/`),
    );
  });

  test('names public sections, and tags of published posts', async () => {
    expect(texts(await read(`${PART}sections`), 'loc')).toEqual([`${BASE_URL}/`, `${BASE_URL}/news`]);
    const tags = texts(await read(`${PART}tags`), 'loc');
    expect(tags.length).toBe(CHUNK);
    for (const tag of tags) expect(tag).toMatch(new RegExp(`^${BASE_URL}/tag/tag-\\d$`));
  });

  test('names tags of the newest posts only', async () => {
    const few = await startService({ database: service.database, extension: limits(50_000, 1) });
    await createPost({ headline: 'Newest', tags: ['Latest'], created_ts: now() + 60 });
    const sitemap = await read(`${PART}tags`, few.as(null));
    expect(texts(sitemap, 'loc')).toEqual([`${BASE_URL}/tag/latest`]);
    expect(Date.parse(texts(sitemap, 'lastmod')[0] ?? '')).toBeLessThanOrEqual(Date.now());
    await few.stop();
  });

  test('is kept for a while, and not sent to who has it already', async () => {
    const { headers } = await anybody.get('/sitemap.xml').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=600, stale-while-revalidate=3600');
    await anybody.get('/sitemap.xml').set('if-none-match', String(headers.etag)).expect(304);
    const head = await request(service.app.getHttpServer()).head(`${PART}posts-1`).expect(200);
    expect(head.headers['content-type']).toBe('application/xml; charset=utf-8');
  });
});

describe('The sitemap for news', () => {
  test('has the public posts of the last 48 hours', async () => {
    const hidden = await createSection('hushed', 1);
    const hours = (ago: number) => now() - ago * 3600;
    const fresh = await createPost({ headline: 'Fresh & <new> ]]> \u0001', created_ts: hours(47) });
    await createPost({ headline: 'Old', created_ts: hours(49) });
    await createPost({ headline: 'To come', created_ts: hours(-1) });
    await createPost({ headline: 'Hidden', sections: [hidden], created_ts: hours(1) });
    await create('drafts', { headline: 'Draft', created_ts: hours(1) });
    const news = await read(`${PART}news`);
    const titles = texts(news, 'news:title');
    expect(titles).toContain('Fresh & <new> ]]> ');
    for (const title of ['Old', 'To come', 'Hidden', 'Draft']) expect(titles).not.toContain(title);
    const index = titles.indexOf('Fresh & <new> ]]> ');
    expect(texts(news, 'loc')[index]).toBe(await urlOf(fresh));
    expect(Date.parse(texts(news, 'news:publication_date')[index] ?? '')).toBeCloseTo(hours(47) * 1000, -4);
    expect(new Set(texts(news, 'news:name'))).toEqual(new Set(['A & B <News>']));
    expect(new Set(texts(news, 'news:language'))).toEqual(new Set(['pt']));
    const { headers } = await anybody.get(`${PART}news`);
    expect(headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300');
  });
});

describe('robots.txt', () => {
  test('keeps robots from the interfaces, and shows them the sitemap', async () => {
    const { text, headers } = await anybody.get('/robots.txt').expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe(
      `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /core/\n\nSitemap: ${BASE_URL}/sitemap.xml\n`,
    );
  });

  test('of a site without pages here shows them the feed', async () => {
    const site = { pages: false };
    const headless = await startService({ database: service.database, settings: { site }, extension: {} });
    const { text } = await headless.as(null).get('/robots.txt').expect(200);
    expect(text).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${BASE_URL}/feed.xml\n`);
    await headless.stop();
  });
});

describe('A large site', () => {
  const COUNT = 12_000;
  const FIRST = 1_000_000;
  let large: Service;
  beforeAll(async () => {
    // The scheduler looks for due posts by statements, too.
    large = await startService({ extension: limits(5000, COUNT + 1), environment: { SCHEDULER: 'off' } });
    const post = (await large.post('/api/1.3/posts', { headline: 'Post', tags: ['a'] }).expect(200)).body
      .id as number;
    const database = large.app.get(Database);
    await large.app.get<UnitOfWork>(UnitOfWork).run(async () => {
      const { text, parameters } = copies(database.dialect === 'mysql', post);
      await database.execute(text, parameters);
    });
  });
  afterAll(() => large.stop());

  /** Articles like the one, with ids from a million on. */
  function copies(isMysql: boolean, post: number) {
    const columns =
      'status, version, provider_id, created_by, inserted_ts, created_ts, is_created_ts_fixed, updated_ts, type, is_type_fixed, basename, headline, partnernews_article, rendering_version';
    const path = isMysql ? "CONCAT('/copy-', n)" : "'/copy-' || n";
    const numbers =
      'SELECT d.n + 10 * c.n + 100 * b.n + 1000 * a.n AS n FROM digits d, digits c, digits b, thousands a';
    const digits = Array.from({ length: 10 }, (_, n) => `SELECT ${n}`).join(' UNION ALL ');
    const thousands = Array.from({ length: COUNT / 1000 }, (_, n) => `SELECT ${n}`).join(' UNION ALL ');
    const text = `INSERT INTO articles (id, path, ${columns})
      WITH digits (n) AS (${digits}), thousands (n) AS (${thousands}), numbers (n) AS (${numbers})
      SELECT ${FIRST} + n, ${path}, ${columns} FROM numbers, articles WHERE articles.id = ?`;
    return { text, parameters: [post] };
  }

  test('is sent in long files, by one statement for each 1000 posts', async () => {
    const client = large.as(null);
    const statements = async (path: string) => {
      const sent = jest.spyOn(large.app.get(Database).sources.statements, 'logQuery');
      const found = texts(await read(path, client), 'loc');
      const { length } = sent.mock.calls;
      sent.mockRestore();
      return { found, length };
    };
    const index = await statements('/sitemap.xml');
    expect(index.length).toBeLessThanOrEqual(8);
    const files = index.found.map((url) => url.slice(`${BASE_URL}${PART}`.length));
    expect(files).toEqual([
      'sections',
      'news',
      'tags',
      'posts-1',
      'posts-200',
      'posts-201',
      'posts-202',
      'posts-203',
      'authors-1',
    ]);
    const urls = [];
    for (const name of files.filter((file) => file.startsWith('posts-'))) {
      const { found, length } = await statements(`${PART}${name}`);
      expect(length).toBe(Math.ceil(found.length / 1000));
      urls.push(...found);
    }
    expect(urls).toHaveLength(COUNT + 1);
    expect(new Set(urls).size).toBe(COUNT + 1);
    expect(urls.at(-1)).toBe(`${BASE_URL}/copy-${COUNT - 1}`);
    expect((await statements(`${PART}news`)).found).toHaveLength(1000);
    for (const name of ['tags', 'authors-1', 'sections'])
      expect((await statements(`${PART}${name}`)).length).toBeLessThanOrEqual(2);
  });

  const index = () => large.app.get<PublishedArticles>(PublishedArticles, { strict: false });

  test('holds nothing while its readers take their time', async () => {
    const range = { after: FIRST, upTo: FIRST + 5000 };
    const slow = Array.from({ length: 12 }, () => index().posts(range)[Symbol.asyncIterator]());
    for (const reader of slow) expect((await reader.next()).value).toHaveLength(1000);
    for (const reader of slow) await reader.return?.();
  });

  test('costs no more than what is shown of it', async () => {
    if (large.database.isSqlite) return;
    const costs = await StatementCosts.open(large.database.url);
    const database = large.app.get(Database);
    const cost = async (read: (index: PublishedArticles) => Promise<unknown>) => {
      const selects = jest.spyOn(database, 'select');
      await read(index());
      const [{ text, parameters } = { text: '', parameters: [] }] = selects.mock.calls.at(-1) ?? [];
      jest.restoreAllMocks();
      return (await costs.of({ sql: text, parameters })).reads;
    };
    const drain = async (list: AsyncIterable<unknown>) => {
      for await (const piece of list) expect(piece).toBeDefined();
    };
    expect(await cost((index) => index.firstPosts(1000))).toBeLessThan(1000);
    expect(await cost((index) => index.firstAuthors(1000))).toBeLessThan(100);
    expect(await cost((index) => drain(index.posts({ after: FIRST, upTo: FIRST + 1000 })))).toBeLessThan(
      8000,
    );
    expect(await cost((index) => drain(index.authors({ after: 0, upTo: 1000 })))).toBeLessThan(100);
    await costs.close();
  });
});
