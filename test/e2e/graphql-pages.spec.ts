import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COUNT, LIMIT, PAGE_QUERY, refusal, SiteOfPosts, TIME } from '../support/graphql-posts.js';
import { fewestStatements } from '../support/sent-statements.js';
import type { Client, Service } from '../support/service.js';

let site: SiteOfPosts;
let service: Service;
let anybody: Client;
let posts: readonly number[] = [];
beforeAll(async () => {
  site = await SiteOfPosts.start();
  ({ service, anybody, posts } = site);
});
afterAll(() => service.stop());

describe('pages of posts', () => {
  test('reach the end of the list, in every order and with filters', async () => {
    expect(await site.walk(null)).toEqual(posts);
    expect(await site.walk({}, { order: 'RECENCY', limit: 1 })).toEqual(posts);
    const rated = await site.ask('{ posts(order: RATING, slice: { limit: 100 }) { id } }');
    const byViews = (rated.data?.posts ?? []).map(({ id }) => id);
    expect(byViews).toHaveLength(COUNT);
    expect(byViews).not.toEqual(posts);
    expect(await site.walk(null, { order: 'RATING' })).toEqual(byViews);
    for (const filters of [
      { includedSections: [site.section] },
      { phrase: 'odd' },
      { types: ['page', 'video'] },
    ])
      for (const order of ['RECENCY', 'RATING'] as const) {
        const query =
          'query ($f: PostsFilters, $o: PostsOrder) { posts(filters: $f, order: $o, slice: { limit: 100 }) { id } }';
        const { data } = await site.ask(query, anybody, { f: filters, o: order });
        const all = (data?.posts ?? []).map(({ id }) => id);
        expect(all.length).toBeGreaterThan(LIMIT);
        expect(await site.walk(filters, { order })).toEqual(all);
      }
  });

  test('end with a page that has no next one, and an empty one has no cursor', async () => {
    const { pageInfo, items } = await site.pageOf(null, { limit: 100 });
    expect(pageInfo).toEqual({ hasNextPage: false, endCursor: expect.any(String) });
    expect(items).toHaveLength(COUNT);
    const none = { items: [], pageInfo: { endCursor: null, hasNextPage: false } };
    expect(await site.pageOf({ includedTags: ['nobody'] }, null)).toEqual(none);
    expect(await site.pageOf({ includedTags: ['!'] }, null)).toEqual(none);
    expect(await site.pageOf(null, { limit: 0 })).toEqual(none);
    expect(await site.pageOf(null, { limit: 5, after: pageInfo.endCursor })).toEqual(none);
  });

  test('are without gaps and repeats while posts are published and removed', async () => {
    const extra = await site.publish({ created_ts: TIME - 1 });
    const ids = await site.walk(null, {
      between: async () => {
        await site.publish({ created_ts: TIME + 1000, headline: 'Later' });
        await service.delete(`/api/1.3/posts/${extra}`);
      },
    });
    expect(ids).toEqual(posts);
    const later = await site.idsOf('phrase: "later"');
    for (const id of later) await service.delete(`/api/1.3/posts/${id}`).expect(200);
  });

  test('may begin behind an offset', async () => {
    const { data } = await site.ask('{ posts(slice: { offset: 5, limit: 3 }) { id } }');
    expect(data?.posts).toEqual(posts.slice(5, 8).map((id) => ({ id })));
    const page = await site.pageOf(null, { offset: 5, limit: 3 });
    expect(page.items).toEqual(posts.slice(5, 8).map((id) => ({ id })));
    const next = await site.pageOf(null, { limit: 3, after: page.pageInfo.endCursor });
    expect(next.items).toEqual(posts.slice(8, 11).map((id) => ({ id })));
    const plain = 'query ($s: PostsSlice) { posts(slice: $s) { id } }';
    const more = await site.ask(plain, anybody, { s: { limit: 3, after: page.pageInfo.endCursor } });
    expect(more.data?.posts).toEqual(next.items);
  });

  test('have the order of the field rather than that of the slice', async () => {
    const { data } = await site.ask('{ posts(order: RECENCY, slice: { order: RATING, limit: 100 }) { id } }');
    expect(data?.posts).toEqual(posts.map((id) => ({ id })));
    expect(await site.pageOf(null, { order: 'RATING', limit: 100 }, { order: 'RECENCY' })).toMatchObject({
      items: posts.map((id) => ({ id })),
    });
  });

  test('refuse cursors of other lists, beside an offset, and what is none', async () => {
    const { pageInfo } = await site.pageOf({ phrase: 'story' }, { limit: 2 });
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
      const { data, errors } = await site.ask(PAGE_QUERY, anybody, { f: filters, s: slice });
      expect(data).toEqual({ postsPage: null });
      expect(errors).toMatchObject([refusal(field)]);
    }
  });

  test('take as many statements, and read as few columns, as lists', async () => {
    const sentBy = (query: string) => fewestStatements(service, () => site.ask(query, service));
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
