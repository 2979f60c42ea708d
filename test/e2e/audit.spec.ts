import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Written } from '../../src/kernel/events/written.js';
import { Database } from '../../src/platform/database/database.js';
import { Jobs } from '../../src/platform/schedule/jobs.js';
import { AUDIT, auditRecords, storeAuditRecords } from '../support/audit-records.js';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

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

const ask = (query?: string) => auditRecords(service, query);
const idOf = async (sent: PromiseLike<{ body: unknown }>) => ((await sent).body as { id: number }).id;
const draft = (headline = 'Draft') => idOf(service.post('/api/1.3/drafts', { headline }).expect(200));

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
  await storeAuditRecords(service, [
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
