import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COUNT, type Page, refusal, SiteOfPosts, TIME } from '../support/graphql-posts.js';
import { BASE_URL, type Client, type Service } from '../support/service.js';

let site: SiteOfPosts;
let service: Service;
let anybody: Client;
let posts: readonly number[] = [];
beforeAll(async () => {
  site = await SiteOfPosts.start();
  ({ service, anybody, posts } = site);
});
afterAll(() => service.stop());

describe('filters of posts', () => {
  test('by paths and URLs of the site, present and former', async () => {
    const id = await site.publish({ headline: 'The café is open', created_ts: TIME - 50 });
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
      expect({ path, ids: await site.idsOf(`includedPaths: [${JSON.stringify(path)}]`) }).toEqual({
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
      expect({ path, ids: await site.idsOf(`includedPaths: [${JSON.stringify(path)}]`) }).toEqual({
        path,
        ids: [],
      });
    const paths = ['\ud800', '/\u0000'];
    const query = 'query ($f: PostsFilters) { posts(filters: $f) { id } }';
    expect((await site.ask(query, anybody, { f: { includedPaths: paths } })).data).toEqual({ posts: [] });
    const both = `includedPaths: ["/nowhere", "${former}", "${present}"]`;
    expect(await site.idsOf(both)).toEqual([id]);
    expect(await site.idsOf(`${both}, includedIds: [${id}]`)).toEqual([id]);
    expect(await site.idsOf(`${both}, includedIds: [${id + 1000}]`)).toEqual([]);
    expect(await site.idsOf(`includedPaths: [], includedIds: [${id}]`)).toEqual([id]);
    const { body: answer } = await service.get(`/api/1.3/posts?phrase=secret`).expect(200);
    const secret = new URL((answer as { post_url: string }[])[0]?.post_url ?? '').pathname;
    expect(await site.idsOf(`includedPaths: ["${secret}"]`)).toEqual([]);
    expect(await site.idsOf(`includedPaths: ["${secret}"]`, service)).toHaveLength(1);
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    expect(await site.idsOf(both)).toEqual([]);
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
      expect({ filters, ids: await site.idsOf(filters) }).toEqual({ filters, ids });
    }
    const [recipes, videos] = [await site.idsOf('types: ["recipe"]'), await site.idsOf('types: ["video"]')];
    expect(await site.idsOf('types: ["recipe", "video", "recipe"]')).toEqual(
      posts.filter((id) => recipes.includes(id) || videos.includes(id)),
    );
    const words = Array.from({ length: 500 }, (_, n) => `w${n}`).join(' ');
    const { errors } = await site.ask(`{ posts(filters: { phrase: "${words}" }) { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'invalid-input' } }]);
    const types = JSON.stringify(Array.from({ length: 101 }, (_, n) => `t${n}`));
    expect((await site.ask(`{ posts(filters: { types: ${types} }) { id } }`)).errors).toMatchObject([
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
    draft = await site.make('/api/1.3/drafts', { headline: 'Draft', created_ts: TIME + 100 });
    later = await site.make('/api/1.3/drafts', { headline: 'Scheduled', created_ts: TIME + 101 });
    await service.put(`/api/1.3/scheduled_posts/${later}`, { scheduled_at: 4_000_000_000 }).expect(200);
    guest = (await service.createAuthorWithKey('Guest Writer')).client;
    reader = (await service.createAuthorWithKey('Reader')).client;
    own = await site.make('/api/1.3/drafts', { headline: 'Own', created_ts: TIME + 102 }, guest);
    const removed = await site.make('/api/1.3/drafts', { headline: 'Removed' });
    await service.delete(`/api/1.3/drafts/${removed}`).expect(200);
  });

  test('are shown to keys as far as they may read them', async () => {
    const secret = await site.idsOf('phrase: "secret"', service);
    const published = [...secret, ...posts];
    expect(await site.idsOf(ALL, service)).toEqual([...secret, own, later, draft, ...posts]);
    expect(await site.idsOf('statuses: [DRAFT]', service)).toEqual([own, draft]);
    expect(await site.idsOf('statuses: [SCHEDULED]', service)).toEqual([later]);
    expect(await site.idsOf('statuses: [PUBLISHED]', service)).toEqual(published);
    expect(await site.idsOf('statuses: []', service)).toEqual(published);
    expect(await site.idsOf(ALL, guest)).toEqual([...secret, own, ...posts]);
    expect(await site.idsOf('statuses: [DRAFT, SCHEDULED]', guest)).toEqual([own]);
    expect(await site.idsOf(ALL, reader)).toEqual(published);
    expect(await site.idsOf('statuses: [DRAFT]', reader)).toEqual([]);
    expect(await site.walk({ statuses: ['DRAFT', 'SCHEDULED', 'PUBLISHED'] }, { client: guest })).toEqual([
      ...secret,
      own,
      ...posts,
    ]);
  });

  test('count with the other filters', async () => {
    expect(await site.idsOf(`${ALL}, includedIds: [${draft}, ${posts[0] ?? 0}]`, service)).toEqual([
      draft,
      posts[0],
    ]);
    expect(await site.idsOf(`${ALL}, excludedStatuses: [PUBLISHED, DRAFT]`, service)).toEqual([later]);
    expect(await site.idsOf('includedStatuses: [DRAFT]', service)).toEqual([own, draft]);
    expect(await site.idsOf(`${ALL}, includedStatuses: [DRAFT]`, service)).toEqual([own, draft]);
    expect(await site.idsOf('excludedStatuses: [DRAFT]')).toEqual(posts);
    expect(await site.idsOf('excludedStatuses: [PUBLISHED]')).toEqual([]);
    expect(await site.idsOf('includedStatuses: [PUBLISHED]')).toEqual(posts);
    const path = (await service.get(`/api/1.3/drafts/${draft}`).expect(200)).body as { post_url: string };
    expect(await site.idsOf(`${ALL}, includedPaths: [${JSON.stringify(path.post_url)}]`, service)).toEqual([
      draft,
    ]);
    expect(await site.idsOf(`includedPaths: [${JSON.stringify(path.post_url)}]`, service)).toEqual([]);
  });

  test('in the order of views, with drafts that were viewed when they were posts', async () => {
    const id = await site.publish({ headline: 'Was a post', created_ts: TIME + 500 });
    await service.post(`/api/1.3/posts/${id}/page_views`, { count: 99 }).expect(200);
    await service.put(`/api/1.3/posts/${id}`, { action: 'unpublish' }).expect(200);
    const filters = { statuses: ['DRAFT', 'PUBLISHED'] };
    const ids = await site.walk(filters, { order: 'RATING', client: service });
    expect(ids).toHaveLength(COUNT + 4);
    expect(new Set(ids)).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
    await service.delete(`/api/1.3/drafts/${id}`).expect(200);
  });

  test('are refused to readers without a key, who are shown nothing that was kept for keys', async () => {
    const query = `{ posts(filters: { ${ALL} }, slice: { limit: 3 }) { id title } }`;
    const forbidden = { data: { posts: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] };
    for (let n = 0; n < 3; n++) {
      expect(await site.ask(query)).toMatchObject(forbidden);
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
    expect(await site.ask('{ postsPage(filters: { statuses: [DRAFT] }) { items { id } } }')).toMatchObject({
      data: { postsPage: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
  });
});
