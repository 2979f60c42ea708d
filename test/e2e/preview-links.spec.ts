import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { Clock } from '../../src/kernel/clock.js';
import { Database } from '../../src/platform/database/database.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

interface LinkBody {
  readonly id: number;
  readonly url: string;
  readonly expires_ts: number;
}

const DAY = 86_400;
const clock = { now: () => Math.floor(Date.now() / 1000) + ahead };
let ahead = 0;

let service: Service;
let reader: { client: Client };
beforeAll(async () => {
  service = await startService({
    environment: { SCHEDULER: 'off' },
    extension: { adapters: [{ provide: Clock, useValue: clock }] },
  });
  reader = await service.createAuthorWithKey('Reader');
});
afterAll(() => service.stop());

let serial = 0;
async function draft(more: object = {}): Promise<{ id: number; headline: string; path: string }> {
  const headline = `Secret ${++serial}`;
  const { body } = await service.post('/api/1.3/drafts', { headline, ...more }).expect(200);
  const { id, post_url } = body as { id: number; post_url: string };
  return { id, headline, path: new URL(post_url).pathname };
}
const linksOf = (id: number) => `/api/1.3/drafts/${id}/preview_links`;
async function link(
  id: number,
  body: object = {},
  client: Client = service,
): Promise<LinkBody & { token: string }> {
  const answer = await client.post(linksOf(id), body).expect(200);
  const made = answer.body as LinkBody;
  return { ...made, token: new URL(made.url).searchParams.get('preview') ?? '' };
}
const anonymous = () => service.as(null);
const pathOf = (url: string) => url.slice(new URL(url).origin.length);
const ask = (query: string, token?: string, client = anonymous()) =>
  client.post(`/core/graphql${token === undefined ? '' : `?preview=${token}`}`, { query });
const titlesOf = ({ body }: Response) =>
  (body as { data: { posts: { title: string }[] } }).data.posts.map(({ title }) => title);
const postsBy = (...ids: number[]) => `{ posts(filters: { includedIds: [${ids.join()}] }) { title } }`;

describe('A preview link', () => {
  test('is made for seven days, or for as long as is asked', async () => {
    const { id, path } = await draft();
    const answer = await service.post(linksOf(id), {}).expect(200);
    const body = answer.body as LinkBody;
    expect(body).toEqual({
      id: expect.any(Number),
      author_id: 1,
      created_ts: expect.any(Number),
      expires_ts: expect.any(Number),
      url: expect.stringMatching(/\?preview=[A-Za-z\d]{64}$/),
    });
    expect(body.url.split('?')[0]).toBe(BASE_URL + path);
    expect(Math.abs(body.expires_ts - clock.now() - 7 * DAY)).toBeLessThan(60);
    const short = await link(id, { expires_in: 60 });
    expect(Math.abs(short.expires_ts - clock.now() - 60)).toBeLessThan(30);
  });

  test.each([0, -1, 30 * DAY + 1, 1.5, 'soon', {}, 1e30])(
    'is not made for %j seconds',
    async (expires_in) => {
      const { id } = await draft();
      const { body } = await service.post(linksOf(id), { expires_in }).expect(400);
      expect(body).toMatchObject({ errors: [{ field: 'expires_in' }] });
    },
  );

  test('is stored as a hash, and its token remembered by no Idempotency-Key', async () => {
    const { id } = await draft();
    const send = () => service.post(linksOf(id), {}).set('Idempotency-Key', `link-${id}`).expect(200);
    const { url } = (await send()).body as LinkBody;
    expect((await send()).body).toMatchObject({ url: null });
    const token = new URL(url).searchParams.get('preview') ?? '';
    const database = service.app.get(Database);
    for (const table of ['preview_links', 'idempotency_keys'])
      expect(JSON.stringify(await database.rows(`SELECT * FROM ${table}`))).not.toContain(token);
  });

  test('is tried without one', async () => {
    const { id } = await draft();
    const { body } = await service.post(`${linksOf(id)}?dry_run=1`, {}).expect(200);
    expect(body).toMatchObject({ id: null, url: null, warnings: [] });
    expect((await service.get(linksOf(id)).expect(200)).body).toEqual([]);
  });

  test('is listed without its URL, newest first, in pages, until it ends', async () => {
    const { id } = await draft();
    const links = [await link(id), await link(id), await link(id, { expires_in: 10 })];
    const listed = async (query = '') =>
      (await service.get(linksOf(id) + query).expect(200)).body as LinkBody[];
    expect((await listed()).map((one) => one.id)).toEqual(links.map((one) => one.id).reverse());
    expect((await listed('?limit=1&offset=1')).map((one) => one.id)).toEqual([links[1]?.id]);
    for (const one of await listed()) expect(one).not.toHaveProperty('url');
    ahead = 20;
    try {
      expect(await listed()).toHaveLength(2);
      expect((await link(id)).id).toBeGreaterThan(0);
      const sql = 'SELECT id FROM preview_links WHERE article_id = ?';
      expect(await service.app.get(Database).rows(sql, [id])).toHaveLength(3);
    } finally {
      ahead = 0;
    }
  });

  test('is for those who may edit the draft', async () => {
    const { id } = await draft();
    const writer = await service.createAuthorWithKey('Guest Writer');
    const reading = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
    for (const [client, status] of [
      [writer.client, 404],
      [reader.client, 403],
      [reading, 403],
      [anonymous(), 401],
    ] as const) {
      await client.post(linksOf(id), {}).expect(status);
      await client.get(linksOf(id)).expect(status);
      await client.delete(`${linksOf(id)}/1`).expect(status);
    }
    const own = await writer.client.post('/api/1.3/drafts', { headline: 'Own' }).expect(200);
    await link((own.body as { id: number }).id, {}, writer.client);
    await service.post(linksOf(999_999), {}).expect(404);
  });
});

describe('With the link', () => {
  test('the page of the draft is shown, to be kept, found and told to nobody', async () => {
    const { id, headline } = await draft({ body: '<p>Text</p>' });
    const { url } = await link(id);
    const { text, headers } = await anonymous().get(pathOf(url)).expect(200);
    expect(text).toContain(headline);
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(headers.vary).toContain('x-preview');
    expect(text).not.toContain(new URL(url).searchParams.get('preview'));
  });

  test('the header x-preview does for the query, also of a page that was just missing', async () => {
    const { id, headline, path } = await draft();
    const { token } = await link(id);
    await anonymous().get(path).expect(404);
    expect((await anonymous().get(path).set('x-preview', token).expect(200)).text).toContain(headline);
    await anonymous().get(path).expect(404);
    const { body } = await anonymous().get(`/api/1.3/drafts/${id}`).set('x-preview', token).expect(200);
    expect(body).toMatchObject({ id, headline });
    const answer = await ask(postsBy(id)).set('x-preview', token);
    expect(titlesOf(answer)).toEqual([headline]);
  });

  test('REST answers the draft, and nothing else', async () => {
    const { id, headline } = await draft();
    const other = await draft();
    const { body: post } = await service.post('/api/1.3/posts', { headline: 'Public' }).expect(200);
    const { token } = await link(id);
    for (const door of ['drafts', 'posts']) {
      const answer = await anonymous().get(`/api/1.3/${door}/${id}?preview=${token}`).expect(200);
      expect(answer.body).toMatchObject({ id, headline });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', etag: expect.any(String) });
      for (const foreign of [other.id, (post as { id: number }).id, 999_999])
        await anonymous().get(`/api/1.3/${door}/${foreign}?preview=${token}`).expect(404);
    }
    const closed = [
      '/api/1.3/posts',
      '/api/1.3/drafts',
      '/api/1.1/me',
      linksOf(id),
      '/api/1.3/changes?after=now',
    ];
    for (const path of closed)
      await anonymous()
        .get(`${path}${path.includes('?') ? '&' : '?'}preview=${token}`)
        .expect(401);
  });

  test('nothing is written', async () => {
    const { id } = await draft();
    const { token } = await link(id);
    const at = (path: string) => `${path}?preview=${token}`;
    await anonymous()
      .put(at(`/api/1.3/drafts/${id}`), { headline: 'New' })
      .expect(401);
    await anonymous()
      .put(at(`/api/1.3/drafts/${id}`), { action: 'publish' })
      .expect(401);
    await anonymous()
      .delete(at(`/api/1.3/drafts/${id}`))
      .expect(401);
    await anonymous()
      .post(at(linksOf(id)), {})
      .expect(401);
    await reader.client.put(at(`/api/1.3/drafts/${id}`), { headline: 'New' }).expect(403);
  });

  test('a key reads with it what it may read, and the draft', async () => {
    const { id, headline } = await draft();
    const { body: post } = await service.post('/api/1.3/posts', { headline: 'Public' }).expect(200);
    const { token } = await link(id);
    await reader.client.get(`/api/1.3/drafts/${id}`).expect(404);
    const { body } = await reader.client.get(`/api/1.3/drafts/${id}?preview=${token}`).expect(200);
    expect(body).toMatchObject({ headline });
    await reader.client.get(`/api/1.3/posts/${(post as { id: number }).id}?preview=${token}`).expect(200);
  });

  test('GraphQL answers the draft where a query names it', async () => {
    const { id, headline, path } = await draft();
    const other = await draft();
    const { token } = await link(id);
    const answer = await ask(postsBy(id, other.id), token);
    expect(titlesOf(answer)).toEqual([headline]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(titlesOf(await ask(postsBy(id)))).toEqual([]);
    expect(titlesOf(await ask(postsBy(id), token, reader.client))).toEqual([headline]);
    expect(titlesOf(await ask('{ posts { title } }', token))).not.toContain(headline);
    for (const statuses of ['DRAFT', '[DRAFT, SCHEDULED]', '[DRAFT, PUBLISHED]']) {
      const byStatus = `{ posts(filters: { statuses: ${statuses}, includedIds: [${id}, ${other.id}] }) { title } }`;
      expect(titlesOf(await ask(byStatus, token))).toEqual([headline]);
      expect(titlesOf(await ask(byStatus, token, service))).toEqual([headline, other.headline]);
    }
    const byPath = `{ posts(filters: { includedPaths: ["${path}"] }) { title } }`;
    expect(titlesOf(await ask(byPath, token))).toEqual([headline]);
    const filtered = `{ posts(filters: { includedIds: [${id}], excludedIds: [${id}] }) { title } }`;
    expect(titlesOf(await ask(filtered, token))).toEqual([]);
    const get = await anonymous().get(
      `/res/graphql?preview=${token}&query=${encodeURIComponent(postsBy(id))}`,
    );
    expect(titlesOf(get)).toEqual([headline]);
    expect(get.headers['cache-control']).toBe('no-store');
    expect(titlesOf(await anonymous().get(`/res/graphql?query=${encodeURIComponent(postsBy(id))}`))).toEqual(
      [],
    );
  });

  test('a scheduled post is shown, too', async () => {
    const { id, headline } = await draft();
    await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: clock.now() + DAY }).expect(200);
    const { url, token } = await link(id);
    expect((await anonymous().get(pathOf(url)).expect(200)).text).toContain(headline);
    expect(titlesOf(await ask(postsBy(id), token))).toEqual([headline]);
  });

  test('the draft is found at the path that it had when the link was made', async () => {
    const { id, headline } = await draft();
    const { url } = await link(id);
    await service.put(`/api/1.3/drafts/${id}`, { manual_basename: `moved-${id}` }).expect(200);
    expect((await anonymous().get(pathOf(url)).expect(200)).text).toContain(headline);
  });

  test('the post is reached once it is published', async () => {
    const { id } = await draft();
    const { url, token } = await link(id);
    const { body } = await service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }).expect(200);
    const { headers } = await anonymous()
      .get(`${pathOf(url)}&utm_source=x`)
      .expect(302);
    const { post_url } = body as { post_url: string };
    expect(headers.location).toBe(`${post_url}?utm_source=x`);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    await anonymous().get(new URL(post_url).pathname).expect(200);
    await anonymous().get(`/api/1.3/posts/${id}?preview=${token}`).expect(200);
    expect(titlesOf(await ask(postsBy(id), token))).toHaveLength(1);
  });

  test('nothing is shown of an article that is removed', async () => {
    const { id } = await draft();
    const { url, token } = await link(id);
    await service.delete(`/api/1.3/drafts/${id}`).expect(200);
    await anonymous().get(pathOf(url)).expect(404);
    await anonymous().get(`/api/1.3/drafts/${id}?preview=${token}`).expect(404);
    expect(titlesOf(await ask(postsBy(id), token))).toEqual([]);
  });

  test('no other page is opened', async () => {
    const [one, other] = [await draft(), await draft()];
    const { token } = await link(one.id);
    await anonymous().get(`${other.path}?preview=${token}`).expect(404);
    await anonymous().get(`${other.path}?draft=1&preview=${token}`).expect(401);
    const { body } = await service.post('/api/1.3/sections', { title: 'Coast', url: 'coast' }).expect(200);
    expect(body).toMatchObject({ full_url: '/coast' });
    for (const path of ['/', '/coast', '/tag/none', '/u/nobody/', '/feed.xml', '/sitemap.xml', '/docs']) {
      const { text } = await anonymous().get(`${path}?preview=${token}`);
      expect([path, text.includes(one.headline)]).toEqual([path, false]);
    }
  });
});

describe('A link that has ended', () => {
  const ends: [string, (id: number, link: LinkBody) => Promise<unknown>][] = [
    [
      'was revoked',
      (id, { id: linkId }) =>
        service
          .delete(`${linksOf(id)}/${linkId}`)
          .expect(200, {})
          .then(),
    ],
    ['has expired', () => Promise.resolve((ahead = 8 * DAY))],
  ];
  test.each(ends)('because it %s opens nothing', async (_how, end) => {
    const { id } = await draft();
    const made = await link(id);
    await anonymous().get(pathOf(made.url)).expect(200);
    try {
      await end(id, made);
      await anonymous().get(pathOf(made.url)).expect(404);
      const { body } = await anonymous().get(`/api/1.3/drafts/${id}?preview=${made.token}`).expect(401);
      expect(body).toMatchObject({ code: 'preview-invalid' });
      await reader.client.get(`/api/1.3/drafts/${id}?preview=${made.token}`).expect(401);
      const answer = await ask(postsBy(id), made.token).expect(401);
      expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'preview-invalid' } }] });
    } finally {
      ahead = 0;
    }
  });

  test('is revoked once, and below its own article', async () => {
    const [one, other] = [await draft(), await draft()];
    const { id } = await link(one.id);
    await service.delete(`${linksOf(other.id)}/${id}`).expect(404);
    await service.delete(`${linksOf(one.id)}/${id}`).expect(200, {});
    await service.delete(`${linksOf(one.id)}/${id}`).expect(404);
    await service.delete(`${linksOf(one.id)}/nothing`).expect(400);
  });
});

test.each(['', 'x', "' OR 1=1 --", 'x'.repeat(5000), '%00', '%ff', 'a&preview=b', '[]'])(
  'the token %j opens nothing',
  async (token) => {
    const { id, path } = await draft();
    const query = `preview=${token.startsWith('%') || token.includes('&') ? token : encodeURIComponent(token)}`;
    await anonymous().get(`${path}?${query}`).expect(404);
    await anonymous().get(`/api/1.3/drafts/${id}?${query}`).expect(401);
    await anonymous().get(`/core/graphql?${query}&query={__typename}`).expect(401);
    await anonymous().get(`/?${query}`).expect(200);
  },
);

describe('With a front end of its own', () => {
  test.each([
    ['https://app.example', /^https:\/\/app\.example\/secret-[^/]+\?preview=/],
    ['https://app.example/site/', /^https:\/\/app\.example\/site\/secret-[^/]+\?preview=/],
    ['https://app.example/preview?id={id}', /^https:\/\/app\.example\/preview\?id=1&preview=/],
    ['http://localhost:3000/p{path}', /^http:\/\/localhost:3000\/p\/secret-[^/]+\?preview=/],
  ])('%s is where links lead', async (frontendUrl, expected) => {
    const other = await startService({
      settings: { preview: { frontendUrl } },
      environment: { SCHEDULER: 'off' },
    });
    try {
      const { body } = await other.post('/api/1.3/drafts', { headline: `Secret ${++serial}` }).expect(200);
      const made = await link((body as { id: number }).id, {}, other);
      expect(made.url).toMatch(expected);
      expect(made.token).toMatch(/^[A-Za-z\d]{64}$/);
    } finally {
      await other.stop();
    }
  });

  test.each(['app.example', 'ftp://app.example', 'javascript:alert(1)', 'https://app.example/#x', ''])(
    'the service does not start with %j',
    async (frontendUrl) => {
      const start = startService({ settings: { preview: { frontendUrl } } });
      await expect(start).rejects.toThrow(/preview\.frontendUrl/);
    },
  );
});

test('a site with a password opens the draft of a link, and nothing else', async () => {
  const closed = await startService({
    settings: { site: { basicAuth: 'user:password' } },
    environment: { SCHEDULER: 'off' },
  });
  try {
    const { body } = await closed.post('/api/1.3/drafts', { headline: 'Hidden' }).expect(200);
    const { url, token } = await link((body as { id: number }).id, {}, closed);
    expect((await closed.as(null).get(pathOf(url)).expect(200)).text).toContain('Hidden');
    await closed.as(null).get(`/?preview=${token}`).expect(401);
    await closed
      .as(null)
      .post(`/core/graphql?preview=${token}`, { query: '{ posts { title } }' })
      .expect(401);
  } finally {
    await closed.stop();
  }
});
