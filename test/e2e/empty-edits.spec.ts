import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditRecords } from '../support/audit-records.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 1);
  await service.post('/api/1.3/posts', { headline: 'Post', updated_ts: 1_700_000_000 }).expect(200);
  await service.post('/api/1.3/drafts', { headline: 'Draft', updated_ts: 1_700_000_000 }).expect(200);
  await service.post('/api/1.3/sections', { title: 'Section', url: 'section', tags: ['a'] }).expect(200);
  await service.post('/api/1.3/posts', { headline: 'Third', updated_ts: 1_700_000_000 }).expect(200);
  await service.post('/api/1.3/badges', { name: 'Badge', image_id: 1, tags: ['b'] }).expect(200);
});
afterAll(() => service.stop());

const FULL = {
  headline: 'Post with everything',
  subheadline: 'Below it',
  body: '<p>A <b>text</b> with <a href="https://site.example/a">a link</a>.</p>',
  tags: ['sea', 'tides'],
  sections: [1],
  image_id: 1,
  roar_specific_data: { a: 1 },
  listicle: { items: [{ headline: 'One', body: '<p>First</p>' }] },
};

const NOTHING: readonly (object | undefined)[] = [
  undefined,
  {},
  { unknown: 1, id: 99, version: 7, about_html_safe: 'x', warnings: [] },
];

test.each([
  ...['/api/1.3/posts/1', '/api/1.3/drafts/1', '/api/1.3/posts/2', '/api/1.3/drafts/2'],
  ...['/api/1.3/sections/1', '/api/1.3/badges/1'],
])('PUT %s without a field changes nothing', async (path) => {
  const before = await service.get(path).expect(200);
  for (const nothing of NOTHING) {
    const answer = await service.put(path, nothing).expect(200);
    expect(answer.body.version).toBe(before.body.version);
    const after = await service.get(path).expect(200);
    expect(after.body).toEqual(before.body);
    expect(after.headers.etag).toBe(before.headers.etag);
  }
});

test('PUT of an article by its id elsewhere without a field writes nothing', async () => {
  const path = '/api/1.3/posts/by-provider/20/elsewhere-1';
  const { body: made } = await service.put(path, { headline: 'Elsewhere' }).expect(200);
  const before = await service.get(`/api/1.3/posts/${(made as { id: number }).id}`).expect(200);
  const records = await auditRecords(service);
  for (const nothing of NOTHING) await service.put(path, nothing).expect(200);
  const after = await service.get(`/api/1.3/posts/${before.body.id}`).expect(200);
  expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
  expect(await auditRecords(service)).toEqual(records);
});

const COMPULSORY: readonly [path: string, shown: string, fields: readonly string[]][] = [
  ['/api/1.3/sections/1/order', '/api/1.3/sections/1/order', ['post_ids']],
  ['/api/1.3/sections/0/order', '/api/1.3/sections/0/order', ['post_ids']],
  ['/api/1.3/scheduled_posts/2', '/api/1.3/drafts/2', ['scheduled_at']],
  ['/api/1.3/images/1', '/api/1.3/images/1', ['image_url']],
  ['/api/1.1/authors/1', '/api/1.1/authors/1', ['first_name', 'last_name']],
];
test.each(COMPULSORY)('PUT %s without what is compulsory changes nothing', async (path, shown, fields) => {
  await service.put('/api/1.3/posts/1', { sections: [0, 1] }).expect(200);
  for (const id of [0, 1]) await service.put(`/api/1.3/sections/${id}/order`, { post_ids: [1] }).expect(200);
  const { body: before } = await service.get(shown).expect(200);
  const records = await auditRecords(service);
  for (const nothing of NOTHING) {
    const { body } = await service.put(path, nothing).expect(400);
    expect((body.errors as { field: string }[]).map(({ field }) => field).toSorted()).toEqual(fields);
  }
  expect((await service.get(shown).expect(200)).body).toEqual(before);
  expect(await auditRecords(service)).toEqual(records);
});

test.each(['/api/1.3/sections/1/order', '/api/1.3/sections/0/order'])(
  'PUT %s of what GET answers writes nothing',
  async (path) => {
    await service.put('/api/1.3/posts/1', { sections: [0, 1] }).expect(200);
    await service.put(path, { post_ids: [1] }).expect(200);
    const records = await auditRecords(service);
    const { body: shown } = await service.get(path).expect(200);
    expect((await service.put(path, shown as object).expect(200)).body).toEqual({ post_ids: [1] });
    expect(await auditRecords(service)).toEqual(records);
  },
);

test('PUT of a webhook without a field, or as GET answers it, writes nothing', async () => {
  const fields = { url: 'https://partner.example/', headers: { 'x-key': 'k' }, actions: ['post_create'] };
  const { body } = await service.post('/api/1.3/webhooks', fields).expect(200);
  const path = `/api/1.3/webhooks/${(body as { id: number }).id}`;
  const { body: shown } = await service.get(path).expect(200);
  const before = await auditRecords(service);
  for (const nothing of [...NOTHING, shown as object]) await service.put(path, nothing).expect(200, shown);
  expect(await auditRecords(service)).toEqual(before);
  await service.put(path, { payload_form: 'flat' }).expect(200);
  expect(await auditRecords(service)).toHaveLength(before.length + 1);
});

test('an edit that only keeps the time changes nothing, and one that sets it is a change', async () => {
  const { body: before } = await service.get('/api/1.3/posts/1').expect(200);
  const kept = await service
    .put('/api/1.3/posts/1', { prevent_modifying_updated_ts: 1, action: '' })
    .expect(200);
  expect(kept.body).toMatchObject({ version: before.version, updated_ts: before.updated_ts });
  const set = await service.put('/api/1.3/posts/1', { updated_ts: 1_700_000_001 }).expect(200);
  expect(set.body).toMatchObject({ version: Number(before.version) + 1, updated_ts: 1_700_000_001 });
});

test.each(['/api/1.3/posts/1', '/api/1.3/drafts/2', '/api/1.3/posts/3'])(
  'PUT %s of what GET answers changes nothing',
  async (path) => {
    await service.put('/api/1.3/posts/3', FULL).expect(200);
    const { body: before } = await service.get(path).expect(200);
    const { body: answer } = await service.put(path, before).expect(200);
    expect(answer).toMatchObject({ version: before.version, updated_ts: before.updated_ts });
    expect((await service.get(path).expect(200)).body).toEqual(before);
  },
);

test('who may not edit may not edit nothing, and a version that was not seen is refused all the same', async () => {
  const { client } = await service.createAuthorWithKey('Reader');
  await client.put('/api/1.3/posts/1', {}).expect(403);
  await service.put('/api/1.3/posts/1', {}).set('if-match', '"999"').expect(412);
  await service.put('/api/1.3/posts/999', {}).expect(404);
});
