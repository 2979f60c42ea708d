import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Written } from '../../src/kernel/events/written.js';
import type { AuditRecordResponse } from '../../src/modules/audit/http/audit.dto.js';
import { Database } from '../../src/platform/database/database.js';
import { Jobs } from '../../src/platform/schedule/jobs.js';
import type { Response } from 'supertest';
import type { Logger } from 'typeorm';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Client, type Service, startService } from '../support/service.js';

const AUDIT = '/api/1.3/audit';
const NEVER = new AbortController().signal;

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createMigratedDatabase();
  service = await startService({ database, environment: { SCHEDULER: 'off' } });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

type Record = AuditRecordResponse;
const ask = async (query = '', client: Client = service) =>
  (await client.get(`${AUDIT}?limit=100${query}`).expect(200)).body as Record[];
const idOf = async (sent: PromiseLike<{ body: unknown }>) => ((await sent).body as { id: number }).id;
const draft = (headline = 'Draft') => idOf(service.post('/api/1.3/drafts', { headline }).expect(200));
/** Records of another time, or of other writes. */
const store = (rows: readonly (readonly (string | number | null)[])[]) =>
  service.app.get(UnitOfWork).run(() =>
    service.app.get(Database).execute(
      `INSERT INTO audit_records (created_ts, author_id, route, resource, resource_id, verb)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
      rows.flat(),
    ),
  );

test('the life of a post is told, newest first', async () => {
  const editor = await service.createAuthorWithKey('Editor');
  const id = await draft('Harbour');
  await editor.client.put(`/api/1.3/drafts/${id}`, { action: 'publish' }).expect(200);
  await service.put(`/api/1.3/posts/${id}`, { action: 'revert', revision: 1 }).expect(200);
  await service.delete(`/api/1.3/posts/${id}`).expect(200);
  await service.put(`/api/1.3/drafts/${id}`, { action: 'restore' }).expect(200);
  const told = await ask(`&resource=post&resource_id=${id}`);
  expect(told.map(({ verb, method, route }) => [verb, method, route])).toEqual([
    ['restore', 'PUT', '/api/1.3/drafts/:id'],
    ['remove', 'DELETE', '/api/1.3/posts/:id'],
    ['publish', 'PUT', '/api/1.3/drafts/:id'],
    ['create', 'POST', '/api/1.3/drafts'],
  ]);
  expect(told[2]).toEqual({
    ...{ id: expect.any(Number), at: expect.any(Number), author_id: editor.id },
    ...{ key: editor.key.slice(0, 8), method: 'PUT', route: '/api/1.3/drafts/:id', status: 200 },
    ...{ resource: { type: 'post', id }, verb: 'publish' },
    ...{ request_id: expect.any(String), address: null },
  });
});

test('the id of a request is that of the log, and of the proxy in front', async () => {
  await service.post('/api/1.3/drafts', { headline: 'Traced' }).set('x-request-id', 'proxy-7').expect(200);
  expect((await ask())[0]).toMatchObject({ request_id: 'proxy-7' });
});

test('the address of a client is recorded where the site allows it', async () => {
  const settings = { audit: { addresses: true } };
  const other = await startService({
    database,
    settings,
    environment: { TRUST_PROXY: '1', SCHEDULER: 'off' },
  });
  try {
    const id = await idOf(other.post('/api/1.3/drafts', { headline: 'Addressed' }).expect(200));
    expect(await ask(`&resource_id=${id}`)).toEqual([
      expect.objectContaining({ address: expect.stringContaining('127.0.0.1') }),
    ]);
    const hostile = { 'x-forwarded-for': '9'.repeat(500) };
    const forwarded = await idOf(other.post('/api/1.3/drafts', { headline: 'H' }).set(hostile).expect(200));
    expect(await ask(`&resource_id=${forwarded}`)).toEqual([expect.objectContaining({ address: null })]);
  } finally {
    await other.stop();
  }
});

test('nothing of what is sent is recorded, neither contents nor secrets', async () => {
  const { body: key } = await service.post('/api/1.1/keys', { name: 'unheard-of' }).expect(200);
  const url = 'https://user:pass-phrase@hooks.example/secret-path';
  await service.post('/api/1.3/webhooks', { url }).expect(400);
  await service.post('/api/1.3/webhooks', { url: 'https://hooks.example/secret-path' }).expect(200);
  await service.post('/api/1.1/authors', { first_name: 'S', password: 'pass-phrase-9' }).expect(200);
  await service.post(`/api/1.3/drafts?note=in-the-query`, { headline: 'unheard-of' }).expect(200);
  const rows = await service.app.get(Database).rows('SELECT * FROM audit_records');
  const text = JSON.stringify(rows);
  expect(rows.length).toBeGreaterThan(4);
  for (const secret of [
    (key as { key: string }).key,
    'unheard-of',
    'secret-path',
    'pass-phrase',
    'in-the-query',
  ])
    expect(text).not.toContain(secret);
  expect(text).not.toContain(service.adminKey.slice(0, 9));
});

describe('The list', () => {
  const MANY = 1_000_000;
  const BEGUN = Math.floor(Date.now() / 1000) - 3600;
  beforeAll(() =>
    store(
      Array.from({ length: 25 }, (_, n) => [
        BEGUN + Math.floor(n / 3),
        n % 2 === 0 ? MANY : null,
        'job old',
        'old-thing',
        MANY + (n % 5),
        n % 3 === 0 ? 'wind' : 'unwind',
      ]),
    ),
  );

  test('is for those who may do everything, not for Editors', async () => {
    for (const role of ['Administrator', 'Platform Engineer', 'Serverside Engineer'])
      await (await service.createAuthorWithKey(role)).client.get(AUDIT).expect(200);
    for (const role of ['Editor', 'Guest Editor', 'Developer', 'Reader'])
      await (await service.createAuthorWithKey(role)).client.get(AUDIT).expect(403);
    await service.as(null).get(AUDIT).expect(401);
    const reading = await service.createKey({ authorId: 1, scope: 'read' });
    await service.as(reading).get(AUDIT).expect(403);
  });

  test.each([
    ['resource=old-thing', 25],
    [`author_id=${MANY}`, 13],
    [`resource_id=${MANY + 2}`, 5],
    ['verb=wind', 9],
    [`resource=old-thing&resource_id=${MANY}&verb=wind&author_id=${MANY}`, 1],
    [`resource=old-thing&from=${BEGUN + 2}&to=${BEGUN + 3}`, 6],
    [`to=${BEGUN + 3}`, 12],
    ['resource=nothing', 0],
  ])('is filtered by %s', async (query, length) => {
    expect(await ask(`&${query}`)).toHaveLength(length);
  });

  test.each([
    ['author_id=x', 'author_id'],
    ['author_id=0', 'author_id'],
    ['resource=Post', 'resource'],
    ['resource=%27%20OR%201', 'resource'],
    ['resource=', 'resource'],
    ['resource_id=-1', 'resource_id'],
    ['resource_id=9007199254740993', 'resource_id'],
    ['verb=edit%00', 'verb'],
    [`verb=${'v'.repeat(51)}`, 'verb'],
    ['from=1795219200000', 'from'],
    ['from=2&to=1', 'to'],
    ['to=yesterday', 'to'],
    ['cursor=nonsense', 'cursor'],
    ['limit=-1', 'limit'],
    ['offset=1&cursor=', 'cursor'],
  ])('refuses %s, and names the field', async (query, field) => {
    const { body } = await service.get(`${AUDIT}?${query}`).expect(400);
    expect(body.errors[0].field).toBe(field);
  });

  test('is read by cursor to its end, without gaps where times are equal and records come', async () => {
    const seen: number[] = [];
    let path: string | undefined = `${AUDIT}?limit=4&resource=old-thing&cursor=`;
    while (path !== undefined) {
      const { body, headers }: Response = await service.get(path).expect(200);
      seen.push(...(body as Record[]).map(({ id }) => id));
      await draft('Between pages');
      path = /<(.*)>; rel="next"/.exec(headers.link ?? '')?.[1];
    }
    expect(seen).toHaveLength(25);
    expect([...seen].sort((one, other) => other - one)).toEqual(seen);
    const { headers } = await service.get(`${AUDIT}?limit=4&cursor=`).expect(200);
    const link = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1] ?? '';
    await service.get(`${AUDIT}?limit=4&verb=wind&cursor=${link}`).expect(400);
    expect((await service.get(`${AUDIT}?resource=old-thing&count=1`)).headers['x-total-count']).toBe('25');
  });

  test('takes one statement, whatever it holds, through an index that has its order', async () => {
    for (const limit of [1, 100]) {
      const sent = await fewestStatements(service, () => service.get(`${AUDIT}?limit=${limit}`).expect(200));
      expect(sent.filter((text) => text.includes('audit_records'))).toHaveLength(1);
      expect(sent).toHaveLength(1);
    }
    for (const query of [
      'author_id=1',
      'resource=post',
      'resource_id=1',
      'verb=edit',
      'from=1&to=9',
      'limit=9',
    ]) {
      const log = jest.spyOn(service.app.get(Database).sources.statements as Logger, 'logQuery');
      await service.get(`${AUDIT}?${query}&cursor=`).expect(200);
      const [text, parameters] = log.mock.calls
        .map(([one, values = []]) => [one, values as (string | number)[]] as const)
        .find(([one]) => one.includes('audit_records')) ?? ['', []];
      log.mockRestore();
      const plan = JSON.stringify(await explain(text, parameters));
      expect(plan).toMatch(/audit_records_by_/);
      expect(plan).not.toMatch(/filesort|TEMP B-TREE|"type":"ALL"|SCAN audit_records(?! USING)/i);
      // Without a filter it is walked along from its newest end.
      if (query !== 'limit=9') expect(plan).toMatch(/SEARCH|"type":"(?:ref|range)"/);
    }
  });
});

function explain(text: string, parameters: readonly (string | number)[]) {
  const select = text.slice(text.search(/\bSELECT\b/));
  const { app } = service;
  const verb = app.get(Database).dialect === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
  return app.get(Database).rows(`${verb} ${select}`, parameters);
}

describe('A write', () => {
  const failing = () =>
    service.app.get(UnitOfWork).run(async () => {
      await service.app.get(DomainEvents).publish(new Written('author', { id: 1, verb: 'edit' }));
      await service.app.get(Database).execute("UPDATE authors SET first_name = 'X' WHERE id = 1");
      throw new Error('taken back');
    });

  test('that is taken back is not told', async () => {
    const before = await ask();
    await expect(failing()).rejects.toThrow('taken back');
    expect(await ask()).toEqual(before);
  });

  test('is told once each by writers at once', async () => {
    const [last] = await ask();
    await Promise.all(Array.from({ length: 20 }, () => draft('At once')));
    const told = (await ask()).filter(({ id }) => id > (last?.id ?? 0));
    expect(told).toHaveLength(20);
    expect(new Set(told.map(({ resource }) => resource.id)).size).toBe(20);
    expect(new Set(told.map((record) => record.request_id)).size).toBe(20);
  });

  test('costs one statement more', async () => {
    const sent = await fewestStatements(service, () => draft('Counted'));
    expect(sent.filter((text) => text.includes('audit_records'))).toHaveLength(1);
  });

  test('of a scheduled publication is that of the job', async () => {
    const id = await draft('Due');
    const now = Math.floor(Date.now() / 1000);
    await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: now + 60 }).expect(200);
    await service.app
      .get(UnitOfWork)
      .run(() =>
        service.app
          .get(Database)
          .execute('UPDATE articles SET scheduled_at = ?, publish_due_ts = ? WHERE id = ?', [
            now - 60,
            now - 60,
            id,
          ]),
      );
    const scheduler = await startService({ database });
    const published = () => ask(`&resource_id=${id}&verb=publish`);
    await eventually(async () => (await published()).length, 1);
    await scheduler.stop();
    expect(await published()).toEqual([
      expect.objectContaining({
        ...{ author_id: null, key: null, method: null, route: 'job publish-due', status: null },
        ...{ resource: { type: 'post', id }, request_id: null },
      }),
    ]);
  });
});

describe('On the command line', () => {
  test('a key that is revoked is told, and the list is printed', async () => {
    const { body } = await service.post('/api/1.1/keys', {}).expect(200);
    const { id } = body as { id: number };
    expect((await runCommand(['keys', 'revoke', String(id)], database)).code).toBe(0);
    const told = await ask(`&resource=key&resource_id=${id}`);
    expect(told.map(({ verb, route, author_id }) => [verb, route, author_id])).toEqual([
      ['revoke', 'cli keys revoke', null],
      ['create', '/api/1.1/keys', 1],
    ]);
    const parameters = ['audit', '--resource', 'key', '--id', String(id)];
    const { stdout } = await runCommand([...parameters, '--json'], database);
    expect(JSON.parse(stdout)).toEqual(told);
    const table = await runCommand([...parameters, '--limit', '1'], database);
    expect(table.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['TIME', 'AUTHOR', 'KEY', 'ROUTE', 'RESOURCE', 'VERB', 'REQUEST'],
      [expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), 'cli keys revoke', `key ${id}`, 'revoke'],
      [''],
    ]);
    const byAuthor = await runCommand(['audit', '--author', '1', '--verb', 'create', '--json'], database);
    expect(JSON.parse(byAuthor.stdout)).toEqual((await ask('&author_id=1&verb=create')).slice(0, 50));
    expect((await runCommand(['audit', '--limit', '0'], database)).code).not.toBe(0);
    expect((await runCommand(['audit', '--from', 'noon'], database)).code).not.toBe(0);
  });

  test('an import is one record, and a dry run none', async () => {
    const file = join(database.folder, 'articles.jsonl');
    const lines = Array.from({ length: 30 }, (_, n) => ({
      ...{ provider_post_id: `i-${n}`, headline: `I ${n}`, byline: `B ${n % 3}` },
    }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const [last] = await ask();
    const since = async () => (await ask()).filter(({ id }) => id > (last?.id ?? 0));
    expect((await runCommand(['import', file, '--dry-run'], database)).code).toBe(0);
    expect(await since()).toEqual([]);
    expect((await runCommand(['import', file], database)).stdout).toContain('30 imported');
    expect(await since()).toEqual([
      expect.objectContaining({
        ...{ author_id: null, route: 'cli import', resource: { type: 'site', id: null }, verb: 'import' },
      }),
    ]);
  });

  test('a command that writes past the services is told once', async () => {
    const [last] = await ask();
    expect((await runCommand(['seed', '--posts', '600'], database)).code).toBe(0);
    expect((await ask()).filter(({ id }) => id > (last?.id ?? 0))).toEqual([
      expect.objectContaining({ route: 'cli seed', resource: { type: 'site', id: null }, verb: 'run' }),
    ]);
  });
});

test('records are removed when they are too old, and kept for ever where the site wants it', async () => {
  const now = Math.floor(Date.now() / 1000);
  const old = (days: number) => [now - days * 86_400, 1, 'service', 'aged', 1, 'edit'];
  await store([
    ...Array.from({ length: 1200 }, () => old(400)),
    ...Array.from({ length: 3 }, () => old(364)),
  ]);
  const aged = async () => (await service.get(`${AUDIT}?resource=aged&count=1`)).headers['x-total-count'];
  const settings = { audit: { keptDays: 0 } };
  const keeping = await startService({ database, settings, environment: { SCHEDULER: 'off' } });
  try {
    await keeping.app.get(Jobs).runNow('audit-retention', NEVER);
    expect(await aged()).toBe('1203');
  } finally {
    await keeping.stop();
  }
  await service.app.get(Jobs).runNow('audit-retention', NEVER);
  expect(await aged()).toBe('3');
});
