import { Clock } from '../../src/kernel/clock.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { PageViewsService } from '../../src/modules/page-views/page-views.service.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase } from './database.js';
import { type Service, startService } from './service.js';

const HOUR_S = 3600;

interface Total {
  readonly hours: number;
  readonly id: number;
  /** The server writes sums as text. */
  readonly views: number | string;
}

/** Creates posts, counts their views and reads their rankings, at an hour that the test sets. */
export class Rankings {
  /** The middle of an hour, never going back. */
  now = (Math.floor(Date.now() / 1000 / HOUR_S) + 0.5) * HOUR_S;

  constructor(readonly service: Service) {}

  setClock(hoursLater: number, { app }: Service = this.service): void {
    this.now += hoursLater * HOUR_S;
    jest.spyOn(app.get<Clock>(Clock), 'now').mockReturnValue(this.now);
  }

  tidy(): Promise<void> {
    return this.service.app.get(PageViewsService).tidy(new AbortController().signal);
  }

  async put(id: number, fields: object): Promise<void> {
    await this.service.put(`/api/1.3/posts/${id}`, fields).expect(200);
  }

  async create(fields: object = {}, door = 'posts'): Promise<number> {
    const { body } = await this.service
      .post(`/api/1.3/${door}`, { headline: 'Ranked', ...fields })
      .expect(200);
    return (body as Post).id;
  }

  /** Posts, the first of them the oldest. */
  async createMany(count: number, fields: object = {}): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) {
      ids.push(await this.create({ created_ts: this.now - count + ids.length, ...fields }));
    }
    return ids;
  }

  send(id: number, count: number, hoursAgo: number, from: Service = this.service) {
    return from.post(`/api/1.3/posts/${id}/page_views`, { count, at: this.now - hoursAgo * HOUR_S });
  }

  async view(id = 0, count = 1, hoursAgo = 0): Promise<void> {
    await this.send(id, count, hoursAgo).expect(200);
  }

  async idsOf(path: string, from: Service = this.service): Promise<number[]> {
    const { body } = await from.get(`/api/1.3/${path}`).expect(200);
    return (body as Post[]).map(({ id }) => id);
  }

  /** The positions in `ids` of those posts that the ranking holds. */
  async ranking(ids: readonly number[], query = '', from: Service = this.service): Promise<number[]> {
    const ranked = await this.idsOf(`posts/page_views?limit=100&${query}`, from);
    return ranked.map((id) => ids.indexOf(id)).filter((index) => index >= 0);
  }

  async totals(sql: string) {
    const rows = await this.service.app.get(Database).rows<Total>(sql);
    return rows.map((total) => ({ ...total, views: Number(total.views) }));
  }

  /** The totals of each period have to be the sums of its hours. */
  async expectTrueTotals(): Promise<void> {
    const kept = await this.totals(
      'SELECT period_hours AS hours, article_id AS id, views FROM page_view_totals ORDER BY period_hours, article_id',
    );
    const summed = await this.totals(
      `SELECT p.hours, v.article_id AS id, SUM(v.views) AS views FROM page_view_periods p
         JOIN page_views v ON v.hour >= p.first_hour GROUP BY p.hours, v.article_id ORDER BY p.hours, v.article_id`,
    );
    expect(kept).toEqual(summed);
    const stale = await this.totals(
      `SELECT t.period_hours AS hours, t.article_id AS id, t.views FROM page_view_totals t
         JOIN articles a ON a.id = t.article_id WHERE a.status <> t.status OR a.created_ts <> t.created_ts`,
    );
    expect(stale).toEqual([]);
  }
}

interface TwoServices {
  readonly service: Service;
  readonly other: Service;
  readonly rankings: Rankings;
}

/**
 * Two services on one database for the tests of a file, each of which begins
 * far from the views of the one before.
 */
export function withTwoServices(use: (started: TwoServices) => void): void {
  const database = createTestDatabase();
  let started: TwoServices;
  beforeAll(async () => {
    const [service, other] = [await startService({ database }), await startService({ database })];
    started = { service, other, rankings: new Rankings(service) };
    use(started);
  });
  afterAll(async () => {
    await started.service.stop();
    await started.other.stop();
    await database.drop();
  });
  beforeEach(() => {
    started.rankings.setClock(1000);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
}

/** Whole numbers below a limit, the same ones for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}
