import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { raw, sql } from '../../../platform/database/sql.js';
import { ArticleStatus } from '../domain/article-record.js';
import { AuthorRanking } from '../listing/author-ranking.js';

const TIME_LIMIT_S = 10;

@Injectable()
export class SqlAuthorRanking extends AuthorRanking {
  constructor(private readonly database: Database) {
    super();
  }

  async list(periodHours: number, limit: number, ids?: readonly number[]): Promise<number[]> {
    const only = ids ? sql`AND j.author_id IN (${ids})` : raw('');
    const rows = await this.database.select<{ id: number }>(
      this.database.limited(
        sql`SELECT j.author_id AS id, SUM(t.views) AS views
              FROM page_view_totals t JOIN article_authors j ON j.article_id = t.article_id
             WHERE t.period_hours = ${periodHours} AND t.status = ${ArticleStatus.Published} ${only}
             GROUP BY j.author_id ORDER BY views DESC, id LIMIT ${limit}`,
        TIME_LIMIT_S,
      ),
    );
    return rows.map(({ id }) => id);
  }
}
