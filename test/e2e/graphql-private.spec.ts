import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, type Service, startService } from '../support/service.js';

let service: Service;
let hidden: number;
let open: number;
beforeAll(async () => {
  service = await startService();
  const section = async (title: string, status: number): Promise<number> =>
    (await service.post('/api/1.3/sections', { title, url: title.toLowerCase(), status }).expect(200)).body
      .id;
  [hidden, open] = [await section('Hidden', 1), await section('Open', 2)];
  await service.post('/api/1.3/posts', { headline: 'In both', sections: [hidden, open] }).expect(200);
  await service.post('/api/1.3/posts', { headline: 'In one', sections: [open] }).expect(200);
});
afterAll(() => service.stop());

async function titles(client: Client, filters: string): Promise<string[]> {
  const { body } = await client
    .post('/core/graphql', { query: `{posts(filters:{${filters}}){title}}` })
    .expect(200);
  return (body.data.posts as { title: string }[]).map(({ title }) => title).sort();
}

test('Nobody learns by filters which posts are in a section that they may not see', async () => {
  const anybody = service.as(null);
  expect(await titles(anybody, `includedSections:[${open}]`)).toEqual(['In both', 'In one']);
  expect(await titles(anybody, `includedSections:[${hidden}]`)).toEqual([]);
  expect(await titles(anybody, `includedSections:[${hidden},${open}]`)).toEqual(['In both', 'In one']);
  expect(await titles(anybody, `excludedSections:[${hidden}]`)).toEqual(['In both', 'In one']);
  expect(await titles(anybody, `excludedSections:[${open}]`)).toEqual([]);
  expect(await titles(service, `includedSections:[${hidden}]`)).toEqual(['In both']);
  expect(await titles(service, `excludedSections:[${hidden}]`)).toEqual(['In one']);
});
