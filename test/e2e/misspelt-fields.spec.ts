import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { field } from '../../src/extension/field.js';
import { type Service, startService } from '../support/service.js';

const DRAFTS = '/api/1.3/drafts';
const POSTS = '/api/1.3/posts';

let service: Service;
beforeAll(async () => {
  service = await startService({ extension: { fields: [field('acme_tag', { type: 'text' })] } });
});
afterAll(() => service.stop());

const hint = (sent: string, meant: string) => `${sent}: there is no such field; did you mean ${meant}?`;

test('Names that are nearly those of fields are ignored, and told', async () => {
  const sent = { headline: 'T', sectons: [0], tag: ['a'], boddy: '<p>x</p>', Subheadline: 'x' };
  const { body } = await service.post(POSTS, sent).expect(200);
  expect(body).toMatchObject({ body: null, sections: [], tags: [], subheadline: null });
  expect(body.warnings).toEqual([
    ...[hint('sectons', 'sections'), hint('tag', 'tags'), hint('boddy', 'body')],
    hint('Subheadline', 'subheadline'),
  ]);
  const { body: edited } = await service.put(`${DRAFTS}/${body.id}`, { acton: 'unpublish' }).expect(200);
  expect(edited).toMatchObject({ status: 0, version: body.version, warnings: [hint('acton', 'action')] });
});

test('Other unknown names are told, too', async () => {
  const { body } = await service.post(DRAFTS, { headline: 'T', content: '<p>x</p>', city: 1 }).expect(200);
  expect(body.warnings).toEqual(['content: there is no such field', 'city: there is no such field']);
});

test('Fields of answers that are made of others are told, unless a whole object is sent back', async () => {
  const sent = { headline: 'T', slug: 'mine', public_tags: ['a'], likes: 3 };
  const { body } = await service.post(DRAFTS, sent).expect(200);
  expect(body.warnings).toEqual([
    'slug: is not set by this field; send manual_basename',
    'public_tags: is not set by this field; send tags',
  ]);
  const path = `${DRAFTS}/${body.id}`;
  const { body: edited } = await service.put(path, { id: body.id, headline: 'U', slug: 't' }).expect(200);
  expect(edited.warnings).toEqual([]);
});

test('A state that the request does not bring about is told, with what does', async () => {
  const status = 'status: is not set by this field; send action "publish" or "unpublish", or DELETE';
  const scheduled =
    'scheduled_at: is not set by this field; PUT /api/1.3/scheduled_posts/<id> schedules a draft';
  const { body: post } = await service
    .post(POSTS, { headline: 'T', status: 1, scheduled_at: 1_895_641_071 })
    .expect(200);
  expect(post).toMatchObject({ status: 0, scheduled_at: null, warnings: [status, scheduled] });
  const path = `${DRAFTS}/${post.id}`;
  const { body: same } = await service.put(path, { status: 0, scheduled_at: null }).expect(200);
  expect(same.warnings).toEqual([]);
  const { body: draft } = await service.put(path, { status: 1, action: 'unpublish' }).expect(200);
  expect(draft).toMatchObject({ status: 1, warnings: [] });
  const whole = { ...draft, action: 'publish' };
  expect((await service.put(path, whole).expect(200)).body).toMatchObject({ status: 0, warnings: [] });
  await service.put(path, { action: 'unpublish' }).expect(200);
  for (const sent of ['x', {}, { toString: 1 }, [], true]) {
    const { body } = await service.put(path, { status: sent }).expect(200);
    expect(body).toMatchObject({ status: 1, warnings: [status] });
  }
});

test('Names of answers and of fields of an extension are not told', async () => {
  const { body } = await service.post(DRAFTS, { headline: 'T', acme_tag: 'a' }).expect(200);
  expect(body.warnings).toEqual([]);
  const { body: shown } = await service.get(`${DRAFTS}/${body.id}`).expect(200);
  const { body: saved } = await service.put(`${DRAFTS}/${body.id}`, shown).expect(200);
  expect(saved).toMatchObject({ version: body.version, warnings: [] });
  const { body: both } = await service.put(`${DRAFTS}/${body.id}`, { tags: ['a'], tag: 'a' }).expect(200);
  expect(both.warnings).toEqual(['tag: there is no such field']);
});

test('Names of any length and number cost little', async () => {
  const names = Array.from({ length: 5000 }, (_, n) => [`tags${n}`, n]);
  const sent = { headline: 'T', ['s'.repeat(1_000_000)]: 1, ...Object.fromEntries(names) };
  const { body } = await service.post(DRAFTS, sent).expect(200);
  expect(body.warnings.length).toBeLessThanOrEqual(200);
  expect(JSON.stringify(body.warnings).length).toBeLessThan(30_000);
});

test('A record of many is told its own', async () => {
  const { body } = await service
    .post(`${POSTS}/bulk`, [{ headline: 'A', tag: 'x' }, { headline: 'B' }])
    .expect(200);
  expect(JSON.stringify(body[0])).toContain(hint('tag', 'tags'));
  expect(JSON.stringify(body[1])).not.toContain('no such field');
});
