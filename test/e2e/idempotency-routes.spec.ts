import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
import { WebhookReceiver } from '../support/webhook-receiver.js';
import {
  document,
  idOf,
  image,
  post as newPost,
  WRITE_CASES,
  type WriteCase,
  WrittenSite,
} from '../support/write-cases.js';

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
let receiver: WebhookReceiver;
let site: WrittenSite;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  service = await startService({
    environment: { SCHEDULER: 'off', OUTBOUND_ALLOW: receiver.host },
    settings: { media: { unpublished: 'signed' } },
    extension: { modules: [AcmeModule], authenticators: [CookieLogin] },
  });
  site = new WrittenSite(service, receiver);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const nothing = () => Promise.resolve();

let count = 0;
const newKey = () => `key-${++count}`;
const file = (client: Test, content: Buffer, name: string) => client.attach('file', content, name);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const rows = async (table: string): Promise<number> => {
  const [row] = await service.app.get(Database).rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
  return Number(row?.n);
};

/** Routes that record nothing, as in write-cases.ts. */
const UNRECORDED: Readonly<Record<string, WriteCase>> = {
  'POST /api/1.3/posts/{id}/page_views': [
    (site) => idOf(newPost(site)),
    (site, id) => site.service.post(`/api/1.3/posts/${id}/page_views`, { count: 3 }),
    '',
  ],
  'POST /api/1.3/authors/search': [nothing, () => service.post('/api/1.3/authors/search', { limit: 3 }), ''],
  'POST /api/1.3/authors/email': [
    nothing,
    () => service.post('/api/1.3/authors/email', { emails: ['a@b.example'] }),
    '',
  ],
  'POST /api/1.3/images/{id}/signed_urls': [
    (site) => idOf(image(site)),
    (site, id) => site.service.post(`/api/1.3/images/${id}/signed_urls`, {}),
    '',
  ],
  'POST /api/1.3/documents/{id}/signed_urls': [
    (site) => idOf(document(site)),
    (site, id) => site.service.post(`/api/1.3/documents/${id}/signed_urls`, {}),
    '',
  ],
};
const OF_EXTENSION: Readonly<Record<string, WriteCase>> = {
  'POST /api/acme/orders': [nothing, () => service.post('/api/acme/orders', { wanted: 1 }), ''],
  'PUT /api/acme/nothing': [nothing, () => service.put('/api/acme/nothing'), ''],
};
const OF_SERVICE = { ...WRITE_CASES, ...UNRECORDED };
const ROUTES = Object.entries({ ...OF_SERVICE, ...OF_EXTENSION }).filter(([route]) =>
  /^P(OS|U)T /.test(route),
);

/** Fields that are shown once, and stored nowhere. */
const SECRETS: Readonly<Record<string, string>> = {
  'POST /api/1.1/keys': 'key',
  'POST /api/1.3/webhooks': 'secret',
  'POST /api/1.3/drafts/{id}/preview_links': 'url',
};

describe.each(ROUTES)('%s, sent again with its key,', (route, [prepare, send, recorded]) => {
  const secret = SECRETS[route];
  /** Records of a request that is sent once. */
  const once = route.includes('/api/acme/') ? null : recorded.split(', ').filter(Boolean).length;
  const prepared = async () => {
    const there = await prepare(site);
    const key = newKey();
    const { names } = site;
    // The same request each time.
    return () => {
      site.names = names;
      return send(site, there as never).set('Idempotency-Key', key);
    };
  };
  const expectOnce = async (before: { work: number; records: number }) => {
    expect(work - before.work).toBe(once === null ? 1 : 0);
    if (once !== null) expect(await rows('audit_records')).toBe(before.records + once);
  };
  const state = async () => ({ work, records: await rows('audit_records') });
  const kept = (text: string): string => {
    if (secret === undefined) return text;
    const body = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify({ ...body, [secret]: null });
  };

  test('is carried out once and answered the same, without its secret', async () => {
    const again = await prepared();
    const before = await state();
    const first = await again();
    expect(first.status).toBeLessThan(300);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    // Letters and digits, base64, or base64url at the end of a URL.
    if (secret !== undefined)
      expect((first.body as Record<string, unknown>)[secret]).toMatch(/[\w+/=-]{20}$/);
    const second = await again();
    expect([second.status, second.text, second.headers.etag]).toEqual([
      first.status,
      kept(first.text),
      first.headers.etag,
    ]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    await expectOnce(before);
  });

  test('eight at once do it once', async () => {
    const again = await prepared();
    const before = await state();
    const answers = await Promise.all(Array.from({ length: 8 }, () => again().then()));
    expect(new Set(answers.map(({ status, text }) => `${status} ${kept(text)}`)).size).toBe(1);
    expect(answers[0]?.status).toBeLessThan(300);
    await expectOnce(before);
  });
});

test('every POST and PUT that the contract names heeds the key, and is tried', () => {
  const contract = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  const writes = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['post', 'put'].includes(method))
      .map(([method, { parameters = [] }]) => {
        const isPromised = parameters.some(({ name }) => name === 'Idempotency-Key');
        return `${method.toUpperCase()} ${path}${isPromised ? '' : ' without a key'}`;
      }),
  );
  const tried = Object.keys(OF_SERVICE).filter((route) => /^P(OS|U)T /.test(route));
  expect(tried.toSorted()).toEqual(writes.toSorted());
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

test('a large answer whose parts go while it is read is no failure', async () => {
  const body = { headline: 'Torn', body: `<p>${randomBytes(100_000).toString('hex')}</p>` };
  const send = () => service.post('/api/1.3/posts', body).set('Idempotency-Key', 'torn');
  await send().expect(200);
  const database = service.app.get(Database);
  await service.app
    .get(UnitOfWork)
    .run(() => database.execute("DELETE FROM idempotency_answers WHERE name = 'torn'"));
  expect((await send()).status).toBeLessThan(500);
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
