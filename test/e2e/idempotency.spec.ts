import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import { SectionsMoved } from '../../src/modules/sections/domain/section-events.js';
import { HtmlSanitizer } from '../../src/modules/content/sanitising/html-sanitizer.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const create = (key: string, body: object, client = service.post('/api/1.3/posts', body)) =>
  client.set('Idempotency-Key', key);

test('a create that is sent again is carried out once and answered the same', async () => {
  const first = await create('one', { headline: 'Once' }).expect(200);
  const second = await create('one', { headline: 'Once' }).expect(200);
  expect(second.body).toEqual(first.body);
  const { body: posts } = await service.get('/api/1.3/posts?limit=100');
  expect((posts as { headline: string }[]).filter(({ headline }) => headline === 'Once')).toHaveLength(1);
});

test('twenty at once make one post', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => create('race', { headline: 'Race', tags: ['x'] })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => (body as { id: number }).id)).size).toBe(1);
});

test('a key that was sent with another body is refused with 422', async () => {
  await create('two', { headline: 'A' }).expect(200);
  const { body } = await create('two', { headline: 'B' }).expect(422);
  expect(body).toMatchObject({ code: 'idempotency-key-reused', status: 422 });
});

test('a request that failed is not remembered', async () => {
  await create('three', { headline: '' }).expect(400);
  await create('three', { headline: 'C', sections: [999] }).expect(400);
  await create('three', { headline: 'C' }).expect(200);
});

test('texts are rendered before the transaction begins, with a key as without', async () => {
  const database = service.app.get(Database);
  const sanitizer = service.app.get<HtmlSanitizer>(HtmlSanitizer);
  const sanitize = sanitizer.sanitize.bind(sanitizer);
  const opened: boolean[] = [];
  const spy = jest.spyOn(sanitizer, 'sanitize').mockImplementation((texts) => {
    opened.push(database.isInTransaction);
    return sanitize(texts);
  });
  await create('rendered', { headline: 'Rendered', body: '<p>With a key</p>' }).expect(200);
  const withKey = opened.splice(0);
  await service.post('/api/1.3/posts', { headline: 'Rendered', body: '<p>Without</p>' }).expect(200);
  spy.mockRestore();
  expect(withKey.length).toBeGreaterThan(0);
  expect(new Set([...withKey, ...opened])).toEqual(new Set([false]));
});

test('keys of two authors do not meet', async () => {
  const { client } = await service.createAuthorWithKey('Editor');
  const mine = await create('four', { headline: 'Mine' }).expect(200);
  const theirs = await create(
    'four',
    { headline: 'Theirs' },
    client.post('/api/1.3/posts', { headline: 'Theirs' }),
  );
  expect((theirs.body as { id: number }).id).not.toBe((mine.body as { id: number }).id);
});

test('a key that is too long or not ASCII is refused', async () => {
  await create('k'.repeat(256), { headline: 'D' }).expect(400);
});

test('a section that moves waits for those who follow it, and their failure is logged', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  const failure = new Error('no peers');
  service.app.get(DomainEvents).on(SectionsMoved, async () => {
    await delay(100);
    throw failure;
  });
  const { body } = await service.post('/api/1.3/sections', { title: 'A', url: 'a', status: 2 }).expect(200);
  const { id } = body as { id: number };
  const move = service.put(`/api/1.3/sections/${id}`, { title: 'A', url: 'b', status: 2 });
  await move.set('Idempotency-Key', 'five').expect(200);
  expect(logged).toHaveBeenCalledWith({ err: failure }, 'An effect of a transaction has failed');
  logged.mockRestore();
});
