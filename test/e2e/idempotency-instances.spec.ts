import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Response, Test } from 'supertest';
import { Clock } from '../../src/kernel/clock.js';
import { OverloadedError } from '../../src/kernel/errors.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticlesService } from '../../src/modules/articles/articles.service.js';
import { Database } from '../../src/platform/database/database.js';
import { PNG } from '../support/images.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { type Client, type Service, startService } from '../support/service.js';

const COUNT = 100;
/** Requests under way at a time. */
const CLIENTS = 10;

const probe = createTestDatabase();
afterAll(() => probe.drop());
/** On SQLite one transaction waits for the other before it takes the key. */
const onServer = probe.isSqlite ? test.skip : test;

let database: TestDatabase;
let instances: readonly [Service, Service];
beforeAll(async () => {
  database = await createMigratedDatabase();
  instances = [await startService({ database }), await startService({ database })];
});
afterAll(async () => {
  for (const instance of instances) await instance.stop();
  await database.drop();
});

/** Carries out work for each number, some at a time. */
async function forEach<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const client = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return results;
}

test.each<[name: string, table: string, send: (client: Client, n: number) => Test]>([
  ['drafts', 'articles', (client, n) => client.post('/api/1.3/drafts', { headline: `Draft ${n}` })],
  [
    'images',
    'images',
    (client, n) => client.post('/api/1.3/images').field('caption', `${n}`).attach('file', PNG, `${n}.png`),
  ],
  ['authors', 'authors', (client, n) => client.post('/api/1.1/authors', { first_name: `Author ${n % 7}` })],
])('%s that are sent one to four times, to two instances, are made once', async (_name, table, send) => {
  const count = async () => {
    const sql = `SELECT COUNT(*) AS n FROM ${table}`;
    const [row] = await instances[0].app.get(Database).rows<{ n: number }>(sql);
    return Number(row?.n);
  };
  const before = await count();
  const answers = await forEach(COUNT, async (n) => {
    const sent = (time: number): Promise<Response> =>
      send(instances[time % 2 === 0 ? 0 : 1], n)
        .set('Idempotency-Key', `${table}-${n}`)
        .then();
    return Promise.all(Array.from({ length: 1 + (n % 4) }, (_, time) => sent(n + time)));
  });
  for (const [first, ...others] of answers) {
    expect(first?.status).toBe(200);
    for (const other of others) expect([other.status, other.text]).toEqual([200, first?.text]);
  }
  expect((await count()) - before).toBe(COUNT);
  expect(new Set(answers.map(([first]) => (first?.body as { id: number }).id)).size).toBe(COUNT);
});

test('bulk requests with one key on two instances are done once, and none is logged as a defect', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error');
  const records = Array.from({ length: 8 }, (_, n) => ({ headline: `Bulk ${n}` }));
  const answers = await forEach(10, (n) => {
    const sent = (instance: Service) =>
      instance.post('/api/1.3/posts/bulk', records).set('Idempotency-Key', `bulk-${n}`).expect(200).then();
    return Promise.all(instances.map(sent));
  });
  for (const [one, other] of answers) expect(other?.text).toBe(one?.text);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test('the rest of a bulk request that is sent again, to two instances, is carried out once', async () => {
  const [one, other] = instances;
  const records = Array.from({ length: 4 }, (_, n) => ({ headline: `Resumed ${n}`, tags: ['resumed'] }));
  const send = (instance: Service) =>
    instance.post('/api/1.3/posts/bulk', records).set('Idempotency-Key', 'resumed').expect(200).then();
  const create = jest.spyOn(one.app.get(ArticlesService), 'create');
  create.mockRejectedValueOnce(new OverloadedError('busy', 'Busy.'));
  const { body: first } = await send(one);
  expect(first).toMatchObject([{ status: 503 }, { status: 200 }, { status: 200 }, { status: 200 }]);
  const [mended, again] = await Promise.all([send(one), send(other)]);
  create.mockRestore();
  expect(again.body).toEqual(mended.body);
  const [{ id }, ...rest] = mended.body as { id: number }[] as [{ id: number }, ...unknown[]];
  expect(rest).toEqual((first as unknown[]).slice(1));
  const { body: posts } = await other.get('/api/1.3/posts?include_tags=resumed').expect(200);
  expect((posts as { id: number }[]).map((post) => post.id)).toContain(id);
  expect(posts).toHaveLength(4);
});

onServer('a write that another instance does not end is told to be under way', async () => {
  const [one, other] = instances;
  const send = () => other.post('/api/1.3/drafts', { headline: 'Held' }).set('Idempotency-Key', 'held');
  await one.app.get(UnitOfWork).run(async () => {
    const now = one.app.get(Clock).now();
    const sql = 'INSERT INTO idempotency_keys (author_id, name, fingerprint, created_ts) VALUES (?, ?, ?, ?)';
    expect(await one.app.get(Database).execute(sql, [1, 'held', 'other', now])).toBe(1);
    const { body, headers } = await send().expect(409);
    expect(body).toMatchObject({ code: 'request-in-progress', status: 409 });
    expect(headers).toMatchObject({ 'retry-after': '1' });
  });
  await send().expect(422);
});
