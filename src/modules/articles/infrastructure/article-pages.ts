import type { Database } from '../../../platform/database/database.js';
import { joined, raw, type Sql, sql } from '../../../platform/database/sql.js';
import type { ArticleQuery } from '../article-criteria.js';
import { ArticleStatus } from '../domain/article-record.js';
import {
  ALL_ARTICLES,
  allOf,
  type ArticleSet,
  type Criterion,
  exclusions,
  isWithin,
  type TagsOfSections,
} from './article-sets.js';

/** How many index entries are looked at, at most, to find out which criterion selects the fewest articles. */
const PROBE_BUDGET = 1000;
const PROBE_LEAST = 20;
/** Sets that are merged at most; a criterion of more (a section of a hundred tags) is asked of each article instead. */
const MAX_BRANCHES = 50;

type Keys = readonly [first: Sql, second: Sql];

const ZERO = raw('0');
const BY_TIME: Keys = [raw('l.created_ts'), ZERO];

interface Walk {
  readonly sets: readonly ArticleSet[];
  readonly conditions: (id: Sql) => readonly Sql[];
  readonly keys: Keys;
  readonly direction: 'ASC' | 'DESC';
}

/**
 * Writes the statement that finds the articles of one page: rows of `id`, `k1`, `k2`, sorted by k1, k2, id. It
 * begins with the criterion that selects the fewest articles and asks each of them for the others; or, where all
 * select many, walks along an index in the order of the list until the page is full.
 */
export class ArticlePages {
  constructor(
    private readonly database: Database,
    private readonly query: ArticleQuery,
    private readonly criteria: readonly Criterion[],
    private readonly tagsOf: TagsOfSections,
  ) {}

  get direction(): 'ASC' | 'DESC' {
    return this.query.order.by === 'oldest' ? 'ASC' : 'DESC';
  }

  /** The statement of the page, and whether a page that is not full needs {@link withUnviewed}. */
  async page(): Promise<{ sql: Sql; mayLackUnviewed: boolean }> {
    const { order } = this.query;
    const done = (statement: Sql) => ({ sql: statement, mayLackUnviewed: false });
    if (order.by === 'editorial') return done(this.slice(this.editorial(order.sectionId)));
    if (order.by === 'newest' || order.by === 'oldest') {
      return done(this.along(await this.alongTime(this.direction, BY_TIME)));
    }
    const [smallest] = await this.bySize(this.withDates());
    if (smallest?.isSmall) return done(this.slice(this.sorted(smallest.criterion)));
    if (order.by === 'updated') return done(this.along(this.alongUpdates()));
    return { sql: this.viewed(order.periodHours, this.range), mayLackUnviewed: true };
  }

  /** The same page of a list by views, with the articles that nobody has viewed after the others. */
  async withUnviewed(periodHours: number): Promise<Sql> {
    const newest = await this.alongTime('DESC', [ZERO, raw('l.created_ts')]);
    const isUnviewed = (id: Sql) =>
      sql`(SELECT 1 FROM page_view_totals v WHERE v.article_id = ${id} AND v.period_hours = ${periodHours} LIMIT 1) IS NULL`;
    const unviewed = this.merged({
      ...newest,
      conditions: (id) => [...newest.conditions(id), isUnviewed(id)],
    });
    const viewed = this.viewed(periodHours, this.reach);
    return this.slice(sql`SELECT * FROM (${viewed}) viewed UNION ALL SELECT * FROM (${unviewed}) unviewed`);
  }

  /** What the page shows of rows that are in the order of the list. */
  private get range(): Sql {
    return sql`LIMIT ${this.query.page.limit} OFFSET ${this.query.page.offset}`;
  }

  /** All rows that the page may need of one of several ordered sets. */
  private get reach(): Sql {
    return sql`LIMIT ${this.query.page.offset + this.query.page.limit}`;
  }

  private slice(rows: Sql): Sql {
    const order = ['k1', 'k2', 'id'].map((column) => `${column} ${this.direction}`).join(', ');
    return sql`SELECT id, k1, k2 FROM (${rows}) listed ORDER BY ${raw(order)} ${this.range}`;
  }

  /** Along the smallest criterion, in the order of publication. */
  private async alongTime(direction: Walk['direction'], keys: Keys): Promise<Walk> {
    const [first, ...others] = this.criteria.filter((criterion) => this.canBeMerged(criterion));
    const [smallest] = others.length > 0 ? await this.bySize(this.criteria) : [];
    const criterion = smallest?.criterion ?? first;
    return {
      sets: criterion?.sets ?? [ALL_ARTICLES],
      conditions: (id) => this.conditions(id, criterion),
      keys,
      direction,
    };
  }

  private alongUpdates(): Walk {
    return {
      sets: [{ ...ALL_ARTICLES, index: 'articles_by_updated' }],
      conditions: (id) => this.conditions(id),
      keys: [raw('l.updated_ts'), ZERO],
      direction: 'DESC',
    };
  }

  /** What holds for an article besides the criterion through which it was found. */
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
  private branches({ sets, conditions, keys: [first, second], direction }: Walk, range: Sql): Sql[] {
    const key = first === ZERO ? second : first;
    return sets.flatMap((set) =>
      this.statesOf(set).map((state) => {
        const id = raw(`l.${set.id}`);
        return sql`SELECT ${id} AS id, ${first} AS k1, ${second} AS k2 ${this.from(set)}
          WHERE ${allOf([set.key, ...state, ...conditions(id)])}
          ORDER BY ${key} ${raw(direction)}, ${id} ${raw(direction)} ${range}`;
      }),
    );
  }

  /** All articles of a small criterion, sorted. */
  private sorted(criterion: Criterion): Sql {
    const { order } = this.query;
    const rows = joined(
      criterion.sets.flatMap((set) =>
        this.statesOf(set).map(
          (state) => sql`SELECT ${raw(`l.${set.id}`)} AS id, l.created_ts AS created_ts ${this.from(set)}
            WHERE ${allOf([set.key, ...state])}`,
        ),
      ),
      ' UNION ',
    );
    const conditions = allOf(this.conditions(raw('l.id'), criterion));
    if (order.by !== 'views') {
      return sql`SELECT l.id AS id, a.updated_ts AS k1, 0 AS k2 FROM (${rows}) l JOIN articles a ON a.id = l.id WHERE ${conditions}`;
    }
    return sql`SELECT l.id AS id, COALESCE(v.views, 0) AS k1, l.created_ts AS k2 FROM (${rows}) l
      LEFT JOIN page_view_totals v ON v.article_id = l.id AND v.period_hours = ${order.periodHours}
      WHERE ${conditions}`;
  }

  private viewed(periodHours: number, range: Sql): Sql {
    const conditions = allOf(this.conditions(raw('l.article_id')));
    return sql`SELECT l.article_id AS id, l.views AS k1, l.created_ts AS k2
      FROM page_view_totals l ${this.database.through('page_view_totals_by_views')}
      WHERE l.period_hours = ${periodHours} AND l.status = ${ArticleStatus.Published} AND ${conditions}
      ORDER BY l.views DESC, l.created_ts DESC, l.article_id DESC ${range}`;
  }

  private editorial(sectionId: number): Sql {
    const isListed = allOf([
      sql`(SELECT 1 FROM articles m WHERE m.id = l.article_id AND m.status = ${ArticleStatus.Published}) IS NOT NULL`,
      ...this.criteria.map((criterion) => criterion.holds(raw('l.article_id'))),
    ]);
    const section = this.criteria.find((criterion) => this.canBeMerged(criterion));
    const unpinned = this.merged({
      sets: section?.sets ?? [ALL_ARTICLES],
      conditions: (id) => [
        ...this.conditions(id, section),
        sql`(SELECT 1 FROM section_pins q WHERE q.section_id = ${sectionId} AND q.article_id = ${id}) IS NULL`,
      ],
      keys: [ZERO, raw('l.created_ts')],
      direction: 'DESC',
    });
    return sql`SELECT l.article_id AS id, 1 AS k1, -l.position AS k2 FROM section_pins l
      WHERE l.section_id = ${sectionId} AND ${isListed} UNION ALL SELECT * FROM (${unpinned}) unpinned`;
  }

  /** The criteria by their size, as far as it was looked at; the smallest first. */
  private async bySize(
    all: readonly Criterion[],
  ): Promise<readonly { criterion: Criterion; isSmall: boolean }[]> {
    const criteria = all.filter((criterion) => this.canBeMerged(criterion));
    if (criteria.length === 0) return [];
    const cap = Math.max(PROBE_LEAST, Math.floor(PROBE_BUDGET / criteria.length));
    const probes = criteria.flatMap(({ sets }, index) =>
      sets.flatMap((set) =>
        this.statesOf(set).map((state) => {
          const rows = sql`SELECT 1 ${this.from(set)} WHERE ${allOf([set.key, ...state])} LIMIT ${cap}`;
          return sql`SELECT ${index} AS n, COUNT(*) AS size FROM (${rows}) probe`;
        }),
      ),
    );
    const rows = await this.database.select<{ n: number; size: number }>(joined(probes, ' UNION ALL '));
    const sizes = criteria.map(() => 0);
    for (const { n, size } of rows) sizes[n] = (sizes[n] ?? 0) + size;
    return criteria
      .map((criterion, index) => ({ criterion, size: sizes[index] ?? 0 }))
      .sort((one, other) => one.size - other.size)
      .map(({ criterion, size }) => ({ criterion, isSmall: size < cap }));
  }

  /** For orders other than time, a range of time selects articles as other criteria do. */
  private withDates(): readonly Criterion[] {
    const range = isWithin(this.query.criteria);
    if (range.length === 0) return this.criteria;
    return [...this.criteria, { sets: [{ ...ALL_ARTICLES, key: allOf(range) }], holds: () => raw('1 = 1') }];
  }

  private canBeMerged({ sets }: Criterion): boolean {
    return sets.length * this.query.criteria.statuses.length <= MAX_BRANCHES;
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
