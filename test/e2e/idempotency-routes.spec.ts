import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Body, Controller, HttpCode, Module, Post, Put } from '@nestjs/common';
import type { Test } from 'supertest';
import { RequestAuthenticator } from '../../src/modules/auth/request-authenticator.js';
import { Actor } from '../../src/modules/auth/domain/actor.js';
import { Requires } from '../../src/modules/auth/http/access.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { IdempotencyStore } from '../../src/modules/idempotency/idempotency-store.js';
import { Database } from '../../src/platform/database/database.js';
import { Public } from '../../src/platform/http/server/public.js';
import { PNG } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

let work = 0;

@Controller('api/acme')
class AcmeController {
  @Post('orders')
  @HttpCode(201)
  @Requires('articles.read')
  order(@Body() body: object): object {
    return { work: ++work, body };
  }

  @Put('nothing')
  @Requires('articles.read')
  nothing(): void {
    work += 1;
  }
}

@Controller('api/acme-open')
class OpenController {
  @Public()
  @Post('baskets')
  @HttpCode(200)
  basket(@Body() body: object): object {
    return { work: ++work, body };
  }
}

@Module({ controllers: [AcmeController, OpenController] })
class AcmeModule {}

/** Lets author 1 in by a cookie. */
class CookieLogin extends RequestAuthenticator {
  readonly name = 'acmeSession';
  readonly scheme = { type: 'apiKey', in: 'cookie', name: 'acme' };
  readonly headers = ['Cookie'];

  credentialOf({ headers }: IncomingMessage): string | null {
    return headers.cookie ?? null;
  }

  authenticate(cookie: string): Promise<Actor | null> {
    return Promise.resolve(cookie === 'acme=1' ? new Actor(1, 'Administrator', ['*']) : null);
  }
}

let service: Service;
let post: { id: number };
let section: { id: number };
beforeAll(async () => {
  service = await startService({ extension: { modules: [AcmeModule], authenticators: [CookieLogin] } });
  post = (await service.post('/api/1.3/posts', { headline: 'There' }).expect(200)).body as typeof post;
  section = (await service.post('/api/1.3/sections', { title: 'S', url: 's' }).expect(200))
    .body as typeof section;
});
afterAll(() => service.stop());

let count = 0;
const newKey = () => `key-${++count}`;
const file = (client: Test, content: Buffer, name: string) => client.attach('file', content, name);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const rows = async (table: string): Promise<number> => {
  const [row] = await service.app.get(Database).rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
  return Number(row?.n);
};

/** Each route with a body, and what changes in the database when it is carried out twice. */
const WRITES: readonly (readonly [name: string, send: () => Test, table?: string])[] = [
  ['POST posts', () => service.post('/api/1.3/posts', { headline: 'P' }), 'articles'],
  ['POST drafts', () => service.post('/api/1.3/drafts', { headline: 'D' }), 'articles'],
  ['PUT posts', () => service.put(`/api/1.3/posts/${post.id}`, { subheadline: 'new' })],
  ['PUT drafts', () => service.put(`/api/1.3/drafts/${post.id}`, { subheadline: 'newer' })],
  [
    'PUT by-provider',
    () => service.put('/api/1.3/posts/by-provider/20/x-1', { headline: 'From elsewhere' }),
    'articles',
  ],
  ['POST sections', () => service.post('/api/1.3/sections', { title: 'T', url: `t-${count}` }), 'sections'],
  ['PUT sections', () => service.put(`/api/1.3/sections/${section.id}`, { title: 'U' })],
  ['PUT order', () => service.put('/api/1.3/sections/0/order', { post_ids: [] })],
  ['POST authors', () => service.post('/api/1.1/authors', { first_name: 'Ann' }), 'authors'],
  ['PUT authors', () => service.put('/api/1.1/authors/1', { first_name: 'A', last_name: 'B' })],
  ['POST images', () => file(service.post('/api/1.3/images'), PNG, 'a.png'), 'images'],
  [
    'POST documents',
    () => file(service.post('/api/1.3/documents'), Buffer.from('a,b\n1,2\n'), 'a.csv'),
    'documents',
  ],
  ['POST likes', () => service.post(`/api/1.3/posts/${post.id}/likes`, {})],
  ['PUT follows', () => service.put(`/api/1.3/follows/1/section/${section.id}`)],
  ['POST page views', () => service.post(`/api/1.3/posts/${post.id}/page_views`, { count: 3 })],
  ['POST authors/search', () => service.post('/api/1.3/authors/search', { limit: 3 })],
  ['POST of an extension', () => service.post('/api/acme/orders', { wanted: 1 })],
  ['PUT of an extension without an answer', () => service.put('/api/acme/nothing')],
];

describe.each(WRITES)('%s, sent again with its key,', (_name, send, table) => {
  test('is carried out once and answered the same', async () => {
    const key = newKey();
    const again = () => send().set('Idempotency-Key', key);
    const before = work;
    const first = await again();
    expect(first.status).toBeLessThan(300);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const stored = table && (await rows(table));
    const worked = work;
    const second = await again();
    expect([second.status, second.text, second.headers.etag]).toEqual([
      first.status,
      first.text,
      first.headers.etag,
    ]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    if (table) expect(await rows(table)).toBe(stored);
    expect(work).toBe(worked);
    expect(worked - before).toBeLessThanOrEqual(1);
  });

  test('eight at once do it once', async () => {
    const key = newKey();
    const stored = table && (await rows(table));
    const before = work;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send().set('Idempotency-Key', key).then()),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBeLessThan(300);
    if (table !== undefined) expect((await rows(table)) - Number(stored)).toBeLessThanOrEqual(1);
    expect(work - before).toBeLessThanOrEqual(1);
  });
});

describe('A route that is open to everybody', () => {
  const send = (key: string | null, body = { wanted: 1 }) =>
    service.as(key).post('/api/acme-open/baskets', body).set('Idempotency-Key', 'open').expect(200);
  const workOf = async (test: Test) => ((await test).body as { work: number }).work;

  test('keeps no answer of a caller whom nobody knows for another one', async () => {
    const first = await workOf(send(null));
    expect(await workOf(send(null))).toBe(first + 1);
    expect(await workOf(send(null, { wanted: 2 }))).toBe(first + 2);
    // Credentials on such a route may be those of another system.
    expect(await workOf(send('unknown'))).toBe(first + 3);
    expect(await workOf(send(null).set('Cookie', 'acme=1').set('Sec-Fetch-Site', 'cross-site'))).toBe(
      first + 4,
    );
  });

  test('keeps answers for callers who say who they are', async () => {
    const { key } = await service.createAuthorWithKey('Editor');
    const first = await workOf(send(service.adminKey));
    expect(await workOf(send(service.adminKey))).toBe(first);
    expect(await workOf(send(null).set('Cookie', 'acme=1').set('Sec-Fetch-Site', 'same-origin'))).toBe(first);
    const other = await workOf(send(key));
    expect(other).toBe(first + 1);
    expect(await workOf(send(key))).toBe(other);
  });
});

test('scheduling is carried out once', async () => {
  const { body: draft } = await service.post('/api/1.3/drafts', { headline: 'Later' });
  const path = `/api/1.3/scheduled_posts/${(draft as { id: number }).id}`;
  const body = { scheduled_at: inAnHour() };
  const first = await service.put(path, body).set('Idempotency-Key', 'later').expect(200);
  const second = await service.put(path, body).set('Idempotency-Key', 'later').expect(200);
  expect(second.body).toEqual(first.body);
});

test('page views that are sent again are counted once', async () => {
  const { body } = await service.post('/api/1.3/posts', { headline: 'Viewed' });
  const path = `/api/1.3/posts/${(body as { id: number }).id}`;
  for (let time = 0; time < 3; time++)
    await service.post(`${path}/page_views`, { count: 5 }).set('Idempotency-Key', 'views').expect(200);
  await service.post(`${path}/page_views`, { count: 2 }).set('Idempotency-Key', 'more-views').expect(200);
  let views = 0;
  // They are written once a second.
  for (let turn = 0; turn < 100 && views < 7; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    views = Number(
      (
        await service.app
          .get(Database)
          .rows<{ n: number }>('SELECT COALESCE(SUM(views), 0) AS n FROM page_views WHERE article_id = ?', [
            (body as { id: number }).id,
          ])
      )[0]?.n,
    );
  }
  expect(views).toBe(7);
});

describe('A key stands for', () => {
  test('the files and the fields of an upload', async () => {
    const send = (content: Buffer, name: string, fields: Record<string, string> = {}) =>
      file(service.post('/api/1.3/documents'), content, name).field(fields).set('Idempotency-Key', 'upload');
    await send(Buffer.from('a,b\n'), 'a.csv').expect(200);
    await send(Buffer.from('a,b\n'), 'a.csv').expect(200);
    await send(Buffer.from('a,c\n'), 'a.csv').expect(422);
    await send(Buffer.from('a,b\n'), 'b.csv').expect(422);
    await send(Buffer.from('a,b\n'), 'a.csv', { title: 'other' }).expect(422);
  });

  test('the method, the path and the query, but not the API key in it', async () => {
    const put = (query: string) =>
      service
        .put(`/api/1.3/posts/by-provider/20/y-1${query}`, { headline: 'Y' })
        .set('Idempotency-Key', 'by-query');
    await put('?as=draft').expect(200);
    await put('?as=draft&api_key=x').expect(200);
    await put('').expect(422);
    await service.post('/api/1.3/posts', { headline: 'Y' }).set('Idempotency-Key', 'by-query').expect(422);
  });
});

test('a large article is remembered on every server', async () => {
  // Noise does not compress.
  const noise = randomBytes(1_600_000).toString('hex');
  const body = { headline: 'Large', body: `<p>${(noise.match(/.{1,80}/g) ?? []).join(' ')}</p>` };
  const send = () => service.post('/api/1.3/posts', body).set('Idempotency-Key', 'large');
  const first = await send().expect(200);
  const second = await send().expect(200);
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(second.text === first.text).toBe(true);
  const [longest] = await service.app
    .get(Database)
    .rows<{ n: number }>('SELECT MAX(LENGTH(content)) AS n FROM idempotency_answers');
  expect(Number(longest?.n)).toBeLessThan(1_000_000);
});

test('what failed is carried out when it is sent again, also after files were stored', async () => {
  const images = await rows('images');
  const send = (fields: Record<string, string>) =>
    file(service.post('/api/1.3/images').field(fields), PNG, 'again.png').set('Idempotency-Key', 'again');
  await send({ image_url: 'https://a.example/a.png' }).expect(400);
  await send({}).expect(200);
  await send({}).expect(200);
  expect(await rows('images')).toBe(images + 1);
});

test('what is older than a day is forgotten, some at a time', async () => {
  const answers = service.app.get(IdempotencyStore);
  const database = service.app.get(Database);
  await service.app.get(UnitOfWork).run(async () => {
    await database.execute("UPDATE idempotency_keys SET created_ts = 1 WHERE name IN ('large', 'upload')");
  });
  expect(await answers.forgetExpired(1)).toBe(1);
  await service.post('/api/1.3/posts', { headline: 'Other' }).set('Idempotency-Key', 'upload').expect(200);
  await service.post('/api/1.3/posts', { headline: 'Other' }).set('Idempotency-Key', 'large').expect(200);
  expect(await answers.forgetExpired(100)).toBe(0);
  const [left] = await database.rows<{ n: number }>(
    "SELECT COUNT(*) AS n FROM idempotency_answers WHERE name = 'large'",
  );
  expect(Number(left?.n)).toBe(0);
});
