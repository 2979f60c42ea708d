import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fewestStatements } from '../support/sent-statements.js';
import { type Client, type Service, startService } from '../support/service.js';

interface Shown {
  readonly revision: number;
  readonly createdAt: number;
  readonly author: { readonly id: number; readonly title: string } | null;
  readonly changed: readonly string[];
}
interface Answer {
  readonly data?: { readonly posts: readonly { id: number; revisions: { items: Shown[] } | null }[] };
  readonly errors?: readonly { path?: readonly unknown[]; extensions: { code: string } }[];
}

const REVISIONS = 'revisions(slice: $slice) { items { revision createdAt author { id title } changed } }';
const POSTS = `query ($f: PostsFilters, $s: PostsSlice, $slice: RevisionsSlice) {
  posts(filters: $f, slice: $s) { id ${REVISIONS} } }`;

let service: Service;
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterAll(() => service.stop());

const ask = async (variables: object, client: Client = service, query = POSTS): Promise<Answer> =>
  (await client.post('/core/graphql', { query, variables }).expect(200)).body as Answer;
const create = async (client: Client, path: string, body: object) =>
  ((await client.post(`/api/1.3/${path}`, body).expect(200)).body as { id: number }).id;
const edit = (client: Client, id: number, body: object) =>
  client.put(`/api/1.3/posts/${id}`, body).expect(200);
const historyOf = async (
  id: number,
  client: Client = service,
  slice: object | null = null,
  more: object = {},
) => {
  const { data, errors } = await ask({ f: { includedIds: [id], ...more }, slice }, client);
  expect(errors).toBeUndefined();
  expect(data?.posts).toHaveLength(1);
  return data?.posts[0]?.revisions?.items ?? null;
};

test('a post has its versions as REST lists them', async () => {
  const editor = await service.createAuthorWithKey('Editor', { first_name: 'Edith' });
  const id = await create(service, 'posts', { headline: 'One' });
  await edit(editor.client, id, { headline: 'Two', tags: ['a'] });
  await edit(service, id, { subheadline: 'Three' });
  const shown = await historyOf(id, editor.client);
  const { body } = await service.get(`/api/1.3/posts/${id}/revisions`).expect(200);
  const listed = body as { revision: number; created_ts: number; author_id: number; changed: string[] }[];
  expect(shown).toEqual(
    listed.map(({ revision, created_ts, author_id, changed }) => ({
      ...{ revision, changed, createdAt: created_ts },
      author: { id: author_id, title: author_id === editor.id ? 'Edith' : expect.any(String) },
    })),
  );
  expect(shown?.map(({ revision }) => revision)).toEqual([3, 2, 1]);
  const numbers = async (slice: object) => (await historyOf(id, service, slice))?.map((one) => one.revision);
  expect(await numbers({ limit: 1 })).toEqual([3]);
  expect(await numbers({ limit: 1, offset: 1 })).toEqual([2]);
  expect(await numbers({ offset: 2 })).toEqual([1]);
  expect(await numbers({ limit: 0 })).toEqual([]);
  expect(await numbers({ offset: 9 })).toEqual([]);
});

test('readers without a key are refused, as for drafts', async () => {
  const id = await create(service, 'posts', { headline: 'Public' });
  const { data, errors } = await ask({ f: { includedIds: [id] } }, service.as(null));
  expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
    [['posts', 0, 'revisions'], 'FORBIDDEN'],
  ]);
  expect(data).toEqual({ posts: [{ id, revisions: null }] });
});

test('a key sees the histories of what it may edit, and no others', async () => {
  const writer = await service.createAuthorWithKey('Guest Writer');
  const own = await create(writer.client, 'drafts', { headline: 'Own' });
  const post = await create(service, 'posts', { headline: 'Out' });
  const drafts = { statuses: ['DRAFT', 'PUBLISHED'] };
  expect(await historyOf(own, writer.client, null, drafts)).toHaveLength(1);
  expect(await historyOf(post, writer.client, null, drafts)).toBeNull();
  const reader = await service.createAuthorWithKey('Reader');
  expect(await historyOf(post, reader.client)).toBeNull();
  const reading = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
  expect(await historyOf(post, reading)).toBeNull();
});

test('a preview link shows the draft, not its history', async () => {
  const id = await create(service, 'drafts', { headline: 'Previewed' });
  const { body } = await service.post(`/api/1.3/drafts/${id}/preview_links`, {}).expect(200);
  const token = new URL((body as { url: string }).url).searchParams.get('preview') ?? '';
  const variables = { f: { includedIds: [id], statuses: ['DRAFT'] } };
  const answer = await service
    .as(null)
    .post('/core/graphql', { query: POSTS, variables })
    .set('x-preview', token);
  const { data, errors } = answer.body as Answer;
  expect(data?.posts).toEqual([{ id, revisions: null }]);
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

test('bad slices are refused, and the cost counts all versions that may come', async () => {
  for (const [slice, field] of [
    [{ limit: -1 }, 'slice.limit'],
    [{ offset: -1 }, 'slice.offset'],
    [{ offset: 10_001 }, 'slice.offset'],
  ] as const) {
    const { errors } = await ask({ s: { limit: 1 }, slice });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'invalid-input', errors: [{ field }] });
  }
  const cost = async (limit: number) => {
    const sent = service.post('/core/graphql', {
      query: POSTS,
      variables: { s: { limit: 2 }, slice: { limit } },
    });
    const { body } = await sent.set('x-graphql-cost', '1').expect(200);
    return (body as { extensions: { cost: { requested: number } } }).extensions.cost.requested;
  };
  expect((await cost(100)) - (await cost(10))).toBeGreaterThanOrEqual(2 * 90 * 6);
  const deep = { s: { limit: 100 }, slice: { limit: 100 } };
  const aliases = Array.from({ length: 5 }, (_, n) => `r${n}: ${REVISIONS}`).join(' ');
  const query = `query ($s: PostsSlice, $slice: RevisionsSlice) { posts(slice: $s) { ${aliases} } }`;
  const { body } = await service.post('/core/graphql', { query, variables: deep });
  expect((body as Answer).errors?.[0]?.extensions.code).toBe('query-too-large');
});

test('a list of posts takes as many statements as one, and each part of the histories once', async () => {
  for (let n = 0; n < 30; n++) {
    const id = await create(service, 'posts', { headline: `Many ${n}` });
    if (n % 3 !== 0) await edit(service, id, { headline: `More ${n}` });
  }
  const statements = async (limit: number, query = POSTS) =>
    (await fewestStatements(service, () => ask({ s: { limit } }, service, query))).length;
  const one = await statements(1);
  expect(await statements(30)).toBe(one);
  const twice = POSTS.replace(REVISIONS, `${REVISIONS} again: ${REVISIONS}`);
  expect(await statements(30, twice)).toBe(one);
});
