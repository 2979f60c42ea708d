import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../../../platform/database/database.js';
import { RecordMapper } from '../../../platform/database/record-mapper.js';
import { ArticleFinder, type ArticleQuery } from '../article-finder.js';
import { ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { ArticleRelations, ArticleView } from '../domain/article-view.js';
import { loadRelations } from './article-relations.js';

type Row = Readonly<Record<string, unknown>>;

const UNRELATED: ArticleRelations = { authors: [], tags: [], sections: [], badges: [] };

/** Two statements: the rows, found through a covering index, and all that is assigned to them. */
@Injectable()
export class SqlArticleFinder extends ArticleFinder {
  private readonly articles: RecordMapper<ArticleRecord>;
  private readonly columns: string;

  constructor(private readonly database: Database) {
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

  async list({ statuses, page, ownedBy }: ArticleQuery): Promise<ArticleView[]> {
    if (page.limit === 0) return [];
    const owned =
      ownedBy === undefined
        ? ''
        : ' AND (created_by = ? OR EXISTS (SELECT 1 FROM article_authors o WHERE o.article_id = articles.id AND o.author_id = ?))';
    const owner: SqlValue[] = ownedBy === undefined ? [] : [ownedBy, ownedBy];
    const reach = page.offset + page.limit;
    // Each state is a range of the index in the order of the list; several are merged from their first rows.
    const ranges = statuses.map(
      () =>
        `SELECT * FROM (SELECT id, created_ts FROM articles WHERE status = ?${owned} ORDER BY created_ts DESC, id DESC LIMIT ?) r`,
    );
    const rows = await this.database.rows<Row>(
      `SELECT ${this.columns}
         FROM (SELECT id FROM (${ranges.join(' UNION ALL ')}) m ORDER BY created_ts DESC, id DESC LIMIT ? OFFSET ?) p
         JOIN articles a ON a.id = p.id
        ORDER BY a.created_ts DESC, a.id DESC`,
      [...statuses.flatMap((status) => [status, ...owner, reach]), page.limit, page.offset],
    );
    return this.related(rows);
  }

  async listAfter(id: number, limit: number): Promise<ArticleView[]> {
    return this.related(
      await this.database.rows<Row>(
        `SELECT ${this.columns} FROM articles a WHERE a.id > ? AND a.status <> ? ORDER BY a.id LIMIT ?`,
        [id, ArticleStatus.Removed, limit],
      ),
    );
  }

  private async related(rows: readonly Row[]): Promise<ArticleView[]> {
    const relations = await loadRelations(
      this.database,
      rows.map((row) => row.id as number),
    );
    return rows.map((row) => related(this.articles.read(row, new ArticleRecord()), relations));
  }
}

function related(record: ArticleRecord, relations: ReadonlyMap<number, ArticleRelations>): ArticleView {
  return Object.assign(record, relations.get(record.id) ?? UNRELATED);
}
