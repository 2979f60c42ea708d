import type { Database } from '../../../../platform/database/database.js';
import { joined, raw, type Sql, sql } from '../../../../platform/database/sql.js';
import type { ViewsOfPeriod } from '../../../page-views/domain/page-view-store.js';
import type { ArticleQuery } from '../../listing/article-criteria.js';
import type { Probes } from './probes.js';
import { isUnviewed, totalsOf } from './views-of-period.js';
import { ArticleStatus } from '../../domain/article-record.js';
import { Beginning, type Direction, type Keys, ZERO } from './position.sql.js';
import {
  ALL_ARTICLES,
  allOf,
  type ArticleSet,
  type Criterion,
  exclusions,
  isUpdatedSince,
  isWithin,
  TRUE,
  type TagsOfSections,
} from './criteria.sql.js';

/**
 * Index entries that are looked at to find out which criteria select few articles. The worst case is least
 * where sorting a criterion of this size costs as much as walking past a larger one to fill the page.
 */
const mostRows = (reach: number, articles: number): number =>
  Math.min(10_000, Math.ceil(Math.sqrt(reach * articles)));
const MIN_PROBED = 20;
/** A set that is not measured counts as large. */
const MAX_PROBES = 100;
/** Later than any publication: of criteria that cannot tell how far back they reach. */
const NOWADAYS = 1e12;
/** Most sets that are merged; a criterion of more (a section of a hundred tags) is sorted instead. */
const MAX_BRANCHES = 50;

const BY_TIME: Keys = [raw('l.created_ts'), ZERO];
/** Keys of rows that follow others, whose first key is above 0. */
const BY_TIME_AFTER_OTHERS: Keys = [ZERO, raw('l.created_ts')];

interface Walk {
  readonly sets: readonly ArticleSet[];
  readonly conditions: (id: Sql) => readonly Sql[];
  readonly keys: Keys;
  readonly direction: Direction;
}

/** Rows of `id`, `k1`, `k2`, sorted by k1, k2, id: of the page, and of what others may be merged with. */
interface Listing {
  readonly page: Sql;
  readonly head: Sql;
}

interface Measured {
  readonly criterion: Criterion;
  readonly isSmall: boolean;
}

/**
 * Writes the statement that finds the articles of one page. It begins with the criterion that selects the
 * fewest articles and asks each of them for the others; or, where all select many, walks along an index in
 * the order of the list until the page is full.
 */
export class ListPlanner {
  private beginning: Beginning;

  constructor(
    private readonly database: Database,
    private readonly probes: Probes,
    private readonly query: ArticleQuery,
    private readonly criteria: readonly Criterion[],
    private readonly tagsOf: TagsOfSections,
    /** Approximate number of articles. */
    private readonly articles: number,
  ) {
    this.beginning = new Beginning(database, query.page.after, this.direction);
  }

  get direction(): Direction {
    return this.query.order.by === 'oldest' ? 'ASC' : 'DESC';
  }

  /** The statement of the page, and whether a page that is not full needs {@link withUnviewed}. */
  async page(): Promise<{ sql: Sql; mayLackUnviewed: boolean }> {
    const { order } = this.query;
    const done = (statement: Sql) => ({ sql: statement, mayLackUnviewed: false });
    if (order.by === 'editorial') return done(this.slice(await this.editorial(order.sectionId)));
    if (order.by === 'newest' || order.by === 'oldest') {
      return done((await this.byTime(BY_TIME, this.direction)).page);
    }
    const [smallest] = await this.measured(this.withDates());
    if (smallest?.isSmall) return done(this.slice(this.sorted(smallest.criterion)));
    if (order.by === 'updated') return done(this.along(this.alongUpdates()));
    return { sql: this.slice(this.viewed(order)), mayLackUnviewed: true };
  }

  /** The same page of a list by views, with the articles that nobody has viewed after the others. */
  async withUnviewed(views: ViewsOfPeriod): Promise<Sql> {
    const { head } = await this.byTime(BY_TIME_AFTER_OTHERS, 'DESC', (id) => isUnviewed(id, views));
    return this.slice(sql`${this.viewed(views)} UNION ALL SELECT * FROM (${head}) unviewed`);
  }

  /** The slice of the ordered rows that the page shows. */
  private get range(): Sql {
    return sql`LIMIT ${BigInt(this.query.page.limit)} OFFSET ${BigInt(this.query.page.offset)}`;
  }

  /** All rows that the page may need of one of several ordered sets. */
  private get reach(): Sql {
    return sql`LIMIT ${BigInt(this.query.page.offset + this.query.page.limit)}`;
  }

  private slice(rows: Sql): Sql {
    const order = ['k1', 'k2', 'id'].map((column) => `${column} ${this.direction}`).join(', ');
    const begins = allOf(this.beginning.of(raw('k1'), raw('k2'), raw('id')));
    return sql`SELECT id, k1, k2 FROM (${rows}) listed WHERE ${begins} ORDER BY ${raw(order)} ${this.range}`;
  }

  /** In the order of publication, along the smallest criterion. @param further another condition */
  private async byTime(
    keys: Keys,
    direction: Direction,
    further: (id: Sql) => Sql = () => TRUE,
  ): Promise<Listing> {
    const isObvious = this.criteria.length < 2 && this.criteria.every((one) => this.canBeMerged(one));
    const measured = isObvious ? [] : await this.measured(this.criteria);
    const [smallest] = measured;
    if (smallest?.isSmall && !this.canBeMerged(smallest.criterion)) {
      const rows = this.sorted(smallest.criterion, keys, further);
      return { page: this.slice(rows), head: rows };
    }
    const candidates = isObvious ? this.criteria : measured.map(({ criterion }) => criterion);
    const criterion = candidates.find((one) => this.canBeMerged(one));
    const walk: Walk = {
      sets: criterion?.sets ?? [ALL_ARTICLES],
      conditions: (id) => [...this.conditions(id, criterion), further(id)],
      keys,
      direction,
    };
    return { page: this.along(walk), head: this.merged(walk) };
  }

  private alongUpdates(): Walk {
    const { updatedFrom } = this.query.criteria;
    // The walk ends with the range, also when the page is not full.
    const key = updatedFrom === undefined ? TRUE : isUpdatedSince('l', updatedFrom);
    return {
      sets: [{ ...ALL_ARTICLES, index: 'articles_by_updated', key }],
      conditions: (id) => this.conditions(id),
      keys: [raw('l.updated_ts'), ZERO],
      direction: 'DESC',
    };
  }

  /** The remaining criteria, besides the one whose index found the article. */
  private conditions(id: Sql, found?: Criterion): Sql[] {
    const { criteria } = this.query;
    return [
      ...isWithin(criteria),
      ...this.criteria.filter((criterion) => criterion !== found).map((criterion) => criterion.holds(id)),
      ...exclusions(criteria, this.tagsOf, id),
    ];
  }

  /** The page of a walk: of one set as it is, of several merged. */
  private along(walk: Walk): Sql {
    const [only, ...others] = this.branches(walk, this.range);
    return only && others.length === 0 ? only : this.slice(this.merged(walk));
  }

  private merged(walk: Walk): Sql {
    const branches = this.branches(walk, this.reach).map((rows) => sql`SELECT * FROM (${rows}) branch`);
    return joined(branches, ' UNION ');
  }

  /** The rows of each set and state, in the order of its index. */
  private branches({ sets, conditions, keys, direction }: Walk, range: Sql): Sql[] {
    const [first, second] = keys;
    const key = first === ZERO ? second : first;
    return sets.flatMap((set) =>
      this.statesOf(set).map((state) => {
        const id = raw(`l.${set.id}`);
        return sql`SELECT ${id} AS id, ${first} AS k1, ${second} AS k2 ${this.from(set)}
          WHERE ${allOf([set.key, ...state, ...this.beginning.along(keys, id), ...conditions(id)])}
          ORDER BY ${key} ${raw(direction)}, ${id} ${raw(direction)} ${range}`;
      }),
    );
  }

  /** All articles of a small criterion, with what the list is sorted by. */
  private sorted(criterion: Criterion, keys?: Keys, further: (id: Sql) => Sql = () => TRUE): Sql {
    const { order } = this.query;
    const found = joined(
      criterion.ranges.flatMap((range) =>
        this.statesOf(range).map(
          (
            state,
          ) => sql`SELECT DISTINCT ${raw(`l.${range.id}`)} AS id, l.created_ts AS created_ts ${this.from(range)}
            WHERE ${allOf([range.key, ...state])}`,
        ),
      ),
      ' UNION ',
    );
    const id = raw('l.id');
    const conditions = allOf([...this.conditions(id, criterion), further(id)]);
    if (keys) {
      return sql`SELECT l.id AS id, ${keys[0]} AS k1, ${keys[1]} AS k2 FROM (${found}) l WHERE ${conditions}`;
    }
    if (order.by !== 'views') {
      return sql`SELECT l.id AS id, a.updated_ts AS k1, 0 AS k2 FROM (${found}) l JOIN articles a ON a.id = l.id
        WHERE ${conditions}`;
    }
    return sql`SELECT l.id AS id, COALESCE(v.views, 0) AS k1, l.created_ts AS k2 FROM (${found}) l
      LEFT JOIN ${totalsOf(order)} v ON v.article_id = l.id AND v.period_hours = ${order.periodHours}
      WHERE ${conditions}`;
  }

  /** The articles of each state that have views. */
  private viewed(views: ViewsOfPeriod): Sql {
    const states = this.query.criteria.statuses.map((one) => this.viewedIn(one, views));
    return joined(
      states.map((state) => sql`SELECT * FROM (${state}) viewed`),
      ' UNION ALL ',
    );
  }

  private viewedIn(status: ArticleStatus, views: ViewsOfPeriod): Sql {
    const begins = this.beginning.of(raw('l.views'), raw('l.created_ts'), raw('l.article_id'));
    const conditions = allOf([...begins, ...this.conditions(raw('l.article_id'))]);
    const from =
      views.sinceHour === undefined
        ? sql`page_view_totals l ${this.database.through('page_view_totals_by_views')}`
        : sql`(SELECT s.*, a.status AS status, a.created_ts AS created_ts
                 FROM ${totalsOf(views)} s JOIN articles a ON a.id = s.article_id) l`;
    return sql`SELECT l.article_id AS id, l.views AS k1, l.created_ts AS k2 FROM ${from}
      WHERE l.period_hours = ${views.periodHours} AND l.status = ${status} AND ${conditions}
      ORDER BY l.views DESC, l.created_ts DESC, l.article_id DESC ${this.reach}`;
  }

  private async editorial(sectionId: number): Promise<Sql> {
    this.beginning = await this.beginning.atPin(sectionId);
    const isListed = allOf([
      sql`(SELECT 1 FROM articles m WHERE m.id = l.article_id AND m.status = ${ArticleStatus.Published}) IS NOT NULL`,
      ...this.criteria.map((criterion) => criterion.holds(raw('l.article_id'))),
    ]);
    const isUnpinned = (id: Sql) =>
      sql`(SELECT 1 FROM section_pins q WHERE q.section_id = ${sectionId} AND q.article_id = ${id}) IS NULL`;
    const { head } = await this.byTime(BY_TIME_AFTER_OTHERS, 'DESC', isUnpinned);
    return sql`SELECT l.article_id AS id, 1 AS k1, -l.position AS k2 FROM section_pins l
      WHERE l.section_id = ${sectionId} AND ${isListed} UNION ALL SELECT * FROM (${head}) unpinned`;
  }

  /** Selective criteria first, then those whose newest articles lie the farthest apart. */
  private async measured(criteria: readonly Criterion[]): Promise<readonly Measured[]> {
    const ranges = criteria.flatMap((criterion) =>
      criterion.ranges.flatMap((range) => this.statesOf(range).map((state) => ({ criterion, range, state }))),
    );
    if (ranges.length === 0) return [];
    const { offset, limit } = this.query.page;
    const most = Math.floor(mostRows(offset + limit, this.articles) / ranges.length);
    const probes = ranges.slice(0, MAX_PROBES).map(({ criterion, range, state }, index) => {
      // In an index by time, the last entry that is read tells how far back that many entries reach.
      const [probed, order] =
        criterion.sets.length === 1 ? ['l.created_ts', 'ORDER BY l.created_ts DESC'] : [String(NOWADAYS), ''];
      const rows = sql`SELECT ${raw(probed)} ${this.from(range)} WHERE ${allOf([range.key, ...state])}
        ${raw(order)} LIMIT 1 OFFSET ${Math.max(MIN_PROBED, most)}`;
      return sql`SELECT ${index} AS n, (${rows}) AS reaches`;
    });
    const rows = await this.probes.run(joined(probes, ' UNION ALL '));
    const reaches = new Map(ranges.slice(MAX_PROBES).map(({ criterion }) => [criterion, NOWADAYS]));
    for (const { n, reaches: time } of rows) {
      const criterion = ranges[n]?.criterion;
      if (criterion && time !== null) reaches.set(criterion, Math.max(time, reaches.get(criterion) ?? time));
    }
    return criteria
      .map((criterion) => ({ criterion, isSmall: !reaches.has(criterion), reaches: reaches.get(criterion) }))
      .sort((one, other) => (one.reaches ?? -Infinity) - (other.reaches ?? -Infinity) || 0);
  }

  /** Criteria with the range of time, which selects like other criteria in orders other than time. */
  private withDates(): readonly Criterion[] {
    const range = isWithin(this.query.criteria);
    if (range.length === 0) return this.criteria;
    const dates = [{ ...ALL_ARTICLES, key: allOf(range) }];
    return [...this.criteria, { sets: dates, ranges: dates, holds: () => TRUE }];
  }

  private canBeMerged({ sets }: Criterion): boolean {
    return sets.length > 0 && sets.length * this.query.criteria.statuses.length <= MAX_BRANCHES;
  }

  private from({ table, index }: ArticleSet): Sql {
    return index === null
      ? sql`FROM ${raw(table)} l`
      : sql`FROM ${raw(table)} l ${this.database.through(index)}`;
  }

  private statesOf({ hasStatus }: ArticleSet): readonly (readonly Sql[])[] {
    if (!hasStatus) return [[]];
    return this.query.criteria.statuses.map((status) => [sql`l.status = ${status}`]);
  }
}
