import { Injectable } from '@nestjs/common';
import { Database, placeholders } from '../../../platform/database/database.js';
import { RecordMapper } from '../../../platform/database/record-mapper.js';
import type { Sql } from '../../../platform/database/sql.js';
import type { ArticleQuery, ArticleSelection } from '../article-criteria.js';
import { SectionsService } from '../../sections/sections.service.js';
import { ArticleFinder } from '../article-finder.js';
import { ArticleSearch } from '../article-search.js';
import { ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { ArticleRelations, ArticleView } from '../domain/article-view.js';
import { ArticlePages } from './article-pages.js';
import { loadRelations } from './article-relations.js';
import { type Criterion, criteriaOf, isOneOf, type TagsOfSections } from './article-sets.js';

type Row = Readonly<Record<string, unknown>>;

interface ListedRow extends Row {
  readonly id: number;
  readonly k1: number;
  readonly k2: number;
}

const UNRELATED: ArticleRelations = { authors: [], tags: [], sections: [], badges: [] };

/** The rows of a list are found through indexes alone; then all that is assigned to them, in one statement. */
@Injectable()
export class SqlArticleFinder extends ArticleFinder {
  private readonly articles: RecordMapper<ArticleRecord>;
  private readonly columns: string;

  constructor(
    private readonly database: Database,
    private readonly search: ArticleSearch,
    private readonly sections: SectionsService,
  ) {
    super();
    this.articles = new RecordMapper(database, ArticleRecord);
    this.columns = this.articles.selection('a');
  }

  async findById(id: number): Promise<ArticleView | null> {
    const [[row], relations] = await Promise.all([
      this.database.rows<Row>(`SELECT ${this.columns} FROM articles a WHERE a.id = ?`, [id]),
      loadRelations(this.database, [id]),
    ]);
    return row ? related(this.articles.read(row, new ArticleRecord()), relations) : null;
  }

  async view(record: ArticleRecord): Promise<ArticleView> {
    return related(record, await loadRelations(this.database, [record.id]));
  }

  async statusOf(id: number): Promise<ArticleStatus | null> {
    const [row] = await this.database.rows<{ status: ArticleStatus }>(
      'SELECT status FROM articles WHERE id = ?',
      [id],
    );
    return row?.status ?? null;
  }

  async list(query: ArticleQuery): Promise<ArticleView[]> {
    const { criteria, order, page, selection } = query;
    if (page.limit === 0) return [];
    const [tagsOf, found] = await Promise.all([this.tagsOfSections(query), this.found(criteria.phrase)]);
    if (!found) return [];
    const pages = new ArticlePages(this.database, query, [...found, ...criteriaOf(criteria, tagsOf)], tagsOf);
    const first = await pages.page();
    let rows = await this.rows(first.sql, query);
    if (first.mayLackUnviewed && order.by === 'views' && rows.length < page.limit) {
      rows = await this.rows(await pages.withUnviewed(order.periodHours), query);
    }
    const sign = pages.direction === 'ASC' ? 1 : -1;
    rows.sort((one, other) => sign * (one.k1 - other.k1 || one.k2 - other.k2 || one.id - other.id));
    return this.related(rows, selection);
  }

  async listAfter(id: number, limit: number): Promise<ArticleView[]> {
    return this.related(
      await this.database.rows<Row>(
        `SELECT ${this.columns} FROM articles a WHERE a.id > ? AND a.status <> ? ORDER BY a.id LIMIT ?`,
        [id, ArticleStatus.Removed, limit],
      ),
    );
  }

  /** What the phrase stands for; null when nothing can be found. */
  private async found(phrase: string | undefined): Promise<Criterion[] | null> {
    if (phrase === undefined) return [];
    const match = await this.search.match(phrase);
    return match && isOneOf(match);
  }

  private tagsOfSections({ criteria }: ArticleQuery): Promise<TagsOfSections> {
    const { anySections = [], allSections = [], noSections = [] } = criteria;
    const ids = [...anySections, ...allSections, ...noSections];
    return this.sections.tagSlugsOf(ids);
  }

  private async rows(page: Sql, { selection, criteria: { statuses } }: ArticleQuery): Promise<ListedRow[]> {
    const columns = selection ? this.articles.selection('a', selection.columns) : this.columns;
    return this.database.rows<ListedRow>(
      `SELECT ${columns}, p.id AS id, p.k1 AS k1, p.k2 AS k2 FROM (${page.text}) p JOIN articles a ON a.id = p.id
        WHERE a.status IN (${placeholders(statuses)})`,
      [...page.parameters, ...statuses],
    );
  }

  private async related(rows: readonly Row[], selection?: ArticleSelection): Promise<ArticleView[]> {
    const relations = await loadRelations(
      this.database,
      rows.map((row) => row.id as number),
      selection?.relations,
    );
    return rows.map((row) =>
      related(this.articles.read(row, new ArticleRecord(), selection?.columns), relations),
    );
  }
}

function related(record: ArticleRecord, relations: ReadonlyMap<number, ArticleRelations>): ArticleView {
  return Object.assign(record, relations.get(record.id) ?? UNRELATED);
}
