import { raw, type Sql, sql } from '../../../../platform/database/sql.js';
import type { ViewsOfPeriod } from '../../../page-views/domain/page-view-store.js';

/** A table of `article_id`, `period_hours` and `views`: the totals that are kept, or the hours summed up. */
export function totalsOf({ periodHours, sinceHour }: ViewsOfPeriod): Sql {
  if (sinceHour === undefined) return raw('page_view_totals');
  return sql`(SELECT article_id, ${periodHours} AS period_hours, SUM(views) AS views
    FROM page_views WHERE hour >= ${sinceHour} GROUP BY article_id)`;
}

/** Whether nobody has viewed the article in the period. */
export function isUnviewed(id: Sql, { periodHours, sinceHour }: ViewsOfPeriod): Sql {
  if (sinceHour === undefined) {
    return sql`(SELECT 1 FROM page_view_totals v WHERE v.article_id = ${id} AND v.period_hours = ${periodHours} LIMIT 1) IS NULL`;
  }
  // The articles that were viewed are read once; asked article by article, each would read the whole period.
  return sql`${id} NOT IN (SELECT article_id FROM page_views WHERE hour >= ${sinceHour})`;
}
