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

test.each(['', '/', '//', '/no path?#', '/../up', '/control\u0001', '/half\ud83d'])(
  'a post for which the strategy answers %j has a path of its basename',
  async (path) => {
    answer = path;
    const { body } = await service.post('/api/1.3/posts', { headline: 'The bridge' }).expect(200);
    const { id, slug, post_url: url } = body as { id: number; slug: string; post_url: string };
    expect(slug).toMatch(/^the-bridge(?:-\d+)?$/);
    expect(url).toBe(`${BASE_URL}/${slug}`);
    await service.as(null).get(`/${slug}`).expect(200);
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
  },
);

test.each(['/мост/открыт', 'мост/открыт', '/мост//открыт/', ' /мост/открыт '])(
  'a post for which the strategy answers %j has this path, in its normal form',
  async (path) => {
    answer = path;
    const { body } = await service.post('/api/1.3/posts', { headline: 'The bridge' }).expect(200);
    const { id, slug } = body as { id: number; slug: string };
    expect(slug).toBe('мост/открыт');
    await service
      .as(null)
      .get(`/${encodeURI(slug)}`)
      .expect(200);
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
  },
);
