import { readFileSync } from 'node:fs';
import { Controller, Delete, HttpCode, Module, Param, Post, Put } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import type { AuditRecordResponse } from '../../src/modules/audit/http/audit.dto.js';
import { Requires } from '../../src/modules/auth/http/access.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { PNG } from '../support/images.js';
import { type Service, startService } from '../support/service.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

/** Routes with a writing method of which nothing is recorded, and why. */
const EXCLUDED: Readonly<Record<string, string>> = {
  'POST /api/1.3/posts/{id}/page_views': 'page views are not recorded',
  'POST /api/1.3/authors/search': 'reads by POST',
  'POST /api/1.3/authors/email': 'reads by POST',
  'POST /api/1.3/images/{id}/signed_urls': 'stores nothing',
  'POST /api/1.3/documents/{id}/signed_urls': 'stores nothing',
};

@Controller('api/acme')
class NotesController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  @Post('press-notes')
  @HttpCode(201)
  @Requires('articles.read')
  async add(): Promise<void> {
    const statement = 'INSERT INTO acme_notes (note) VALUES (?)';
    for (const note of ['one', 'two'])
      await this.unitOfWork.run(() => this.database.execute(statement, [note]));
  }

  @Put('press-notes/:id/pages')
  @Requires('articles.read')
  async look(@Param('id') id: string): Promise<void> {
    await this.unitOfWork.run(() => this.database.rows('SELECT note FROM acme_notes WHERE note = ?', [id]));
  }

  @Delete('press-notes/:id/pages/:page')
  @Requires('articles.read')
  async remove(): Promise<void> {
    await this.unitOfWork.run(() => this.database.execute('DELETE FROM acme_notes'));
  }
}
@Module({ controllers: [NotesController] })
class NotesModule {}

let receiver: WebhookReceiver;
let service: Service;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  service = await startService({
    environment: { SCHEDULER: 'off', OUTBOUND_ALLOW: receiver.host },
    settings: { media: { unpublished: 'signed' } },
    extension: { modules: [NotesModule] },
  });
  await service.app.get(Database).sources.writer.query('CREATE TABLE acme_notes (note varchar(20) NOT NULL)');
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

let count = 0;
const name = () => `n${++count}`;
const idOf = async (sent: PromiseLike<{ status: number; body: unknown }>): Promise<number> => {
  const { status, body } = await sent;
  expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.any(Number) })]);
  return (body as { id: number }).id;
};
const image = () => service.post('/api/1.3/images').attach('file', PNG, `${name()}.png`);
const document = () =>
  service.post('/api/1.3/documents').attach('file', Buffer.from(`a,b\n${name()},2\n`), 'a.csv');
const section = () => service.post('/api/1.3/sections', { title: name(), url: `s-${name()}` });
const badge = async () => service.post('/api/1.3/badges', { name: name(), image_id: await idOf(image()) });
const post = () => service.post('/api/1.3/posts', { headline: name() });
const draft = () => service.post('/api/1.3/drafts', { headline: name() });
const author = () => service.post('/api/1.1/authors', { first_name: name() });
const redirect = () => service.post('/api/1.3/redirects', { from: `/${name()}`, to: '/' });
const webhook = () => service.post('/api/1.3/webhooks', { url: receiver.url() });
const key = () => service.post('/api/1.1/keys', { name: name() });
const inAnHour = () => ({ scheduled_at: Math.floor(Date.now() / 1000) + 3600 });
const schedule = (id: number) => service.put(`/api/1.3/scheduled_posts/${id}`, inAnHour());
const like = (id: number) => service.post(`/api/1.3/posts/${id}/likes`, {});
const follow = (id: number) => service.put(`/api/1.3/follows/1/section/${id}`);
const previews = (id: number) => `/api/1.3/drafts/${id}/preview_links`;
const delivered = async () => {
  const id = await idOf(webhook());
  const { body } = await service.post(`/api/1.3/webhooks/${id}/test`).expect(200);
  await service.app
    .get(UnitOfWork)
    .run(() =>
      service.app
        .get(Database)
        .execute("UPDATE webhook_deliveries SET action = 'publish' WHERE webhook_id = ?", [id]),
    );
  return `/api/1.3/webhooks/${id}/deliveries/${(body as { id: number }).id}/replay`;
};

/** Preparation, which gives a path or an id; then the request, and its record. */
type Case = readonly [prepare: () => Promise<unknown>, send: (there: never) => Test, recorded: string];
const nothing = () => Promise.resolve();
const make = (prepare: () => PromiseLike<{ status: number; body: unknown }>) => () => idOf(prepare());
const one = <T>(prepare: () => Promise<T>, send: (there: T) => Test, ...recorded: string[]): Case => [
  prepare,
  send,
  recorded.join(', '),
];

const CASES: Readonly<Record<string, Case>> = {
  'POST /api/1.3/images': one(nothing, image, 'image create'),
  'PUT /api/1.3/images/{id}': one(
    async () => (await image()).body as { id: number; image_original_url: string },
    ({ id, image_original_url: image_url }) =>
      service.put(`/api/1.3/images/${id}`, { image_url, caption: name() }),
    'image edit',
  ),
  'DELETE /api/1.3/images/{id}': one(
    make(image),
    (id) => service.delete(`/api/1.3/images/${id}`),
    'image delete',
  ),
  'POST /api/1.3/documents': one(nothing, document, 'document create'),
  'PUT /api/1.3/documents/{id}': one(
    make(document),
    (id) =>
      service.put(`/api/1.3/documents/${id}`).attach('file', Buffer.from(`a,${name()}\n1,2\n`), 'a.csv'),
    'document edit',
  ),
  'DELETE /api/1.3/documents/{id}': one(
    make(document),
    (id) => service.delete(`/api/1.3/documents/${id}`),
    'document delete',
  ),
  'POST /api/1.1/authors': one(nothing, author, 'author create'),
  'PUT /api/1.1/authors/{id}': one(
    make(author),
    (id) => service.put(`/api/1.1/authors/${id}`, { first_name: name(), last_name: 'N' }),
    'author edit',
  ),
  'POST /api/1.3/sections': one(nothing, section, 'section create'),
  'PUT /api/1.3/sections/{id}': one(
    make(section),
    (id) => service.put(`/api/1.3/sections/${id}`, { title: name() }),
    'section edit',
  ),
  'DELETE /api/1.3/sections/{id}': one(
    make(section),
    (id) => service.delete(`/api/1.3/sections/${id}`),
    'section delete',
  ),
  'POST /api/1.3/badges': one(
    make(image),
    (id) => service.post('/api/1.3/badges', { name: name(), image_id: id }),
    'badge create',
  ),
  'PUT /api/1.3/badges/{id}': one(
    make(badge),
    (id) => service.put(`/api/1.3/badges/${id}`, { name: name() }),
    'badge edit',
  ),
  'DELETE /api/1.3/badges/{id}': one(
    make(badge),
    (id) => service.delete(`/api/1.3/badges/${id}`),
    'badge delete',
  ),
  'POST /api/1.3/redirects': one(nothing, redirect, 'redirect create'),
  'DELETE /api/1.3/redirects/{id}': one(
    make(redirect),
    (id) => service.delete(`/api/1.3/redirects/${id}`),
    'redirect delete',
  ),
  'POST /api/1.3/posts': one(nothing, post, 'post create'),
  'PUT /api/1.3/posts/by-provider/{provider_id}/{provider_post_id}': one(
    nothing,
    () => service.put(`/api/1.3/posts/by-provider/20/${name()}`, { headline: 'By provider' }),
    'post create',
  ),
  'POST /api/1.3/posts/bulk': one(
    async () => {
      const provider_post_id = name();
      await service.put(`/api/1.3/posts/by-provider/20/${provider_post_id}`, { headline: 'Known' });
      return provider_post_id;
    },
    (provider_post_id) =>
      service.post('/api/1.3/posts/bulk', [
        { headline: name() },
        { headline: '' },
        { headline: name(), provider_post_id },
        { headline: name(), status: 'draft' },
      ]),
    'post create',
    'post edit',
    'post create',
  ),
  'PUT /api/1.3/posts/{id}': one(
    make(post),
    (id) => service.put(`/api/1.3/posts/${id}`, { headline: name() }),
    'post edit',
  ),
  'DELETE /api/1.3/posts/{id}': one(
    make(post),
    (id) => service.delete(`/api/1.3/posts/${id}`),
    'post remove',
  ),
  'PUT /api/1.3/sections/{id}/order': one(
    make(section),
    (id) => service.put(`/api/1.3/sections/${id}/order`, { post_ids: [] }),
    'section order',
  ),
  'POST /api/1.3/drafts': one(nothing, draft, 'post create'),
  'PUT /api/1.3/drafts/{id}': one(
    make(draft),
    (id) => service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }),
    'post publish',
  ),
  'DELETE /api/1.3/drafts/{id}': one(
    make(draft),
    (id) => service.delete(`/api/1.3/drafts/${id}`),
    'post remove',
  ),
  'POST /api/1.3/drafts/{id}/preview_links': one(
    make(draft),
    (id) => service.post(previews(id), {}),
    'preview-link create',
  ),
  'DELETE /api/1.3/drafts/{id}/preview_links/{link_id}': one(
    async () => {
      const path = previews(await idOf(draft()));
      return `${path}/${await idOf(service.post(path, {}))}`;
    },
    (path) => service.delete(path),
    'preview-link revoke',
  ),
  'PUT /api/1.3/scheduled_posts/{id}': one(make(draft), schedule, 'post schedule'),
  'DELETE /api/1.3/scheduled_posts/{id}': one(
    make(async () => {
      const id = await idOf(draft());
      return schedule(id);
    }),
    (id) => service.delete(`/api/1.3/scheduled_posts/${id}`),
    'post unschedule',
  ),
  'POST /api/1.3/posts/{id}/likes': one(make(post), like, 'like create'),
  'DELETE /api/1.3/posts/{id}/likes/{author_id}': one(
    async () => {
      const id = await idOf(post());
      await like(id).expect(200);
      return id;
    },
    (id) => service.delete(`/api/1.3/posts/${id}/likes/1`),
    'like delete',
  ),
  'PUT /api/1.3/follows/{author_id}/section/{section_id}': one(make(section), follow, 'follow create'),
  'DELETE /api/1.3/follows/{author_id}/section/{section_id}': one(
    async () => {
      const id = await idOf(section());
      await follow(id).expect(200);
      return id;
    },
    (id) => service.delete(`/api/1.3/follows/1/section/${id}`),
    'follow delete',
  ),
  'POST /api/1.1/keys': one(nothing, key, 'key create'),
  'DELETE /api/1.1/keys/{id}': one(make(key), (id) => service.delete(`/api/1.1/keys/${id}`), 'key revoke'),
  'POST /api/1.3/webhooks': one(nothing, webhook, 'webhook create'),
  'PUT /api/1.3/webhooks/{id}': one(
    make(webhook),
    (id) => service.put(`/api/1.3/webhooks/${id}`, { active: false }),
    'webhook edit',
  ),
  'DELETE /api/1.3/webhooks/{id}': one(
    make(webhook),
    (id) => service.delete(`/api/1.3/webhooks/${id}`),
    'webhook delete',
  ),
  'POST /api/1.3/webhooks/{id}/deliveries/{delivery_id}/replay': one(
    delivered,
    (path) => service.post(path),
    'webhook-delivery replay',
  ),
  'POST /api/1.3/webhooks/{id}/test': one(
    make(webhook),
    (id) => service.post(`/api/1.3/webhooks/${id}/test`),
    'webhook-delivery test',
  ),
};

/** Of extensions. */
const OTHERS: Readonly<Record<string, Case>> = {
  'POST /api/acme/press-notes': one(
    nothing,
    () => service.post('/api/acme/press-notes'),
    'press-notes create',
  ),
  'PUT /api/acme/press-notes/{id}/pages': one(nothing, () => service.put('/api/acme/press-notes/7/pages')),
  'DELETE /api/acme/press-notes/{id}/pages/{page}': one(
    nothing,
    () => service.delete('/api/acme/press-notes/7/pages/12'),
    'pages delete',
  ),
};

const records = async () =>
  (await service.get('/api/1.3/audit?limit=100').expect(200)).body as AuditRecordResponse[];
/** The records that the work has left, in their order. */
async function recordsOf(work: () => PromiseLike<unknown>): Promise<AuditRecordResponse[]> {
  const [last] = await records();
  await work();
  return (await records()).filter(({ id }) => id > (last?.id ?? 0)).reverse();
}
const deeds = (found: readonly AuditRecordResponse[]) =>
  found.map(({ resource, verb }) => `${resource.type} ${verb}`).join(', ');

test('every write route of the API is recorded, or it is said why it is not', () => {
  const { paths } = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as {
    paths: Readonly<Record<string, object>>;
  };
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .map((method) => method.toUpperCase())
      .filter((method) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
      .map((method) => `${method} ${path}`),
  );
  expect([...Object.keys(CASES), ...Object.keys(EXCLUDED)].sort()).toEqual(routes.sort());
});

describe.each(Object.entries({ ...CASES, ...OTHERS }))('%s', (operation, [prepare, send, recorded]) => {
  const [method, path = ''] = operation.split(' ');
  const route = path.replaceAll(/\{(\w+)\}/g, ':$1');

  test('is recorded with the write, by the route', async () => {
    const there = (await prepare()) as never;
    let requestId = '';
    const found = await recordsOf(async () => {
      const answer = await send(there);
      expect([answer.status, answer.text]).toEqual([
        route.includes('press-notes') && method === 'POST' ? 201 : 200,
        answer.text,
      ]);
      requestId = String(answer.headers['x-request-id']);
    });
    expect(deeds(found)).toBe(recorded);
    for (const record of found) {
      const names = record.route.replaceAll(/:\w+/g, ':');
      expect([record.method, names]).toEqual([method, route.replaceAll(/:\w+/g, ':')]);
      expect(record).toMatchObject({
        author_id: 1,
        key: service.adminKey.slice(0, 8),
        request_id: requestId,
        address: null,
      });
    }
  });

  test('is not recorded in a dry run', async () => {
    const there = (await prepare()) as never;
    expect(deeds(await recordsOf(() => send(there).query({ dry_run: 1 })))).toBe('');
  });

  test('is recorded once when it is sent again with its Idempotency-Key', async () => {
    if (method === 'DELETE') return;
    const there = (await prepare()) as never;
    // Names and times of a repeated request have to be those of the first.
    const found = await recordsOf(async () => {
      const [first] = [count];
      await send(there).set('Idempotency-Key', operation.replaceAll(' ', ''));
      count = first;
      await send(there).set('Idempotency-Key', operation.replaceAll(' ', ''));
    });
    expect(deeds(found)).toBe(recorded);
  });
});

test.each(Object.entries(EXCLUDED))('%s is not recorded: %s', async (operation) => {
  const [, path = ''] = operation.split(' ');
  const kind = /images|documents/.exec(path)?.[0];
  const id = await idOf(kind === 'images' ? image() : kind === 'documents' ? document() : post());
  const answer = await recordsOf(() =>
    service.post(path.replace('{id}', String(id)), { emails: 'a@b.example' }).expect(200),
  );
  expect(answer).toEqual([]);
});

test('a write that is refused is not recorded, whatever it has done before', async () => {
  const id = await idOf(draft());
  const refused = await recordsOf(async () => {
    await service.put(`/api/1.3/posts/${id}`, { headline: 'x' }).set('If-Match', '"99"').expect(412);
    await service.post('/api/1.3/sections', { title: '' }).expect(400);
    await service.as('wrong').post('/api/1.3/posts', { headline: 'x' }).expect(401);
    await service
      .post('/api/1.3/posts/bulk', [{ headline: '' }])
      .set('Idempotency-Key', 'all-fail')
      .expect(200);
  });
  expect(refused).toEqual([]);
});
