import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { ArticleSearch } from '../../src/modules/articles/article-search.js';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { PageViewsService } from '../../src/modules/page-views/page-views.service.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';

const HOUR_S = 3600;
const DAY_HOURS = 24;
const RETENTION_DAYS = 90;

let database: TestDatabase;
let service: Service;
let other: Service;
/** Of the service: the middle of an hour, never going back. */
let now = (Math.floor(Date.now() / 1000 / HOUR_S) + 0.5) * HOUR_S;

beforeAll(async () => {
  database = createTestDatabase();
  service = await startService({ database });
  other = await startService({ database });
});
afterAll(async () => {
  await service.stop();
  await other.stop();
  await database.drop();
});
/** Far from the views of the test before. */
beforeEach(() => {
  setClock(1000);
});
afterEach(() => {
  jest.restoreAllMocks();
});

function setClock(hoursLater: number, { app }: Service = service): void {
  now += hoursLater * HOUR_S;
  jest.spyOn(app.get<Clock>(Clock), 'now').mockReturnValue(now);
}

const tidy = () => service.app.get(PageViewsService).tidy();
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

const send = (id: number, count: number, hoursAgo: number, from: Service = service) =>
  from.post(`/api/1.3/posts/${id}/page_views`, { count, at: now - hoursAgo * HOUR_S });
const view = (id = 0, count = 1, hoursAgo = 0) => send(id, count, hoursAgo).expect(200);

async function idsOf(path: string, from: Service = service): Promise<number[]> {
  const { body } = await from.get(`/api/1.3/${path}`).expect(200);
  return (body as Post[]).map(({ id }) => id);
}

/** The positions in `ids` of those posts that the ranking holds. */
async function ranking(ids: readonly number[], query = '', from: Service = service): Promise<number[]> {
  const ranked = await idsOf(`posts/page_views?limit=100&${query}`, from);
  return ranked.map((id) => ids.indexOf(id)).filter((index) => index >= 0);
}

interface Total {
  readonly hours: number;
  readonly id: number;
  /** The server writes sums as text. */
  readonly views: number | string;
}

const totals = async (sql: string) =>
  (await service.app.get(Database).rows<Total>(sql)).map((total) => ({
    ...total,
    views: Number(total.views),
  }));

/** What is kept for rankings has to be what a sum of the hours would give. */
async function expectTrueTotals(): Promise<void> {
  const kept = await totals(
    'SELECT period_hours AS hours, article_id AS id, views FROM page_view_totals ORDER BY period_hours, article_id',
  );
  const summed = await totals(
    `SELECT p.hours, v.article_id AS id, SUM(v.views) AS views FROM page_view_periods p
       JOIN page_views v ON v.hour >= p.first_hour GROUP BY p.hours, v.article_id ORDER BY p.hours, v.article_id`,
  );
  expect(kept).toEqual(summed);
  const stale = await totals(
    `SELECT t.period_hours AS hours, t.article_id AS id, t.views FROM page_view_totals t
       JOIN articles a ON a.id = t.article_id WHERE a.status <> t.status OR a.created_ts <> t.created_ts`,
  );
  expect(stale).toEqual([]);
}

function gate() {
  const { promise: opened, resolve } = Promise.withResolvers<undefined>();
  const open = () => {
    resolve(undefined);
  };
  return { open, opened };
}

describe('what is kept for rankings', () => {
  test.each(['a list', 'tidying'])('hours leave the totals by %s', async (way) => {
    const ids = await createMany(2);
    await ranking(ids, 'period_in_hours=3');
    await view(ids[0], 9);
    await view(ids[1], 1);
    setClock(2);
    await view(ids[0], 2);
    await view(ids[1], 5);
    for (const ranked of [
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ]) {
      if (way === 'tidying') await tidy();
      expect(await ranking(ids, 'period_in_hours=3')).toEqual(ranked);
      setClock(1);
    }
    setClock(1);
    await tidy();
    await expectTrueTotals();
    expect(await ranking(ids, 'period_in_hours=3')).toEqual([1, 0]);
    expect(
      await totals(
        'SELECT period_hours AS hours, article_id AS id, views FROM page_view_totals WHERE period_hours = 3',
      ),
    ).toEqual([]);
  });

  test('totals are those of the hours, whatever was counted and asked for when', async () => {
    const ids = await createMany(6);
    const random = randomFrom(20);
    for (let step = 0; step < 60; step++) {
      const id = ids[random(6)] ?? 0;
      // Of drafts there is nothing to count.
      for (let count = random(4); count > 0; count--) await send(id, 1 + random(9), random(60));
      if (random(3) === 0) setClock(random(40));
      if (random(2) === 0) await ranking(ids, `period_in_hours=${[1, 3, 6, 24, 168][random(5)]}`);
      if (random(5) === 0) await tidy();
      if (random(3) === 0) await put(id, { action: random(2) ? 'unpublish' : 'publish' });
    }
    for (const id of ids) await put(id, { action: 'publish' });
    for (const hours of [1, 3, 6, 24, 168]) await ranking(ids, `period_in_hours=${hours}`);
    await expectTrueTotals();
  });

  test('totals are those of the hours, also when everything happens at once in two services', async () => {
    jest.spyOn(other.app.get<Clock>(Clock), 'now').mockReturnValue(now);
    const ids = await createMany(8);
    const random = randomFrom(7);
    const change = (id: number, from: Service) => {
      const fields = [{ action: 'publish' }, { action: 'unpublish' }, { created_ts: now - random(99) }][
        random(3)
      ];
      return from.put(`/api/1.3/posts/${id}`, fields);
    };
    let counted = 0;
    for (let round = 0; round < 6; round++) {
      await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const [id = 0, from] = [ids[random(8)], n % 2 ? other : service];
          const [views, hoursAgo] = [1 + random(5), random(10)];
          if (n % 3 === 0) expect((await change(id, from)).status).toBe(200);
          else if (n % 7 === 0) await ranking(ids, `period_in_hours=${2 + round + random(3)}`, from);
          else if ((await send(id, views, hoursAgo, from)).status === 200) counted += views;
        }),
      );
    }
    for (const id of ids) await put(id, { action: 'publish' });
    for (const from of [service, other]) await ranking(ids, '', from);
    await expectTrueTotals();
    const posts = await Promise.all(ids.map((id) => service.get(`/api/1.3/posts/${id}`)));
    const shown = posts.map(({ body }) => (body as Post).stats.page_views_count);
    expect(shown.reduce((sum, views) => sum + views, 0)).toBe(counted);
  });

  test('an instance whose clock is behind does not make totals wrong', async () => {
    const ids = await createMany(2);
    await view(ids[0], 5);
    setClock(5);
    await view(ids[0], 2);
    await view(ids[1], 1);
    setClock(20);
    expect(await ranking(ids)).toEqual([0, 1]);
    setClock(-1, other);
    expect(await ranking(ids, '', other)).toEqual([0, 1]);
    setClock(2);
    expect(await ranking(ids)).toEqual([0, 1]);
    await expectTrueTotals();
  });

  test('old hours are forgotten, the views of each post are not', async () => {
    const ids = await createMany(2);
    await view(ids[0], 7, (RETENTION_DAYS + 1) * DAY_HOURS);
    await view(ids[1], 3, (RETENTION_DAYS - 1) * DAY_HOURS);
    expect(await ranking(ids, 'period_in_hours=999999')).toEqual([1, 0]);
    await tidy();
    const buckets = await service.app
      .get(Database)
      .rows<{ id: number }>('SELECT article_id AS id FROM page_views WHERE article_id IN (?, ?)', ids);
    expect(buckets).toEqual([{ id: ids[1] }]);
    setClock(2 * DAY_HOURS);
    await tidy();
    await expectTrueTotals();
    const [seven, three] = await Promise.all(ids.map((id) => service.get(`/api/1.3/posts/${id}`)));
    expect([seven?.body.stats, three?.body.stats]).toEqual([
      { page_views_count: 7 },
      { page_views_count: 3 },
    ]);
  });

  test('twenty periods are kept at most, others are summed up; one that was not asked for lately makes room', async () => {
    setClock(8 * DAY_HOURS);
    await tidy();
    const ask = (hours: number) => service.get(`/api/1.3/posts/page_views?period_in_hours=${hours}`);
    const kept = async () => {
      const sql = 'SELECT hours FROM page_view_periods ORDER BY hours';
      const rows = await service.app.get(Database).rows<{ hours: number }>(sql);
      return rows.map(({ hours }) => hours);
    };
    for (let hours = 100; hours < 118; hours++) await ask(hours).expect(200);
    const ids = await createMany(4, { tags: ['beyond'] });
    await view(ids[1], 2, 107);
    await view(ids[2], 5, 130);
    await view(ids[3], 1, 0);
    await view(ids[3], 1, 130);
    // Of two periods that hold the same views, one is kept and one is summed up.
    for (const days of [4.5, 5, 200]) {
      const order = days < 6 ? [1, 3, 2, 0] : [2, 3, 1, 0];
      expect(await ranking(ids, `period_in_hours=${days * 24}`)).toEqual(order);
      const tagged = `posts?order_by=popularity&order_by_period_in_days=${days}&include_tags=beyond`;
      const page = await idsOf(`${tagged}&limit=2&offset=1`);
      expect(page.map((id) => ids.indexOf(id))).toEqual(order.slice(1, 3));
    }
    expect(await kept()).toHaveLength(20);
    expect(await kept()).not.toContain(120);
    for (const hours of [24, 168, 100, 117]) await ask(hours).expect(200);
    setClock(1);
    for (let hours = 100; hours < 117; hours++) await ask(hours).expect(200);
    await ask(118).expect(200);
    expect(await kept()).toHaveLength(20);
    expect(await kept()).not.toContain(117);
    expect(await kept()).toEqual(expect.arrayContaining([24, 118, 168]));
  });

  test('a period that nobody has asked for in a week is not kept any more', async () => {
    await tidy();
    await ranking([], 'period_in_hours=77');
    await ranking([], 'period_in_hours=78');
    setClock(6 * DAY_HOURS);
    await tidy();
    await ranking([], 'period_in_hours=78');
    setClock(2 * DAY_HOURS);
    await tidy();
    const sql = 'SELECT hours FROM page_view_periods ORDER BY hours';
    expect(await service.app.get(Database).rows(sql)).toEqual([24, 78, 168].map((hours) => ({ hours })));
  });

  test.each(['unpublish', 'publish'])(
    'the ranking is right when a post is about to %s while it is summed up',
    async (action) => {
      const ids = await createMany(2);
      const [id = 0] = ids;
      await view(id, 5);
      // Writes what waits.
      await ranking(ids);
      if (action === 'publish') await put(id, { action: 'unpublish' });
      const search = service.app.get<ArticleSearch>(ArticleSearch);
      const [method, arrived, goOn] = [action === 'publish' ? 'put' : 'remove', gate(), gate()] as const;
      jest.spyOn(search, method).mockImplementationOnce(async () => {
        arrived.open();
        await goOn.opened;
      });
      const change = put(id, { action }).then((answer) => answer);
      await arrived.opened;
      // On SQLite it waits for its turn, which comes after the change.
      const first = ranking(ids, `period_in_hours=${action.length}`);
      await Promise.race([first, delay(300)]);
      goOn.open();
      await Promise.all([change, first]);
      const published = action === 'publish' ? [0, 1] : [1];
      expect(await ranking(ids, `period_in_hours=${action.length}`)).toEqual(published);
      const [best] = await idsOf(`posts/page_views?limit=1&period_in_hours=${action.length}`);
      expect(best).toBe(ids[published[0] ?? 0]);
    },
  );
});

/** Whole numbers below a limit, the same ones each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}
