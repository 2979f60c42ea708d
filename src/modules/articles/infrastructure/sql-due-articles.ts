import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { raw, type Sql, sql } from '../../../platform/database/sql.js';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { ArticleStatus } from '../domain/article-record.js';
import { type DueArticle, DueArticles, type Overdue } from '../scheduling/due-articles.js';

/** The index holds scheduled articles alone, because the others have no due time. */
@Injectable()
export class SqlDueArticles extends DueArticles {
  private readonly scheduled: Sql;

  constructor(private readonly database: Database) {
    super();
    this.scheduled = sql`articles ${database.through('articles_by_due')}`;
  }

  async isAnyDue(): Promise<boolean> {
    const rows = await this.database.select(
      sql`SELECT id FROM ${this.scheduled} WHERE publish_due_ts <= ${this.database.clock} LIMIT 1`,
    );
    return rows.length > 0;
  }

  claim(limit: number): Promise<DueArticle[]> {
    return this.database.select(
      sql`SELECT id, publish_due_ts AS dueTs, publish_attempts AS attempts FROM ${this.scheduled} WHERE publish_due_ts <= ${this.database.clock}
           ORDER BY publish_due_ts LIMIT ${limit}${raw(this.database.forUpdateOfFree)}`,
    );
  }

  async postpone({ id, dueTs }: DueArticle, until: UtcSeconds, reason: string): Promise<void> {
    await this.database.execute(
      `UPDATE articles SET publish_due_ts = ?, publish_attempts = publish_attempts + 1, publish_error = ?
        WHERE id = ? AND status = ? AND publish_due_ts = ?`,
      [until, reason, id, ArticleStatus.Scheduled, dueTs],
    );
  }

  async overdue(): Promise<Overdue> {
    const { clock } = this.database;
    const [row] = await this.database.select<{ count: number; lagSeconds: number | null }>(
      sql`SELECT COUNT(*) AS count, ${clock} - MIN(scheduled_at) AS lagSeconds FROM ${this.scheduled}
           WHERE publish_due_ts IS NOT NULL AND scheduled_at <= ${clock}`,
    );
    return { count: row?.count ?? 0, lagSeconds: row?.lagSeconds ?? 0 };
  }
}
