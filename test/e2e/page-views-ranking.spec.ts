import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { type Service, startService } from '../support/service.js';

const HOUR_S = 3600;
const DAY_HOURS = 24;

let service: Service;
/** Time of the service: the middle of an hour, never going back. */
let now = (Math.floor(Date.now() / 1000 / HOUR_S) + 0.5) * HOUR_S;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
/** Far from the views of the test before. */
beforeEach(() => {
  setClock(1000);
});
afterEach(() => {
  jest.restoreAllMocks();
});

function setClock(hoursLater: number): void {
  now += hoursLater * HOUR_S;
  jest.spyOn(service.app.get<Clock>(Clock), 'now').mockReturnValue(now);
}

const put = (id: number, fields: object) => service.put(`/api/1.3/posts/${id}`, fields).expect(200);

async function create(fields: object = {}, door = 'posts'): Promise<number> {
  const { body } = await service.post(`/api/1.3/${door}`, { headline: 'Ranked', ...fields }).expect(200);
  return (body as Post).id;
}

/** Posts, the first of them the oldest. */
async function createMany(count: number, fields: object = {}): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await create({ created_ts: now - count + ids.length, ...fields }));
  return ids;
}

const view = (id = 0, count = 1, hoursAgo = 0) =>
  service.post(`/api/1.3/posts/${id}/page_views`, { count, at: now - hoursAgo * HOUR_S }).expect(200);

async function idsOf(path: string): Promise<number[]> {
  const { body } = await service.get(`/api/1.3/${path}`).expect(200);
  return (body as Post[]).map(({ id }) => id);
}

/** The positions in `ids` of those posts that the ranking holds. */
async function ranking(ids: readonly number[], query = ''): Promise<number[]> {
  const ranked = await idsOf(`posts/page_views?limit=100&${query}`);
  return ranked.map((id) => ids.indexOf(id)).filter((index) => index >= 0);
}

describe('the ranking by page views', () => {
  test('has most views first, then newest; after them what nobody has viewed, newest first', async () => {
    const ids = await createMany(7);
    const twin = await create({ created_ts: now - 1 });
    ids.push(twin);
    for (const [index, views] of [3, 7, 3, 0, 0, 9, 1, 1].entries()) {
      // In two steps, so that a sum decides.
      if (views > 1) await view(ids[index], views - 1, 2);
      if (views > 0) await view(ids[index]);
    }
    expect(await ranking(ids)).toEqual([5, 1, 2, 0, 7, 6, 4, 3]);
  });

  test('can be read in pages, across the border between viewed and unviewed too', async () => {
    const ids = await createMany(12);
    for (const index of [3, 5, 8]) await view(ids[index], index === 8 ? 9 : 4);
    const all = await idsOf('posts/page_views?limit=100');
    expect(all.slice(0, 5)).toEqual([8, 5, 3, 11, 10].map((index) => ids[index]));
    for (const limit of [1, 2, 3, 4, 7]) {
      const pages: number[] = [];
      for (let offset = 0; offset < all.length; offset += limit) {
        pages.push(...(await idsOf(`posts/page_views?offset=${offset}&limit=${limit}`)));
      }
      expect(pages).toEqual(all);
    }
    expect(await idsOf('posts/page_views')).toEqual(all.slice(0, 10));
    expect(await idsOf('posts/page_views?offset=100000')).toEqual([]);
  });

  test('counts the views of the period only', async () => {
    const ids = await createMany(4);
    for (const [index, hoursAgo] of [0, 3, 30, 8 * DAY_HOURS].entries()) {
      await view(ids[index], 10 ** index, hoursAgo);
    }
    const ranks: [query: string, ranked: number[]][] = [
      ['period_in_hours=1', [0, 3, 2, 1]],
      ['period_in_hours=0.5', [0, 3, 2, 1]],
      ['period_in_hours=.001', [0, 3, 2, 1]],
      ['period_in_hours=2.5', [1, 0, 3, 2]],
      ['', [1, 0, 3, 2]],
      ['period_in_hours=24', [1, 0, 3, 2]],
      ['period_in_hours=30', [2, 1, 0, 3]],
      ['period_in_hours=168', [2, 1, 0, 3]],
      ['period_in_hours=200', [3, 2, 1, 0]],
      ['period_in_hours=999999999', [3, 2, 1, 0]],
    ];
    for (const [query, ranked] of ranks) expect([query, await ranking(ids, query)]).toEqual([query, ranked]);
    const popular: [days: string, ranked: number[]][] = [
      ['0.04', [0, 3, 2, 1]],
      ['0.1', [1, 0, 3, 2]],
      ['1', [1, 0, 3, 2]],
      ['', [2, 1, 0, 3]],
      ['7', [2, 1, 0, 3]],
      ['8.5', [3, 2, 1, 0]],
    ];
    for (const [days, ranked] of popular) {
      const query = days === '' ? '' : `&order_by_period_in_days=${days}`;
      const list = await idsOf(`posts?limit=100&order_by=popularity${query}`);
      const indexes = list.map((id) => ids.indexOf(id)).filter((index) => index >= 0);
      expect([days, indexes]).toEqual([days, ranked]);
    }
  });

  test.each([String(1 / 3), '0.0000000001', '12345678901', '1e3'])(
    'takes any positive number: %s',
    async (period) => {
      await service.get(`/api/1.3/posts/page_views?period_in_hours=${period}`).expect(200);
      await service.get(`/api/1.3/posts?order_by=popularity&order_by_period_in_days=${period}`).expect(200);
    },
  );

  test.each(['0', '0.0', '-1', '-0.5', 'day', 'NaN', 'Infinity', '1,5', ''])(
    'refuses a period of "%s"',
    async (period) => {
      for (const [path, field] of [
        ['posts/page_views', 'period_in_hours'],
        ['posts?order_by=popularity', 'order_by_period_in_days'],
      ] as const) {
        const separator = path.includes('?') ? '&' : '?';
        const { body } = await service.get(`/api/1.3/${path}${separator}${field}=${period}`);
        expect(body).toMatchObject({ status: 400, errors: [{ field }] });
      }
    },
  );

  test('is the order of a filtered list, too', async () => {
    const tagged = await createMany(3, { tags: ['ranked'] });
    const [other] = await createMany(1);
    await view(other, 50);
    await view(tagged[0], 5);
    await view(tagged[1], 2, 30);
    const list = (days: number) =>
      idsOf(`posts?order_by=popularity&include_tags=ranked&order_by_period_in_days=${days}`);
    expect(await list(7)).toEqual([tagged[0], tagged[1], tagged[2]]);
    expect(await list(1)).toEqual([tagged[0], tagged[2], tagged[1]]);
  });

  test('holds what is published, with the views that it had before', async () => {
    const ids = await createMany(2);
    const [, id = 0] = ids;
    const draft = await create({}, 'drafts');
    await view(id, 5);
    await view(ids[0], 2);
    const queries = ['', 'period_in_hours=168', 'period_in_hours=6'];
    const ranks = async () =>
      Promise.all(queries.slice(0, 2).map((query) => ranking([...ids, draft], query)));
    expect(await ranks()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await put(id, { action: 'unpublish' });
    expect(await ranks()).toEqual([[0], [0]]);
    // This one is summed up while the post is a draft.
    expect(await ranking(ids, queries[2])).toEqual([0]);
    await put(id, { action: 'publish' });
    expect(await ranks()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(await ranking(ids, queries[2])).toEqual([1, 0]);
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    expect(await ranks()).toEqual([[0], [0]]);
    await service.put(`/api/1.3/drafts/${id}`, { action: 'restore' }).expect(200);
    expect(await ranks()).toEqual([[0], [0]]);
    await put(id, { action: 'publish' });
    expect(await ranks()).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test('follows created_ts', async () => {
    const ids = await createMany(2);
    for (const id of ids) await view(id, 4);
    expect(await ranking(ids)).toEqual([1, 0]);
    await put(ids[0] ?? 0, { created_ts: now });
    expect(await ranking(ids)).toEqual([0, 1]);
  });
});
