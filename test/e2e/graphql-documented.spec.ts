import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

const DOCUMENT = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8');
const QUERY = /```graphql\n(.*?)```/s.exec(DOCUMENT)?.[1] ?? '';
const SETTINGS = { ads: { head: { template: 'ad' }, body: [{ template: { default: 'web', AMP: 'amp' } }] } };

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: SETTINGS });
  await createImages(service, 1);
});
afterAll(() => service.stop());

test('The query of docs/graphql.md brings all that the page of a post shows', async () => {
  const settings = { layout_type: 2, flags: ['counter'] };
  const listicle = { settings, items: [{ headline: 'First', body: '<p>One</p>' }] };
  const sent = {
    headline: 'The bridge',
    image_id: 1,
    body: '<p>It is open.</p>',
    tags: ['Jazz'],
    listicle,
  };
  const { body: post } = await service.post('/api/1.3/posts', sent).expect(200);
  const variables = { path: (post as { post_url: string }).post_url };
  const { body } = await service.as(null).post('/core/graphql', { query: QUERY, variables }).expect(200);
  expect(body).not.toHaveProperty('errors');
  const { data } = body as { data: { posts: { content: { tree: object[] } }[] } };
  expect(data).toMatchObject({
    posts: [{ title: 'The bridge', image: { small: [{}], large: [{}] }, regularTags: [{ slug: 'jazz' }] }],
    newest: { items: [{ title: 'The bridge' }], pageInfo: { hasNextPage: false } },
    mostRead: [{ title: 'The bridge' }],
    ads: { head: { template: 'ad' }, body: [{ template: 'web', amp: 'amp' }] },
  });
  expect(data.posts[0]?.content.tree).toContainEqual(
    expect.objectContaining({ layout: expect.objectContaining({ slideshowFlags: ['COUNTER'] }) }),
  );
});
