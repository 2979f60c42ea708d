import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { ArticleRelationsReader } from '../../src/modules/articles/infrastructure/relations/article-relations.js';
import { RevisionsRepository } from '../../src/modules/revisions/domain/revisions.repository.js';
import { Database } from '../../src/platform/database/database.js';
import { ok } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';

interface Post {
  readonly id: number;
  readonly slug: string;
  readonly headline: string;
  readonly public_tags: readonly string[];
  readonly version: number;
}

const [PRIVATE, PUBLIC] = [1, 2];
let service: Service;
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

const create = (fields: object) => ok<Post>(service.post('/api/1.3/posts', { headline: 'Old', ...fields }));

/** Runs a change when a reader has begun to read, and before it reads what is assigned to the articles. */
function meanwhile(change: () => Promise<unknown>, times = 1) {
  const [database, relations] = [service.app.get(Database), service.app.get(ArticleRelationsReader)];
  const read = relations.read.bind(relations);
  let left = times;
  return jest.spyOn(relations, 'read').mockImplementation(async (...asked) => {
    if (!database.isInTransaction && left-- > 0) await change();
    return read(...asked);
  });
}
const edit =
  ({ id }: Post, fields: object) =>
  () =>
    ok(service.put(`/api/1.3/posts/${id}`, fields));
const CHANGED = { headline: 'New', tags: ['new'] };
const told = ({ headline, public_tags: tags }: Post) => [headline, ...tags];

test.each([
  ['post', ({ id }: Post) => ok<Post>(service.get(`/api/1.3/posts/${id}`))],
  [
    'post in a list',
    async (post: Post) =>
      (await ok<Post[]>(service.get('/api/1.3/posts'))).find(({ id }) => id === post.id) ?? post,
  ],
])('a %s has the text and the tags of one version', async (_name, read) => {
  const post = await create({ tags: ['old'] });
  meanwhile(edit(post, CHANGED));
  const seen = await read(post);
  expect([...told(seen), seen.version]).toEqual(['New', 'new', 2]);
});

test('GraphQL shows the text and the tags of one version', async () => {
  const post = await create({ tags: ['old'] });
  meanwhile(edit(post, CHANGED));
  const query = '{ posts(slice: {limit: 1}) { title regularTags { title } } }';
  const { data } = await ok<{ data: unknown }>(service.post('/core/graphql', { query }));
  expect(data).toEqual({ posts: [{ title: 'New', regularTags: [{ title: 'new' }] }] });
});

test('a text that came into a private section with its change is shown to no reader', async () => {
  const section = (title: string, status: number) =>
    ok<{ id: number }>(service.post('/api/1.3/sections', { title, url: title.toLowerCase(), status }));
  const [open, secret] = [await section('Open', PUBLIC), await section('Secret', PRIVATE)];
  const post = await create({ sections: [open.id] });
  meanwhile(edit(post, { headline: 'Secret', sections: [secret.id] }));
  await service.as(null).get(`/${post.slug}`).expect(404);
});

test('a draft that changes hands is not read by its former author', async () => {
  const guest = await service.createAuthorWithKey('Guest Writer');
  const { id } = await ok<Post>(
    service.post('/api/1.3/drafts', { headline: 'Old', roar_author_ids: [guest.id] }),
  );
  const read = () => guest.client.get(`/api/1.3/drafts/${id}`);
  await read().expect(200);
  meanwhile(() => ok(service.put(`/api/1.3/drafts/${id}`, { headline: 'Secret', roar_author_ids: [1] })));
  await read().expect(404);
});

test('the answer of a write is what it has written', async () => {
  const post = await create({ tags: ['old'] });
  meanwhile(edit(post, { headline: 'Third', tags: ['third'] }));
  const written = await ok<Post>(service.put(`/api/1.3/posts/${post.id}`, CHANGED));
  expect([...told(written), written.version]).toEqual(['New', 'new', 2]);
});

test('the version that matches is the one whose lists were read', async () => {
  const post = await create({ tags: ['old'] });
  meanwhile(edit(post, CHANGED));
  const { body, headers } = await service.get(`/api/1.3/posts/${post.id}`).expect(200);
  jest.restoreAllMocks();
  const { version, ...whole } = body as Post;
  const client: Client = service;
  await client
    .put(`/api/1.3/posts/${post.id}`, { ...whole, headline: 'Whole' })
    .set('If-Match', String(headers.etag))
    .expect(200);
  expect(version).toBe(2);
  expect(told(await ok<Post>(service.get(`/api/1.3/posts/${post.id}`)))).toEqual(['Whole', 'new']);
});

test('an article that is changed all the time is busy, and not torn', async () => {
  const post = await create({ tags: ['old'] });
  let count = 0;
  meanwhile(() => edit(post, { headline: `Change ${++count}`, tags: [`${count}`] })(), Infinity);
  const { body, headers } = await service.get(`/api/1.3/posts/${post.id}`).expect(503);
  expect(body).toMatchObject({ code: 'article-busy' });
  expect(headers['retry-after']).toBeDefined();
});

test('the list of versions names each once', async () => {
  const post = await create({});
  await edit(post, { headline: 'Second' })();
  const revisions = service.app.get(RevisionsRepository);
  const listMany = revisions.listMany.bind(revisions);
  jest.spyOn(revisions, 'listMany').mockImplementationOnce(async (...asked) => {
    await edit(post, { headline: 'Third' })();
    return listMany(...asked);
  });
  const list = await ok<{ revision: number }[]>(service.get(`/api/1.3/posts/${post.id}/revisions`));
  expect(list.map(({ revision }) => revision)).toEqual([2, 1]);
});
