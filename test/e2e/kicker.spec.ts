import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a kicker is stored, shown, selected, and named by a 412', async () => {
  const { body } = await service.post('/api/1.3/posts', { headline: 'One', kicker: 'Live' }).expect(200);
  const { id } = body as { id: number };
  const list = await service.get('/api/1.3/posts?include_fields=kicker').expect(200);
  expect(list.body).toEqual([{ kicker: 'Live' }]);
  await service.put(`/api/1.3/posts/${id}`, { kicker: 'Later' }).expect(200);
  const refused = await service.put(`/api/1.3/posts/${id}`, { kicker: 'x' }).set('If-Match', '"1"').expect(412);
  expect(refused.body.changed).toMatchObject([{ field: 'kicker' }]);
});
