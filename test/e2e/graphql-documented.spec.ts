import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Kind, parse } from 'graphql';
import { documentedQueries } from '../support/documented-queries.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

const QUERIES = documentedQueries();
const QUERY = QUERIES.find(({ source }) => source.includes('query PostPage('))?.source;
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

/** Each operation of the documentation, with the document that it stands in. */
const OPERATIONS = QUERIES.flatMap(({ source }) =>
  parse(source).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [[definition.name?.value ?? '', source]] : [],
  ),
);

test('The documentation has queries', () => {
  const names = OPERATIONS.map(([name]) => name);
  expect(names).toEqual(['Front', 'PostPage', 'PostList', 'PostSearch', 'PostAtUrl']);
});

test.each(OPERATIONS)('The query %s of docs/graphql.md finds a post', async (operationName, query) => {
  const sent = { headline: 'High tides', body: '<p>Today.</p>', tags: ['Sea'], image_id: 1 };
  const { body: post } = await service.post('/api/1.3/posts', sent).expect(200);
  const url = (post as { post_url: string }).post_url;
  const variables = { tags: ['Sea'], path: url, url, phrase: 'tides high', after: '' };
  const { body } = await service
    .as(null)
    .post('/core/graphql', { query, operationName, variables })
    .set('accept', 'application/graphql-response+json')
    .expect(200);
  expect(body).not.toHaveProperty('errors');
  const { posts, postsPage } = (body as { data: Record<string, { items?: object[] } | undefined> }).data;
  const found = posts ?? postsPage?.items;
  expect(found).toContainEqual(expect.objectContaining({ title: 'High tides' }));
});
