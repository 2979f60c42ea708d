import { MAX_COUNTED, type Total, totalOf } from '../../../kernel/page.js';
import type { Database } from '../database.js';
import { isTimedOut } from '../database-errors.js';
import { type Sql, sql } from '../sql.js';

/** The page has been found by then: its length is worth less than waiting for it. */
const TIME_LIMIT_S = 2;

/**
 * Counts the rows of a SELECT that reads one more than {@link MAX_COUNTED} at most. On MySQL and MariaDB, of
 * rows that take longer than two seconds nothing is known but that they may be any number.
 */
export async function countUpTo(database: Database, rows: Sql): Promise<Total> {
  try {
    const count = sql`SELECT COUNT(*) AS found FROM (${rows}) counted`;
    const [row] = await database.select<{ found: number }>(database.limited(count, TIME_LIMIT_S));
    return totalOf(row?.found ?? 0);
  } catch (error) {
    if (isTimedOut(error)) return { count: 0, isLeast: true };
    throw error;
  }
}

/** Rows of a SELECT without a limit, as many as {@link countUpTo} takes. */
export const upToMost = (rows: Sql): Sql => sql`${rows} LIMIT ${MAX_COUNTED + 1}`;
