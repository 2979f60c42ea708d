import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { byId } from '../../../kernel/page.js';
import { inBatches } from '../../../platform/schedule/in-batches.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { readFromPrimary } from '../../../platform/concurrency/reads/read-target.js';
import { sql } from '../../../platform/database/sql.js';
import { type Hour, PageViewStore, type ViewsOfHour } from '../domain/page-view-store.js';

/** Always kept. */
const STANDARD_HOURS: readonly [number, ...number[]] = [24, 168];
const MAX_PERIODS = 20;
/** A period that was asked for so recently keeps its place. */
const IN_USE_S = 600;
/** Precision of the time at which a period was last requested. */
const REMEMBERED_S = 60;
const UNUSED_S = 7 * 24 * 3600;

interface Period {
  readonly hours: number;
  readonly firstHour: Hour;
  readonly askedTs: number;
}

interface Listed {
  readonly id: number;
  readonly status: number;
  readonly createdTs: number;
}

/** Totals are kept by addition and subtraction of hours, so that no ranking ever sums the hours up. */
@Injectable()
export class SqlPageViewStore extends PageViewStore {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(views: readonly ViewsOfHour[]): Promise<void> {
    await this.unitOfWork.run(() => this.addAll(views));
  }

  async keepPeriod(hours: number, now: Hour): Promise<boolean> {
    const known = await readFromPrimary(() => this.periods());
    const period = known.find((one) => one.hours === hours);
    const isWell = period && period.firstHour >= now - hours;
    if (isWell && period.askedTs > this.clock.now() - REMEMBERED_S) return true;
    if (!period && !this.hasRoom(known)) return false;
    return this.unitOfWork.run(async () => {
      const periods = await this.lockPeriods(this.database.forUpdate);
      const period = periods.find((one) => one.hours === hours);
      if (period) await this.advanceOne(period, now);
      else {
        if (!this.hasRoom(periods)) return false;
        if (periods.length >= MAX_PERIODS) await this.forget(oldestOf(periods)?.hours ?? 0);
        await this.build(hours, now);
      }
      await this.database.upsert(
        'page_view_periods',
        ['hours', 'first_hour', 'asked_ts'],
        ['hours'],
        // The clock of another instance may be ahead of this one's.
        [[hours, Math.max(now - hours, period?.firstHour ?? 0), this.clock.now()]],
      );
      return true;
    });
  }

  async advance(now: Hour): Promise<void> {
    await this.unitOfWork.run(async () => {
      for (const period of await this.lockPeriods(this.database.forUpdate)) {
        const isUnused =
          period.askedTs < this.clock.now() - UNUSED_S && !STANDARD_HOURS.includes(period.hours);
        if (isUnused) {
          await this.forget(period.hours);
        } else if (await this.advanceOne(period, now)) {
          await this.database.execute('UPDATE page_view_periods SET first_hour = ? WHERE hours = ?', [
            now - period.hours,
            period.hours,
          ]);
        }
      }
    });
  }

  async rebuild(now: Hour): Promise<void> {
    await this.unitOfWork.run(async () => {
      for (const { hours } of await this.lockPeriods(this.database.forUpdate)) {
        await this.dropTotals(hours);
        await this.build(hours, now);
        await this.database.execute('UPDATE page_view_periods SET first_hour = ? WHERE hours = ?', [
          now - hours,
          hours,
        ]);
      }
    });
  }

  async forgetBefore(hour: Hour, stopping: AbortSignal): Promise<void> {
    await inBatches(1, stopping, async (hours) => {
      const [oldest] = await this.database.rows<{ hour: Hour }>(
        'SELECT hour FROM page_views ORDER BY hour LIMIT 1',
      );
      if (!oldest || oldest.hour >= hour) return 0;
      await this.unitOfWork.run(async () => {
        await this.takeOut(oldest.hour);
        await this.database.execute('DELETE FROM page_views WHERE hour = ?', [oldest.hour]);
      });
      return hours;
    });
  }

  private async addAll(views: readonly ViewsOfHour[]): Promise<void> {
    const sums = sumByArticle(views);
    const ids = [...sums.keys()];
    // First of all: it locks the articles, so that their state cannot change under the totals.
    await this.database.execute(
      `UPDATE articles SET page_views_count = page_views_count + CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} ELSE 0 END
        WHERE id IN (${placeholders(ids)})`,
      [...[...sums].flat(), ...ids],
    );
    const articles = await this.database.select<Listed>(
      sql`SELECT id, status, created_ts AS createdTs FROM articles WHERE id IN (${ids})`,
    );
    const listed = byId(articles);
    const known = views.filter(({ articleId }) => listed.has(articleId));
    const periods = await this.lockPeriods(this.database.forShare);
    const sum = (column: string, inserted: string) => `${column} + ${inserted}`;
    await this.database.upsert(
      'page_views',
      ['hour', 'article_id', 'views'],
      ['hour', 'article_id'],
      known.map(({ hour, articleId, views: count }) => [hour, articleId, count]),
      sum,
    );
    for (const { hours, firstHour } of periods) {
      const totals = sumByArticle(known.filter(({ hour }) => hour >= firstHour));
      await this.database.upsert(
        'page_view_totals',
        ['article_id', 'period_hours', 'views', 'status', 'created_ts'],
        ['article_id', 'period_hours'],
        [...totals].map(([id, count]) => {
          const { status = 0, createdTs = 0 } = listed.get(id) ?? {};
          return [id, hours, count, status, createdTs];
        }),
        (column, inserted) => (column.endsWith('.views') ? sum(column, inserted) : inserted),
      );
    }
  }

  /**
   * The row of a standard period stands for all of them: a scan that waits for a lock does not see the rows
   * that were inserted before its position meanwhile, so the others are read when the lock is held.
   */
  private async lockPeriods(lock: string): Promise<Period[]> {
    if (lock) {
      await this.database.rows(
        `SELECT hours FROM page_view_periods WHERE hours = ${STANDARD_HOURS[0]}${lock}`,
      );
    }
    return this.periods(lock);
  }

  private periods(lock = ''): Promise<Period[]> {
    return this.database.rows(
      `SELECT hours, first_hour AS firstHour, asked_ts AS askedTs FROM page_view_periods ORDER BY hours${lock}`,
    );
  }

  /** Whether another period can be kept: the one that nobody has asked for the longest makes room. */
  private hasRoom(periods: readonly Period[]): boolean {
    if (periods.length < MAX_PERIODS) return true;
    const oldest = oldestOf(periods);
    return oldest !== undefined && oldest.askedTs <= this.clock.now() - IN_USE_S;
  }

  private async forget(hours: number): Promise<void> {
    await this.dropTotals(hours);
    await this.database.execute('DELETE FROM page_view_periods WHERE hours = ?', [hours]);
  }

  /** @returns whether hours have dropped out */
  private async advanceOne({ hours, firstHour }: Period, now: Hour): Promise<boolean> {
    const first = now - hours;
    if (first <= firstHour) return false;
    if (first - firstHour > hours) {
      await this.dropTotals(hours);
      await this.build(hours, now);
      return true;
    }
    await this.subtract(hours, firstHour, first);
    return true;
  }

  /** Takes an hour that is forgotten out of the periods that are longer than views are kept. */
  private async takeOut(hour: Hour): Promise<void> {
    if ((await this.periods()).every(({ firstHour }) => firstHour > hour)) return;
    for (const { hours, firstHour } of await this.lockPeriods(this.database.forUpdate))
      if (firstHour <= hour) await this.subtract(hours, hour, hour + 1);
  }

  /** Subtracts the views from one hour to another, without it, from the totals of a period. */
  private async subtract(hours: number, from: Hour, to: Hour): Promise<void> {
    const gone = sql`SELECT article_id, SUM(views) AS views FROM page_views
                      WHERE hour >= ${from} AND hour < ${to} GROUP BY article_id`;
    const { text, parameters } =
      this.database.dialect === 'mysql'
        ? sql`UPDATE page_view_totals t JOIN (${gone}) g ON g.article_id = t.article_id
                 SET t.views = t.views - g.views WHERE t.period_hours = ${hours}`
        : sql`UPDATE page_view_totals SET views = page_view_totals.views - g.views FROM (${gone}) g
               WHERE g.article_id = page_view_totals.article_id AND period_hours = ${hours}`;
    await this.database.execute(text, parameters);
    await this.database.execute(
      'DELETE FROM page_view_totals WHERE period_hours = ? AND status IN (0, 1, 2, 3) AND views <= 0',
      [hours],
    );
  }

  private async build(hours: number, now: Hour): Promise<void> {
    const { text, parameters } =
      sql`INSERT INTO page_view_totals (article_id, period_hours, views, status, created_ts)
      SELECT a.id, ${hours}, s.views, a.status, a.created_ts
        FROM (SELECT article_id, SUM(views) AS views FROM page_views WHERE hour >= ${now - hours} GROUP BY article_id) s
        ${this.database.straightJoin} articles a ON a.id = s.article_id`;
    // Locked, so that none of them is just being published or taken back; each by its key, because a scan of
    // an index by date misses an article whose date changes meanwhile.
    await this.database.execute(text + this.database.forShare, parameters);
  }

  private async dropTotals(hours: number): Promise<void> {
    await this.database.execute('DELETE FROM page_view_totals WHERE period_hours = ?', [hours]);
  }
}

/** The period that nobody has asked for the longest, among those that may be forgotten. */
function oldestOf(periods: readonly Period[]): Period | undefined {
  return periods
    .filter(({ hours }) => !STANDARD_HOURS.includes(hours))
    .sort((one, other) => one.askedTs - other.askedTs)[0];
}

function sumByArticle(views: readonly ViewsOfHour[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { articleId, views: count } of views) sums.set(articleId, (sums.get(articleId) ?? 0) + count);
  return sums;
}
