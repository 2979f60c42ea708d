import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a post is created and read back', async () => {
  const { body } = await service
    .post('/api/1.3/posts', { headline: 'Hello', body: '<p>x</p>', tags: ['a'] })
    .expect(200);
  await service.get(`/api/1.3/posts/${body.id}`).expect(200);
  expect(body.post_url).toBe('https://site.example/hello');
});

test('a long body is rendered in a worker', async () => {
  const text = '<p>word</p>'.repeat(20000);
  const { body } = await service.post('/api/1.3/posts', { headline: 'Long', body: text }).expect(200);
  expect(body.words_count).toBe(20000);
  expect(body.body).toBe(text);
});
