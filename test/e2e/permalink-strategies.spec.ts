import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PermalinkStrategy } from '../../src/modules/permalinks/permalink-strategy.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

let answer = '';

class AnyPermalinks extends PermalinkStrategy {
  readonly dependsOnSection = false;

  pathOf(): string {
    return answer;
  }
}

let service: Service;
beforeAll(async () => {
  const adapters = [{ provide: PermalinkStrategy, useValue: new AnyPermalinks() }];
  service = await startService({ extension: { adapters } });
});
afterAll(() => service.stop());

test.each([
  '',
  '/',
  'no-slash',
  '/no path?#',
  '/../up',
  '/two//slashes',
  '/end/',
  ' /blank',
  '/control\u0001',
])('a post for which the strategy answers %j has a path of its basename', async (path) => {
  answer = path;
  const { body } = await service.post('/api/1.3/posts', { headline: 'The bridge' }).expect(200);
  const { id, slug, post_url: url } = body as { id: number; slug: string; post_url: string };
  expect(slug).toMatch(/^the-bridge(?:-\d+)?$/);
  expect(url).toBe(`${BASE_URL}/${slug}`);
  await service.as(null).get(`/${slug}`).expect(200);
  await service.delete(`/api/1.3/posts/${id}`).expect(200);
});

test('a path that the strategy may answer is that of the post', async () => {
  answer = '/мост/открыт';
  const { body } = await service.post('/api/1.3/posts', { headline: 'The bridge' }).expect(200);
  expect(body).toMatchObject({ slug: 'мост/открыт' });
});
