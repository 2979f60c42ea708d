import { Injectable } from '@nestjs/common';
import {
  byId,
  MAX_COUNTED,
  pageOf,
  type PageOf,
  type Position,
  type Total,
  totalOf,
  withNext,
} from '../../../kernel/page.js';
import { countUpTo } from '../../../platform/database/rows/count-up-to.js';
import { Database, padded } from '../../../platform/database/database.js';
import { GroupReader } from '../../../platform/database/rows/group-reader.js';
import { RecordMapper } from '../../../platform/database/rows/record-mapper.js';
import { SharedReads } from '../../../platform/database/rows/shared-reads.js';
import { identityOf, raw, type Sql, sql } from '../../../platform/database/sql.js';
import { type ArticleQuery, type ArticleSelection, select } from '../listing/article-criteria.js';
import { ImagesService } from '../../media/images/images.service.js';
import { SectionsService } from '../../sections/sections.service.js';
import { ArticleFinder } from '../listing/article-finder.js';
import { ArticleSearch } from '../listing/article-search.js';
import type { Article } from '../domain/article.js';
import { ArticleRecord, type ArticleStatus } from '../domain/article-record.js';
import {
  type ArticleRelations,
  type ArticleView,
  imageIdsOf,
  type SelectedArticle,
} from '../domain/article-view.js';
import { ListPlanner } from './list-planner/planner.js';
import { ArticleRelationsReader, UNRELATED } from './relations/article-relations.js';
import { isOfOneVersion, readWhole } from './relations/read-whole.js';
import { type Criterion, criteriaOf, isOneOf, type TagsOfSections } from './list-planner/criteria.sql.js';
import { MAX_PAGE_BYTES, mustFitPage } from './list-planner/page-bytes.js';
import { Probes } from './list-planner/probes.js';

type Row = Readonly<Record<string, unknown>> & Pick<ArticleRecord, 'id' | 'status' | 'version'>;

/** A place in a list, and the row of its article; of one with large texts all columns of the row are null. */
interface Place extends Readonly<Record<string, unknown>> {
  readonly place: number;
  /** Version of the article when its place was read. */
  readonly version: number;
  readonly k1: number;
  readonly k2: number;
  readonly bytes: number;
  readonly id: number | null;
}

/** The part of a query that says how the articles of its page are read. */
interface PageQuery extends Pick<ArticleQuery, 'selection' | 'criteria'> {
  readonly places: readonly Place[];
  /** Leaves out articles that are changed meanwhile: to search once more would take longer than they stay. */
  readonly leavesOut: boolean;
}

const SIZE_REMEMBERED_MS = 60_000;

const NOTHING: ArticleSelection = select([]);

/** MariaDB forgets columns of subqueries when it runs a prepared statement for the second time. */
const SUBQUERY = /\(\s*SELECT\b/i;

/** Seconds for the search of a page: each criterion may hold for many articles, but all of them for few. */
const TIME_LIMIT_S = 10;

/**
 * The places of a list are found through indexes alone, and their rows are read with them; then all that is
 * assigned to these, in one statement.
 */
@Injectable()
export class SqlArticleFinder extends ArticleFinder {
  private readonly articles: RecordMapper<ArticleRecord>;
  private readonly rows: GroupReader<number, Row>;
  /** The same list is often asked for by many at a time. */
  private readonly pages: SharedReads<readonly Place[]>;
  private readonly probes: Probes;
  private known = { size: 0, until: 0 };

  constructor(
    private readonly database: Database,
    private readonly search: ArticleSearch,
    private readonly sections: SectionsService,
    private readonly images: ImagesService,
    private readonly relations: ArticleRelationsReader,
  ) {
    super();
    this.articles = new RecordMapper(database, ArticleRecord);
    this.pages = new SharedReads(database);
    this.probes = new Probes(database);
    const columns = raw(this.articles.selection('a'));
    this.rows = new GroupReader(database, async (ids) =>
      byId(await database.prepared(sql`SELECT ${columns} FROM articles a WHERE a.id IN (${padded(ids)})`)),
    );
  }

  async findById(id: number): Promise<ArticleView | null> {
    return (await this.listByIds([id]))[0] ?? null;
  }

  async view(record: ArticleRecord, relations: ArticleRelations): Promise<ArticleView> {
    const article = Object.assign(record, relations);
    return Object.assign(article, { images: await this.images.byId(imageIdsOf(article)) });
  }

  async viewOfFormer(article: Article): Promise<ArticleView> {
    const record = Object.assign(new ArticleRecord(), article);
    return this.view(record, await this.relations.ofFormer(article));
  }

  async statusOf(id: number): Promise<ArticleStatus | null> {
    const [row] = await this.database.rows<{ status: ArticleStatus }>(
      'SELECT status FROM articles WHERE id = ?',
      [id],
    );
    return row?.status ?? null;
  }

  async list<C extends keyof ArticleRecord, R extends keyof ArticleRelations>(
    query: ArticleQuery<C, R>,
  ): Promise<SelectedArticle<C, R>[]> {
    return [...(await this.page(query)).items];
  }

  async page<C extends keyof ArticleRecord, R extends keyof ArticleRelations>(
    query: ArticleQuery<C, R>,
  ): Promise<PageOf<SelectedArticle<C, R>>> {
    const { page } = query;
    return readWhole(async (count) => {
      const places = pageOf(await this.placesOf({ ...query, page: withNext(page) }), page, positionOf);
      const ids = places.items.map(({ place }) => place);
      const items = await this.views(ids, { ...query, places: places.items, leavesOut: count > 1 });
      return items && { ...places, items };
    });
  }

  async total({ criteria }: Pick<ArticleQuery, 'criteria'>): Promise<Total> {
    const page = { offset: 0, limit: MAX_COUNTED + 1 };
    const planner = await this.planner({ criteria, order: { by: 'newest' }, page });
    return planner ? countUpTo(this.database, (await planner.page()).sql) : totalOf(0);
  }

  async listIds(query: ArticleQuery): Promise<number[]> {
    const places = await this.placesOf({ ...query, selection: NOTHING });
    return places.map(({ place }) => place);
  }

  listByIds(ids: readonly number[]): Promise<ArticleView[]> {
    return readWhole(() => this.views(ids));
  }

  private async placesOf(query: ArticleQuery): Promise<Place[]> {
    const { order, page } = query;
    const pages = page.limit === 0 ? null : await this.planner(query);
    if (!pages) return [];
    const first = await pages.page();
    let places = await this.places(first.sql, query);
    if (first.mayLackUnviewed && order.by === 'views' && places.length < page.limit) {
      places = await this.places(await pages.withUnviewed(order), query);
    }
    const sign = pages.direction === 'ASC' ? 1 : -1;
    return places.toSorted(
      (one, other) => sign * (one.k1 - other.k1 || one.k2 - other.k2 || one.place - other.place),
    );
  }

  /** null when nothing can be found. */
  private async planner(query: ArticleQuery): Promise<ListPlanner | null> {
    const { criteria } = query;
    const [tagsOf, found, articles] = await Promise.all([
      this.tagsOfSections(query),
      this.found(criteria.phrase),
      this.size(),
    ]);
    if (!found) return null;
    const all = [...found, ...criteriaOf(criteria, tagsOf)];
    return new ListPlanner(this.database, this.probes, query, all, tagsOf, articles);
  }

  async listIdsAfter(id: number, limit: number): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(
      'SELECT id FROM articles WHERE id > ? ORDER BY id LIMIT ?',
      [id, limit],
    );
    return rows.map((row) => row.id);
  }

  /** Approximate number of articles, counted a while ago. */
  private async size(): Promise<number> {
    if (performance.now() < this.known.until) return this.known.size;
    const [row] = await this.database.rows<{ size: number | null }>('SELECT MAX(id) AS size FROM articles');
    this.known = { size: row?.size ?? 0, until: performance.now() + SIZE_REMEMBERED_MS };
    return this.known.size;
  }

  /** The parsed phrase; null when nothing can match. */
  private async found(phrase: string | undefined): Promise<Criterion[] | null> {
    if (phrase === undefined) return [];
    const match = await this.search.match(phrase);
    return match && isOneOf(match, this.database);
  }

  private tagsOfSections({ criteria }: ArticleQuery): Promise<TagsOfSections> {
    const { anySections = [], allSections = [], noSections = [] } = criteria;
    const ids = [...anySections, ...allSections, ...noSections];
    return this.sections.tagSlugsOf(ids);
  }

  /**
   * Rows that have left the states of the list while they were looked for are left out. Texts that would not
   * fit if all articles of the page had as much are not read.
   */
  private places(page: Sql, query: ArticleQuery): Promise<readonly Place[]> {
    const {
      selection,
      criteria: { statuses },
      page: { limit },
    } = query;
    const columns = raw(this.articles.selection('t', selection?.columns));
    const bytes = raw(this.articles.textBytes('a', selection?.columns));
    const places = sql`SELECT p.id AS place, p.k1 AS k1, p.k2 AS k2, ${bytes} AS bytes, t.status AS status, a.version AS version, ${columns}
      FROM (${page}) p JOIN articles a ON a.id = p.id
      LEFT JOIN articles t ON t.id = a.id AND ${bytes} <= ${Math.floor(MAX_PAGE_BYTES / limit)}
     WHERE a.status IN (${statuses})`;
    const statement = this.database.limited(places, TIME_LIMIT_S);
    return this.pages.read(identityOf(statement), () =>
      SUBQUERY.test(page.text)
        ? this.database.select<Place>(statement)
        : this.database.prepared<Place>(statement),
    );
  }

  /**
   * The articles in the order of their ids here; null when one has been changed between the statements.
   * @throws TooLargeError where they are those of a page
   */
  private async views(
    ids: readonly number[],
    { selection, criteria, places, leavesOut = false }: Partial<PageQuery> = {},
  ): Promise<ArticleView[] | null> {
    if (ids.length === 0) return [];
    const pageBytes = places?.reduce((sum, { bytes }) => sum + bytes, 0);
    if (pageBytes !== undefined) mustFitPage(pageBytes);
    const [rows, relations] = await Promise.all([
      this.rowsOf(ids, selection, places),
      this.relations.read(ids, { names: selection?.relations, pageBytes }),
    ]);
    const found = ids.flatMap((id) => rows.get(id) ?? []);
    const listed = new Map(places?.map(({ place, version }) => [place, version]));
    const isWhole = (row: Row) =>
      isOfOneVersion([row], relations) && (listed.get(row.id) ?? row.version) === row.version;
    if (!leavesOut && !found.every(isWhole)) return null;
    const isListed = (row: Row) => isWhole(row) && criteria?.statuses.includes(row.status) !== false;
    const articles = found.filter(isListed).map((row): Related => {
      const record = this.articles.read(row, new ArticleRecord(), selection?.columns);
      return Object.assign(record, relations.byArticle.get(row.id) ?? UNRELATED);
    });
    return this.illustrated(articles);
  }

  /** @param places with the rows that have been read already */
  private async rowsOf(
    ids: readonly number[],
    selection: ArticleSelection | undefined,
    places: readonly Place[] = [],
  ): Promise<ReadonlyMap<number, Row>> {
    const known = byId(places.filter(isRead));
    const others = ids.filter((id) => !known.has(id));
    if (others.length === 0) return known;
    const read = await (selection ? this.selected(others, selection) : this.rows.read(others));
    return known.size === 0 ? read : new Map([...known, ...read]);
  }

  /** Clients select columns in any number of ways, which are too many to be prepared. */
  private async selected(ids: readonly number[], { columns }: ArticleSelection): Promise<Map<number, Row>> {
    const selection = raw(this.articles.selection('a', columns));
    return byId(
      await this.database.select(
        sql`SELECT a.status AS status, a.version AS version, ${selection} FROM articles a WHERE a.id IN (${padded(ids)})`,
      ),
    );
  }

  /** Adds all images of the articles, in one statement. */
  private async illustrated(articles: readonly Related[]): Promise<ArticleView[]> {
    const images = await this.images.byId(articles.flatMap(imageIdsOf));
    return articles.map((article) => Object.assign(article, { images }));
  }
}

/** Servers give sums as decimal texts. */
const positionOf = ({ place, k1, k2 }: Place): Position => ({ keys: [k1, k2].map(Number), id: place });

const isRead = (place: Place): place is Place & Row => place.id !== null;

type Related = ArticleRecord & ArticleRelations;
