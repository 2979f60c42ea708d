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

test('Names of answers, of fields of an extension, and those that nobody could mean are not told', async () => {
  const { body } = await service.post(DRAFTS, { headline: 'T', acme_tag: 'a', utm_source: 'x' }).expect(200);
  expect(body.warnings).toEqual([]);
  const { body: shown } = await service.get(`${DRAFTS}/${body.id}`).expect(200);
  const { body: saved } = await service.put(`${DRAFTS}/${body.id}`, shown).expect(200);
  expect(saved).toMatchObject({ version: body.version, warnings: [] });
  const { body: both } = await service.put(`${DRAFTS}/${body.id}`, { tags: ['a'], tag: 'a' }).expect(200);
  expect(both.warnings).toEqual([]);
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
