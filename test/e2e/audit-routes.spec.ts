import { readFileSync } from 'node:fs';
import { Controller, Delete, HttpCode, Module, Param, Post, Put } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AuditRecordResponse } from '../../src/modules/audit/http/audit.dto.js';
import { Requires } from '../../src/modules/auth/http/access.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { auditRecords } from '../support/audit-records.js';
import { type Service, startService } from '../support/service.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import {
  document,
  draft,
  idOf,
  image,
  post,
  WRITE_CASES,
  type WriteCase,
  WrittenSite,
} from '../support/write-cases.js';

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
let site: WrittenSite;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  service = await startService({
    environment: { SCHEDULER: 'off', OUTBOUND_ALLOW: receiver.host },
    settings: { media: { unpublished: 'signed' } },
    extension: { modules: [NotesModule] },
  });
  await service.app.get(Database).sources.writer.query('CREATE TABLE acme_notes (note varchar(20) NOT NULL)');
  site = new WrittenSite(service, receiver);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const nothing = () => Promise.resolve();
/** Of extensions. */
const OTHERS: Readonly<Record<string, WriteCase>> = {
  'POST /api/acme/press-notes': [nothing, () => service.post('/api/acme/press-notes'), 'press-notes create'],
  'PUT /api/acme/press-notes/{id}/pages': [nothing, () => service.put('/api/acme/press-notes/7/pages'), ''],
  'DELETE /api/acme/press-notes/{id}/pages/{page}': [
    nothing,
    () => service.delete('/api/acme/press-notes/7/pages/12'),
    'pages delete',
  ],
};

/** The records that the work has left, in their order. */
async function recordsOf(work: () => PromiseLike<unknown>): Promise<AuditRecordResponse[]> {
  const [last] = await auditRecords(service);
  await work();
  return (await auditRecords(service)).filter(({ id }) => id > (last?.id ?? 0)).reverse();
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
  expect([...Object.keys(WRITE_CASES), ...Object.keys(EXCLUDED)].sort()).toEqual(routes.sort());
});

describe.each(Object.entries({ ...WRITE_CASES, ...OTHERS }))('%s', (operation, [prepare, send, recorded]) => {
  const [method, path = ''] = operation.split(' ');
  const route = path.replaceAll(/\{(\w+)\}/g, ':$1');

  test('is recorded with the write, by the route', async () => {
    const there = (await prepare(site)) as never;
    let requestId = '';
    const found = await recordsOf(async () => {
      const answer = await send(site, there);
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
    const there = (await prepare(site)) as never;
    expect(deeds(await recordsOf(() => send(site, there).query({ dry_run: 1 })))).toBe('');
  });

  test('is recorded once when it is sent again with its Idempotency-Key', async () => {
    if (method === 'DELETE') return;
    const there = (await prepare(site)) as never;
    // Names and times of a repeated request have to be those of the first.
    const found = await recordsOf(async () => {
      const { names } = site;
      await send(site, there).set('Idempotency-Key', operation.replaceAll(' ', ''));
      site.names = names;
      await send(site, there).set('Idempotency-Key', operation.replaceAll(' ', ''));
    });
    expect(deeds(found)).toBe(recorded);
  });
});

test.each(Object.entries(EXCLUDED))('%s is not recorded: %s', async (operation) => {
  const [, path = ''] = operation.split(' ');
  const kind = /images|documents/.exec(path)?.[0];
  const id = await idOf(kind === 'images' ? image(site) : kind === 'documents' ? document(site) : post(site));
  const answer = await recordsOf(() =>
    service.post(path.replace('{id}', String(id)), { emails: 'a@b.example' }).expect(200),
  );
  expect(answer).toEqual([]);
});

test('a write that is refused is not recorded, whatever it has done before', async () => {
  const id = await idOf(draft(site));
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
