import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { ArticleSearch } from '../../src/modules/articles/listing/article-search.js';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { Database } from '../../src/platform/database/database.js';
import { randomFrom, type Rankings, withTwoServices } from '../support/rankings.js';
import type { Service } from '../support/service.js';

let service: Service;
let other: Service;
let rankings: Rankings;
withTwoServices((started) => {
  ({ service, other, rankings } = started);
});

describe('totals of page views, written from two instances', () => {
  test('totals are those of the hours, also when everything happens at once in two services', async () => {
    jest.spyOn(other.app.get<Clock>(Clock), 'now').mockReturnValue(rankings.now);
    const ids = await rankings.createMany(8);
    const random = randomFrom(7);
    const change = (id: number, from: Service) => {
      const fields = [
        { action: 'publish' },
        { action: 'unpublish' },
        { created_ts: rankings.now - random(99) },
      ][random(3)];
      return from.put(`/api/1.3/posts/${id}`, fields);
    };
    let counted = 0;
    for (let round = 0; round < 6; round++) {
      await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const [id = 0, from] = [ids[random(8)], n % 2 ? other : service];
          const [views, hoursAgo] = [1 + random(5), random(10)];
          if (n % 3 === 0) expect((await change(id, from)).status).toBe(200);
          else if (n % 7 === 0) await rankings.ranking(ids, `period_in_hours=${2 + round + random(3)}`, from);
          else if ((await rankings.send(id, views, hoursAgo, from)).status === 200) counted += views;
        }),
      );
    }
    for (const id of ids) await rankings.put(id, { action: 'publish' });
    for (const from of [service, other]) await rankings.ranking(ids, '', from);
    await rankings.expectTrueTotals();
    const posts = await Promise.all(ids.map((id) => service.get(`/api/1.3/posts/${id}`)));
    const shown = posts.map(({ body }) => (body as Post).stats.page_views_count);
    expect(shown.reduce((sum, views) => sum + views, 0)).toBe(counted);
  });

  test('views that are written while another instance begins a period are in its totals', async () => {
    jest.spyOn(other.app.get<Clock>(Clock), 'now').mockReturnValue(rankings.now);
    const [id = 0] = await rankings.createMany(1);
    const [arrived, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const periods = other.app.get(Database);
    const upsert = periods.upsert.bind(periods);
    jest.spyOn(periods, 'upsert').mockImplementationOnce(async (...rows) => {
      arrived.resolve(undefined);
      await goOn.promise;
      return upsert(...rows);
    });
    const begun = rankings.ranking([], 'period_in_hours=1', other);
    await arrived.promise;
    await rankings.view(id, 3);
    const written = rankings.ranking([id]);
    await Promise.race([written, delay(300)]);
    goOn.resolve(undefined);
    await Promise.all([begun, written]);
    await rankings.expectTrueTotals();
    expect(await rankings.ranking([id], 'period_in_hours=1')).toEqual([0]);
  });

  /** The change of a post, which holds its lock until it is told to go on. */
  async function pausedChange(id: number, fields: object, method: 'put' | 'remove' = 'put') {
    const search = service.app.get<ArticleSearch>(ArticleSearch);
    const [arrived, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    jest.spyOn(search, method).mockImplementationOnce(async () => {
      arrived.resolve(undefined);
      await goOn.promise;
    });
    const change = rankings.put(id, fields);
    await arrived.promise;
    return async () => {
      goOn.resolve(undefined);
      await change;
    };
  }

  test.each(['unpublish', 'publish'])(
    'the ranking is right when a post is about to %s while it is summed up',
    async (action) => {
      const ids = await rankings.createMany(2);
      const [id = 0] = ids;
      await rankings.view(id, 5);
      // Writes what waits.
      await rankings.ranking(ids);
      if (action === 'publish') await rankings.put(id, { action: 'unpublish' });
      const goOn = await pausedChange(id, { action }, action === 'publish' ? 'put' : 'remove');
      // On SQLite it waits for its turn, which comes after the change.
      const first = rankings.ranking(ids, `period_in_hours=${action.length}`);
      await Promise.race([first, delay(300)]);
      await Promise.all([goOn(), first]);
      const published = action === 'publish' ? [0, 1] : [1];
      expect(await rankings.ranking(ids, `period_in_hours=${action.length}`)).toEqual(published);
      const [best] = await rankings.idsOf(`posts/page_views?limit=1&period_in_hours=${action.length}`);
      expect(best).toBe(ids[published[0] ?? 0]);
    },
  );

  test('the ranking holds a post that becomes the oldest while posts are summed up', async () => {
    const ids = await rankings.createMany(8);
    for (const id of ids) await rankings.view(id);
    // Writes what waits.
    await rankings.ranking(ids);
    const goOn = await pausedChange(ids[3] ?? 0, { headline: 'Another' });
    const first = rankings.ranking(ids, 'period_in_hours=4');
    await Promise.race([first, delay(300)]);
    // On SQLite it waits for the change before it.
    const moved = rankings.put(ids[7] ?? 0, { created_ts: rankings.now - 9999 });
    await Promise.race([moved, delay(300)]);
    await Promise.all([goOn(), moved, first]);
    await rankings.expectTrueTotals();
    expect(await rankings.ranking(ids, 'period_in_hours=4')).toEqual([6, 5, 4, 3, 2, 1, 0, 7]);
  });
});
