import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Logger } from 'typeorm';
import { Database } from '../../src/platform/database/database.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}
interface Answer {
  readonly posts: Page['items'];
  readonly postsPage: Page;
}
interface Walk {
  readonly order?: 'RECENCY' | 'RATING';
  readonly limit?: number;
  readonly client?: Client;
  readonly between?: () => Promise<unknown>;
}

const TIME = 1_700_000_000;
const [COUNT, LIMIT, MOST_PAGES] = [60, 7, 100];
const QUERY = `query ($f: PostsFilters, $o: PostsOrder, $s: PostsSlice) {
  postsPage(filters: $f, order: $o, slice: $s) { items { id } pageInfo { endCursor hasNextPage } } }`;

let service: Service;
let anybody: Client;
let [section, hidden] = [0, 0];
/** Published, newest first. */
let posts: number[] = [];

async function make(path: string, sent: object, client: Client = service): Promise<number> {
  const { body } = await client.post(path, sent);
  expect(body).toMatchObject({ id: expect.any(Number) });
  return (body as { id: number }).id;
}
const publish = (more: object = {}) => make('/api/1.3/posts', { headline: 'Story', ...more });

async function ask(query: string, client: Client = anybody, variables: object = {}) {
  const { body } = await client.post('/core/graphql', { query, variables }).expect(200);
  return body as { data: Answer | null; errors?: { extensions: object; message: string }[] };
}

async function pageOf(
  filters: object | null,
  slice: object | null,
  { order, client }: Walk = {},
): Promise<Page> {
  const { data, errors } = await ask(QUERY, client, { f: filters, o: order, s: slice });
  expect(errors).toBeUndefined();
  if (!data) throw new Error('There is no answer.');
  return data.postsPage;
}

/** Reads a list to its end. */
async function walk(filters: object | null, how: Walk = {}): Promise<number[]> {
  const ids: number[] = [];
  let after: string | null = '';
  for (let pages = 0; after !== null; pages++) {
    expect(pages).toBeLessThan(MOST_PAGES);
    const page: Page = await pageOf(filters, { limit: how.limit ?? LIMIT, after }, how);
    ids.push(...page.items.map(({ id }) => id));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (after !== null) await how.between?.();
  }
  return ids;
}

async function idsOf(filters: string, client: Client = anybody): Promise<number[]> {
  const { data, errors } = await ask(
    `{ posts(filters: { ${filters} }, slice: { limit: 100 }) { id } }`,
    client,
  );
  expect(errors).toBeUndefined();
  return (data?.posts ?? []).map(({ id }) => id);
}

const refusal = (field: string) => ({
  extensions: { code: 'invalid-input', errors: expect.arrayContaining([expect.objectContaining({ field })]) },
});

beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
  anybody = service.as(null);
  section = await make('/api/1.3/sections', { title: 'News', url: 'news', status: 2 });
  hidden = await make('/api/1.3/sections', { title: 'Hidden', url: 'hidden', status: 1 });
  const made: { id: number; time: number }[] = [];
  for (let n = 0; n < COUNT; n++) {
    const time = TIME + (n % 9);
    const sections = n % 2 ? [section] : [];
    const headline = n % 3 ? 'Odd story' : 'Even story';
    const type = ['page', 'recipe', 'video'][n % 3];
    made.push({ id: await publish({ created_ts: time, sections, headline, type }), time });
  }
  for (const { id } of made.slice(0, 20))
    await service.post(`/api/1.3/posts/${id}/page_views`, { count: 1 + (id % 4) }).expect(200);
  await publish({ sections: [hidden], headline: 'Secret' });
  posts = made.sort((one, other) => other.time - one.time || other.id - one.id).map(({ id }) => id);
}, 60_000);
afterAll(() => service.stop());

describe('pages of posts', () => {
  test('reach the end of the list, in every order and with filters', async () => {
    expect(await walk(null)).toEqual(posts);
    expect(await walk({}, { order: 'RECENCY', limit: 1 })).toEqual(posts);
    const rated = await ask('{ posts(order: RATING, slice: { limit: 100 }) { id } }');
    const byViews = (rated.data?.posts ?? []).map(({ id }) => id);
    expect(byViews).toHaveLength(COUNT);
    expect(byViews).not.toEqual(posts);
    expect(await walk(null, { order: 'RATING' })).toEqual(byViews);
    for (const filters of [{ includedSections: [section] }, { phrase: 'odd' }, { types: ['page', 'video'] }])
      for (const order of ['RECENCY', 'RATING'] as const) {
        const query =
          'query ($f: PostsFilters, $o: PostsOrder) { posts(filters: $f, order: $o, slice: { limit: 100 }) { id } }';
        const { data } = await ask(query, anybody, { f: filters, o: order });
        const all = (data?.posts ?? []).map(({ id }) => id);
        expect(all.length).toBeGreaterThan(LIMIT);
        expect(await walk(filters, { order })).toEqual(all);
      }
  });

  test('end with a page that has no next one, and an empty one has no cursor', async () => {
    const { pageInfo, items } = await pageOf(null, { limit: 100 });
    expect(pageInfo).toEqual({ hasNextPage: false, endCursor: expect.any(String) });
    expect(items).toHaveLength(COUNT);
    const none = { items: [], pageInfo: { endCursor: null, hasNextPage: false } };
    expect(await pageOf({ includedTags: ['nobody'] }, null)).toEqual(none);
    expect(await pageOf({ includedTags: ['!'] }, null)).toEqual(none);
    expect(await pageOf(null, { limit: 0 })).toEqual(none);
    expect(await pageOf(null, { limit: 5, after: pageInfo.endCursor })).toEqual(none);
  });

  test('are without gaps and repeats while posts are published and removed', async () => {
    const extra = await publish({ created_ts: TIME - 1 });
    const ids = await walk(null, {
      between: async () => {
        await publish({ created_ts: TIME + 1000, headline: 'Later' });
        await service.delete(`/api/1.3/posts/${extra}`);
      },
    });
    expect(ids).toEqual(posts);
    const later = await idsOf('phrase: "later"');
    for (const id of later) await service.delete(`/api/1.3/posts/${id}`).expect(200);
  });

  test('may begin behind an offset', async () => {
    const { data } = await ask('{ posts(slice: { offset: 5, limit: 3 }) { id } }');
    expect(data?.posts).toEqual(posts.slice(5, 8).map((id) => ({ id })));
    const page = await pageOf(null, { offset: 5, limit: 3 });
    expect(page.items).toEqual(posts.slice(5, 8).map((id) => ({ id })));
    const next = await pageOf(null, { limit: 3, after: page.pageInfo.endCursor });
    expect(next.items).toEqual(posts.slice(8, 11).map((id) => ({ id })));
    const plain = 'query ($s: PostsSlice) { posts(slice: $s) { id } }';
    const more = await ask(plain, anybody, { s: { limit: 3, after: page.pageInfo.endCursor } });
    expect(more.data?.posts).toEqual(next.items);
  });

  test('have the order of the field rather than that of the slice', async () => {
    const { data } = await ask('{ posts(order: RECENCY, slice: { order: RATING, limit: 100 }) { id } }');
    expect(data?.posts).toEqual(posts.map((id) => ({ id })));
    expect(await pageOf(null, { order: 'RATING', limit: 100 }, { order: 'RECENCY' })).toMatchObject({
      items: posts.map((id) => ({ id })),
    });
  });

  test('refuse cursors of other lists, beside an offset, and what is none', async () => {
    const { pageInfo } = await pageOf({ phrase: 'story' }, { limit: 2 });
    const after = pageInfo.endCursor ?? '';
    for (const [filters, slice, field] of [
      [null, { after }, 'slice.after'],
      [{ phrase: 'odd' }, { after }, 'slice.after'],
      [{ phrase: 'story' }, { after, order: 'RATING' }, 'slice.after'],
      [{ phrase: 'story' }, { after, offset: 1 }, 'slice.offset'],
      [{ phrase: 'story' }, { after: '', offset: 0 }, 'slice.offset'],
      [null, { after: 'nothing' }, 'slice.after'],
      [null, { after: "'; DROP TABLE articles" }, 'slice.after'],
      [null, { offset: -1 }, 'slice.offset'],
      [null, { offset: 2_147_483_647 }, 'slice.offset'],
    ] as const) {
      const { data, errors } = await ask(QUERY, anybody, { f: filters, s: slice });
      expect(data).toEqual({ postsPage: null });
      expect(errors).toMatchObject([refusal(field)]);
    }
  });

  test('take as many statements, and read as few columns, as lists', async () => {
    const sentBy = async (query: string) => {
      const statements = jest.spyOn(service.app.get(Database).sources.statements as Logger, 'logQuery');
      await ask(query, service);
      const texts = statements.mock.calls.map(([text]) => text);
      statements.mockRestore();
      return texts;
    };
    const list = await sentBy('{ posts(slice: { limit: 5 }) { id title } }');
    const page = await sentBy(
      '{ postsPage(slice: { limit: 5 }) { ...P pageInfo { hasNextPage } } } fragment P on PostsPage { items { id title } }',
    );
    expect(page).toHaveLength(list.length);
    expect(page.at(-1)).toBe(list.at(-1));
  });

  test('cost as much as the posts that they may have', async () => {
    const costOf = async (query: string) => {
      const { body } = await anybody.post('/core/graphql', { query }).set('x-graphql-cost', '1').expect(200);
      return (body as { extensions: { cost: { requested: number } } }).extensions.cost.requested;
    };
    const list = await costOf('{ posts(slice: { limit: 50 }) { id title } }');
    const page = await costOf('{ postsPage(slice: { limit: 50 }) { items { id title } } }');
    expect(page).toBeGreaterThanOrEqual(list);
    expect(page).toBeLessThan(2 * list);
    expect(await costOf('{ postsPage { items { id } } }')).toBeLessThan(page);
    const heavy =
      'authors { title } primarySections { title } regularSections { title } primaryTags { slug } regularTags { slug }';
    const aliases = Array.from(
      { length: 40 },
      (_, n) => `p${n}: postsPage(slice: { limit: 100 }) { items { ${heavy} } }`,
    );
    const { body } = await anybody.post('/core/graphql', { query: `{ ${aliases.join(' ')} }` });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'query-too-large', what: 'cost' } }] });
  });
});

describe('filters of posts', () => {
  test('by paths and URLs of the site, present and former', async () => {
    const id = await publish({ headline: 'The café is open', created_ts: TIME - 50 });
    const { body } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    const former = new URL((body as { post_url: string }).post_url).pathname;
    await service
      .put(`/api/1.3/posts/${id}`, { page_list: [{ view: 'web', path: '/places/Café du Nord' }] })
      .expect(200);
    const present = '/places/Café du Nord';
    const encoded = encodeURI(present);
    for (const path of [
      present,
      present.slice(1),
      `${present}/`,
      encoded,
      `${BASE_URL}${encoded}`,
      `${BASE_URL}${encoded}/?utm_source=x#top`,
      `${BASE_URL.replace('https', 'http')}${encoded}`,
      former,
      `${former.slice(1)}/`,
      `${BASE_URL}${former}`,
      `/amp${encoded}`,
    ])
      expect({ path, ids: await idsOf(`includedPaths: [${JSON.stringify(path)}]`) }).toEqual({
        path,
        ids: [id],
      });
    for (const path of [
      '/nowhere',
      '/',
      '',
      '/news',
      `https://elsewhere.example${encoded}`,
      'https://',
      '%E0%A4%A',
      '/%00',
      `/${'x'.repeat(5000)}`,
      `${former} `.toUpperCase(),
    ])
      expect({ path, ids: await idsOf(`includedPaths: [${JSON.stringify(path)}]`) }).toEqual({
        path,
        ids: [],
      });
    const paths = ['\ud800', '/\u0000'];
    const query = 'query ($f: PostsFilters) { posts(filters: $f) { id } }';
    expect((await ask(query, anybody, { f: { includedPaths: paths } })).data).toEqual({ posts: [] });
    const both = `includedPaths: ["/nowhere", "${former}", "${present}"]`;
    expect(await idsOf(both)).toEqual([id]);
    expect(await idsOf(`${both}, includedIds: [${id}]`)).toEqual([id]);
    expect(await idsOf(`${both}, includedIds: [${id + 1000}]`)).toEqual([]);
    expect(await idsOf(`includedPaths: [], includedIds: [${id}]`)).toEqual([id]);
    const { body: answer } = await service.get(`/api/1.3/posts?phrase=secret`).expect(200);
    const secret = new URL((answer as { post_url: string }[])[0]?.post_url ?? '').pathname;
    expect(await idsOf(`includedPaths: ["${secret}"]`)).toEqual([]);
    expect(await idsOf(`includedPaths: ["${secret}"]`, service)).toHaveLength(1);
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    expect(await idsOf(both)).toEqual([]);
  });

  test('by phrase, dates and types, as in REST', async () => {
    for (const [filters, query] of [
      ['phrase: "ODD story"', 'phrase=odd+story'],
      ['phrase: "  "', ''],
      ['phrase: "nobody"', 'phrase=nobody'],
      [`dateFrom: ${TIME + 3}`, `date_from=${TIME + 3}`],
      [`dateTo: ${TIME + 3}`, `date_to=${TIME + 3}`],
      [`dateFrom: ${TIME + 3}, dateTo: ${TIME + 4}`, `date_from=${TIME + 3}&date_to=${TIME + 4}`],
      [`dateFrom: ${TIME + 4}, dateTo: ${TIME + 3}`, `date_from=${TIME + 4}&date_to=${TIME + 3}`],
      ['types: ["recipe"]', 'type=recipe'],
      ['types: ["none"]', 'type=none'],
      ['types: []', ''],
      [`types: ["page"], phrase: "even", dateTo: ${TIME + 6}`, `type=page&phrase=even&date_to=${TIME + 6}`],
    ] as const) {
      const { body } = await service.get(`/api/1.3/posts?exclude_private=1&limit=100&${query}`).expect(200);
      const ids = (body as Page['items']).map(({ id }) => id);
      expect({ filters, ids: await idsOf(filters) }).toEqual({ filters, ids });
    }
    const [recipes, videos] = [await idsOf('types: ["recipe"]'), await idsOf('types: ["video"]')];
    expect(await idsOf('types: ["recipe", "video", "recipe"]')).toEqual(
      posts.filter((id) => recipes.includes(id) || videos.includes(id)),
    );
    const words = Array.from({ length: 500 }, (_, n) => `w${n}`).join(' ');
    const { errors } = await ask(`{ posts(filters: { phrase: "${words}" }) { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'invalid-input' } }]);
    const types = JSON.stringify(Array.from({ length: 101 }, (_, n) => `t${n}`));
    expect((await ask(`{ posts(filters: { types: ${types} }) { id } }`)).errors).toMatchObject([
      refusal('filters.types'),
    ]);
  });
});

describe('states of posts', () => {
  let [draft, later, own] = [0, 0, 0];
  let guest: Client;
  let reader: Client;
  const ALL = 'statuses: [DRAFT, SCHEDULED, PUBLISHED]';

  beforeAll(async () => {
    draft = await make('/api/1.3/drafts', { headline: 'Draft', created_ts: TIME + 100 });
    later = await make('/api/1.3/drafts', { headline: 'Scheduled', created_ts: TIME + 101 });
    await service.put(`/api/1.3/scheduled_posts/${later}`, { scheduled_at: 4_000_000_000 }).expect(200);
    guest = (await service.createAuthorWithKey('Guest Writer')).client;
    reader = (await service.createAuthorWithKey('Reader')).client;
    own = await make('/api/1.3/drafts', { headline: 'Own', created_ts: TIME + 102 }, guest);
    const removed = await make('/api/1.3/drafts', { headline: 'Removed' });
    await service.delete(`/api/1.3/drafts/${removed}`).expect(200);
  });

  test('are shown to keys as far as they may read them', async () => {
    const secret = await idsOf('phrase: "secret"', service);
    const published = [...secret, ...posts];
    expect(await idsOf(ALL, service)).toEqual([...secret, own, later, draft, ...posts]);
    expect(await idsOf('statuses: [DRAFT]', service)).toEqual([own, draft]);
    expect(await idsOf('statuses: [SCHEDULED]', service)).toEqual([later]);
    expect(await idsOf('statuses: [PUBLISHED]', service)).toEqual(published);
    expect(await idsOf('statuses: []', service)).toEqual(published);
    expect(await idsOf(ALL, guest)).toEqual([...secret, own, ...posts]);
    expect(await idsOf('statuses: [DRAFT, SCHEDULED]', guest)).toEqual([own]);
    expect(await idsOf(ALL, reader)).toEqual(published);
    expect(await idsOf('statuses: [DRAFT]', reader)).toEqual([]);
    expect(await walk({ statuses: ['DRAFT', 'SCHEDULED', 'PUBLISHED'] }, { client: guest })).toEqual([
      ...secret,
      own,
      ...posts,
    ]);
  });

  test('count with the other filters', async () => {
    expect(await idsOf(`${ALL}, includedIds: [${draft}, ${posts[0] ?? 0}]`, service)).toEqual([
      draft,
      posts[0],
    ]);
    expect(await idsOf(`${ALL}, excludedStatuses: [PUBLISHED, DRAFT]`, service)).toEqual([later]);
    expect(await idsOf('includedStatuses: [DRAFT]', service)).toEqual([own, draft]);
    expect(await idsOf(`${ALL}, includedStatuses: [DRAFT]`, service)).toEqual([own, draft]);
    expect(await idsOf('excludedStatuses: [DRAFT]')).toEqual(posts);
    expect(await idsOf('excludedStatuses: [PUBLISHED]')).toEqual([]);
    expect(await idsOf('includedStatuses: [PUBLISHED]')).toEqual(posts);
    const path = (await service.get(`/api/1.3/drafts/${draft}`).expect(200)).body as { post_url: string };
    expect(await idsOf(`${ALL}, includedPaths: [${JSON.stringify(path.post_url)}]`, service)).toEqual([
      draft,
    ]);
    expect(await idsOf(`includedPaths: [${JSON.stringify(path.post_url)}]`, service)).toEqual([]);
  });

  test('in the order of views, with drafts that were viewed when they were posts', async () => {
    const id = await publish({ headline: 'Was a post', created_ts: TIME + 500 });
    await service.post(`/api/1.3/posts/${id}/page_views`, { count: 99 }).expect(200);
    await service.put(`/api/1.3/posts/${id}`, { action: 'unpublish' }).expect(200);
    const filters = { statuses: ['DRAFT', 'PUBLISHED'] };
    const ids = await walk(filters, { order: 'RATING', client: service });
    expect(ids).toHaveLength(COUNT + 4);
    expect(new Set(ids)).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
    await service.delete(`/api/1.3/drafts/${id}`).expect(200);
  });

  test('are refused to readers without a key, who are shown nothing that was kept for keys', async () => {
    const query = `{ posts(filters: { ${ALL} }, slice: { limit: 3 }) { id title } }`;
    const forbidden = { data: { posts: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] };
    for (let n = 0; n < 3; n++) {
      expect(await ask(query)).toMatchObject(forbidden);
      const { body, headers } = await service
        .get(`/core/graphql?query=${encodeURIComponent(query)}`)
        .expect(200);
      expect((body as { data: { posts: object[] } }).data.posts[1]).toMatchObject({ id: own });
      expect(headers).not.toHaveProperty('age');
      expect(headers['cache-control']).toBe('no-store');
      const refused = await anybody.get(`/core/graphql?query=${encodeURIComponent(query)}`).expect(200);
      expect(refused.body).toMatchObject(forbidden);
      expect(refused.headers['cache-control']).toBe('no-store');
    }
    expect(await ask('{ postsPage(filters: { statuses: [DRAFT] }) { items { id } } }')).toMatchObject({
      data: { postsPage: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});
