import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { raw, type Sql, sql } from '../../../platform/database/sql.js';
import { DueArticles, type Overdue } from '../domain/due-articles.js';

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

  async claim(limit: number): Promise<number[]> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT id FROM ${this.scheduled} WHERE publish_due_ts <= ${this.database.clock}
           ORDER BY publish_due_ts LIMIT ${limit}${raw(this.database.forUpdateOfFree)}`,
    );
    return rows.map(({ id }) => id);
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
