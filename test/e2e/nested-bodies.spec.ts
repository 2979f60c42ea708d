import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const nested = (levels: number): object =>
  JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`) as object;

test('what is nested 1,990 levels deep can be read and sent back', async () => {
  const author = { role: 'Reader', first_name: 'A', last_name: 'B', specific_data: nested(1990) };
  const { body: made } = await service.post('/api/1.1/authors', author).expect(200);
  const { body: shown } = await service.get(`/api/1.1/authors/${made.id}`).expect(200);
  const { body: kept } = await service.put(`/api/1.1/authors/${made.id}`, shown).expect(200);
  expect(JSON.stringify(kept.specific_data)).toBe(JSON.stringify(author.specific_data));
  const custom = { product: nested(1990), roar_specific_data: nested(1990) };
  const { body: post } = await service.post('/api/1.3/posts', { headline: 'Deep', ...custom }).expect(200);
  const { body: read } = await service.get(`/api/1.3/posts/${post.id}`).expect(200);
  await service.put(`/api/1.3/posts/${post.id}`, read).expect(200);
});

test('the deepest body that is taken can be sent back as it is shown', async () => {
  let levels = 2000;
  const send = (depth: number) =>
    service.post('/api/1.3/posts', {
      headline: 'Deep',
      product: nested(depth),
      roar_specific_data: nested(depth),
    });
  let answer = await send(levels);
  while (answer.status !== 200) answer = await send(--levels);
  const { body: read } = await service.get(`/api/1.3/posts/${answer.body.id}`).expect(200);
  await service.put(`/api/1.3/posts/${answer.body.id}`, read).expect(200);
});
