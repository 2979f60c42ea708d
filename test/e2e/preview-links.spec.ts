import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { Database } from '../../src/platform/database/database.js';
import {
  askWith,
  type LinkBody,
  linksOf,
  newDraft,
  newLink,
  pathOf,
  postsBy,
} from '../support/preview-links.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

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

const draft = () => newDraft(service);
const link = (id: number, body?: object) => newLink(service, id, body);
const anonymous = () => service.as(null);

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
    await newLink(writer.client, (own.body as { id: number }).id);
    await service.post(linksOf(999_999), {}).expect(404);
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
      const answer = await askWith(anonymous(), postsBy(id), made.token).expect(401);
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
      const { id } = await newDraft(other);
      const made = await newLink(other, id);
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

test('a site with a password opens the article of a link, and nothing else', async () => {
  const closed = await startService({
    settings: { site: { basicAuth: 'user:password' } },
    environment: { SCHEDULER: 'off' },
  });
  try {
    const { body } = await closed.post('/api/1.3/drafts', { headline: 'Hidden' }).expect(200);
    const { id } = body as { id: number };
    const { url, token } = await newLink(closed, id);
    expect((await closed.as(null).get(pathOf(url)).expect(200)).text).toContain('Hidden');
    await closed.put(`/api/1.3/drafts/${id}`, { action: 'publish' }).expect(200);
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
