import { describe, expect, test } from '@jest/globals';
import { PageViewStore } from '../../src/modules/page-views/domain/page-view-store.js';
import { Database } from '../../src/platform/database/database.js';
import { randomFrom, type Rankings, withTwoServices } from '../support/rankings.js';
import type { Service } from '../support/service.js';

const DAY_HOURS = 24;
const RETENTION_DAYS = 90;

let service: Service;
let other: Service;
let rankings: Rankings;
withTwoServices((started) => {
  ({ service, other, rankings } = started);
});

describe('what is kept for rankings', () => {
  test.each(['a list', 'tidying'])('hours leave the totals by %s', async (way) => {
    const ids = await rankings.createMany(2);
    await rankings.ranking(ids, 'period_in_hours=3');
    await rankings.view(ids[0], 9);
    await rankings.view(ids[1], 1);
    rankings.setClock(2);
    await rankings.view(ids[0], 2);
    await rankings.view(ids[1], 5);
    for (const ranked of [
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ]) {
      if (way === 'tidying') await rankings.tidy();
      expect(await rankings.ranking(ids, 'period_in_hours=3')).toEqual(ranked);
      rankings.setClock(1);
    }
    rankings.setClock(1);
    await rankings.tidy();
    await rankings.expectTrueTotals();
    expect(await rankings.ranking(ids, 'period_in_hours=3')).toEqual([1, 0]);
    expect(
      await rankings.totals(
        'SELECT period_hours AS hours, article_id AS id, views FROM page_view_totals WHERE period_hours = 3',
      ),
    ).toEqual([]);
  });

  test('totals are those of the hours, whatever was counted and asked for when', async () => {
    const ids = await rankings.createMany(6);
    const random = randomFrom(20);
    for (let step = 0; step < 60; step++) {
      const id = ids[random(6)] ?? 0;
      // Drafts have no views to count.
      for (let count = random(4); count > 0; count--) await rankings.send(id, 1 + random(9), random(60));
      if (random(3) === 0) rankings.setClock(random(40));
      if (random(2) === 0) await rankings.ranking(ids, `period_in_hours=${[1, 3, 6, 24, 168][random(5)]}`);
      if (random(5) === 0) await rankings.tidy();
      if (random(3) === 0) await rankings.put(id, { action: random(2) ? 'unpublish' : 'publish' });
    }
    for (const id of ids) await rankings.put(id, { action: 'publish' });
    for (const hours of [1, 3, 6, 24, 168]) await rankings.ranking(ids, `period_in_hours=${hours}`);
    await rankings.expectTrueTotals();
  });

  test('an instance whose clock is behind does not make totals wrong', async () => {
    const ids = await rankings.createMany(2);
    await rankings.view(ids[0], 5);
    rankings.setClock(5);
    await rankings.view(ids[0], 2);
    await rankings.view(ids[1], 1);
    rankings.setClock(20);
    expect(await rankings.ranking(ids)).toEqual([0, 1]);
    rankings.setClock(-1, other);
    expect(await rankings.ranking(ids, '', other)).toEqual([0, 1]);
    rankings.setClock(2);
    expect(await rankings.ranking(ids)).toEqual([0, 1]);
    await rankings.expectTrueTotals();
  });

  test('old hours are forgotten, the views of each post are not', async () => {
    const ids = await rankings.createMany(2);
    await rankings.view(ids[0], 7, (RETENTION_DAYS + 1) * DAY_HOURS);
    await rankings.view(ids[1], 3, (RETENTION_DAYS - 1) * DAY_HOURS);
    expect(await rankings.ranking(ids, 'period_in_hours=999999')).toEqual([1, 0]);
    await rankings.tidy();
    const buckets = await service.app
      .get(Database)
      .rows<{ id: number }>('SELECT article_id AS id FROM page_views WHERE article_id IN (?, ?)', ids);
    expect(buckets).toEqual([{ id: ids[1] }]);
    rankings.setClock(2 * DAY_HOURS);
    await rankings.tidy();
    await rankings.expectTrueTotals();
    const [seven, three] = await Promise.all(ids.map((id) => service.get(`/api/1.3/posts/${id}`)));
    expect([seven?.body.stats, three?.body.stats]).toEqual([
      { page_views_count: 7 },
      { page_views_count: 3 },
    ]);
  });

  test('hours that are forgotten before a period is over leave its totals', async () => {
    const ids = await rankings.createMany(2);
    await rankings.view(ids[0], 9, 100);
    await rankings.view(ids[1], 1);
    expect(await rankings.ranking(ids, 'period_in_hours=168')).toEqual([0, 1]);
    const views = service.app.get<PageViewStore>(PageViewStore);
    await views.forgetBefore(Math.floor(rankings.now / 3600) - 48, new AbortController().signal);
    await rankings.expectTrueTotals();
    expect(await rankings.ranking(ids, 'period_in_hours=168')).toEqual([1, 0]);
  });

  test('twenty periods are kept at most, others are summed up; one that was not asked for lately makes room', async () => {
    rankings.setClock(8 * DAY_HOURS);
    await rankings.tidy();
    const ask = (hours: number) => service.get(`/api/1.3/posts/page_views?period_in_hours=${hours}`);
    const kept = async () => {
      const sql = 'SELECT hours FROM page_view_periods ORDER BY hours';
      const rows = await service.app.get(Database).rows<{ hours: number }>(sql);
      return rows.map(({ hours }) => hours);
    };
    for (let hours = 100; hours < 118; hours++) await ask(hours).expect(200);
    const ids = await rankings.createMany(4, { tags: ['beyond'] });
    await rankings.view(ids[1], 2, 107);
    await rankings.view(ids[2], 5, 130);
    await rankings.view(ids[3], 1, 0);
    await rankings.view(ids[3], 1, 130);
    // Two of the periods hold the same views: one is kept and one is summed up.
    for (const days of [4.5, 5, 200]) {
      const order = days < 6 ? [1, 3, 2, 0] : [2, 3, 1, 0];
      expect(await rankings.ranking(ids, `period_in_hours=${days * 24}`)).toEqual(order);
      const tagged = `posts?order_by=popularity&order_by_period_in_days=${days}&include_tags=beyond`;
      const page = await rankings.idsOf(`${tagged}&limit=2&offset=1`);
      expect(page.map((id) => ids.indexOf(id))).toEqual(order.slice(1, 3));
    }
    expect(await kept()).toHaveLength(20);
    expect(await kept()).not.toContain(120);
    for (const hours of [24, 168, 100, 117]) await ask(hours).expect(200);
    rankings.setClock(1);
    for (let hours = 100; hours < 117; hours++) await ask(hours).expect(200);
    await ask(118).expect(200);
    expect(await kept()).toHaveLength(20);
    expect(await kept()).not.toContain(117);
    expect(await kept()).toEqual(expect.arrayContaining([24, 118, 168]));
  });

  test('a period that nobody has asked for in a week is not kept any more', async () => {
    await rankings.tidy();
    await rankings.ranking([], 'period_in_hours=77');
    await rankings.ranking([], 'period_in_hours=78');
    rankings.setClock(6 * DAY_HOURS);
    await rankings.tidy();
    await rankings.ranking([], 'period_in_hours=78');
    rankings.setClock(2 * DAY_HOURS);
    await rankings.tidy();
    const sql = 'SELECT hours FROM page_view_periods ORDER BY hours';
    expect(await service.app.get(Database).rows(sql)).toEqual([24, 78, 168].map((hours) => ({ hours })));
  });
});
