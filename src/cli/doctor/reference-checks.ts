import { pathIn } from '../../modules/permalinks/domain/path.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import type { DataSources } from '../../platform/database/data-sources.js';
import { Fault } from './fault.js';

const BATCH = 5000;
/** Circles that a line of the examination names. */
const MAX_LISTED = 20;

/** Rows that refer to others; servers look after that themselves. */
export async function checkReferences({ dialect, writer }: DataSources): Promise<string> {
  if (dialect === 'mysql') return 'looked after by the server';
  const rows = await writer.manager.query<{ table: string; parent: string; number: number }[]>(
    `SELECT "table", parent, COUNT(*) AS number FROM pragma_foreign_key_check GROUP BY "table", parent`,
  );
  if (rows.length === 0) return 'each row is there that another refers to';
  throw new Fault(
    rows
      .map(({ table, parent, number }) => `${table} refers to what is not in ${parent}: ${number}`)
      .join('\n    '),
    `The database was changed by hand, or is damaged: restore a backup, or delete these rows (PRAGMA foreign_key_check lists them), then run "${COMMAND_CALL} reindex".`,
  );
}

/** Redirects that lead from one to the next and back: browsers give up. */
export async function checkRedirects({ writer }: DataSources, baseUrl: string): Promise<string> {
  const next = new Map<string, string>();
  for (let last = 0; ;) {
    const rows = await writer.manager.query<{ id: number; fromPath: string; target: string }[]>(
      'SELECT id, from_path AS fromPath, target FROM redirects WHERE id > ? ORDER BY id LIMIT ?',
      [last, BATCH],
    );
    for (const { fromPath, target } of rows) {
      const path = pathIn(target, baseUrl);
      if (path !== null) next.set(fromPath, path);
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) break;
  }
  const circles = circlesIn(next);
  if (circles.length === 0) return 'each comes to an end';
  throw new Fault(
    circles
      .slice(0, MAX_LISTED)
      .map((circle) => `lead in a circle: ${[...circle, circle[0]].join(' → ')}`)
      .join('\n    '),
    'Remove one of each circle: GET /api/1.3/redirects lists them, DELETE /api/1.3/redirects/<id> removes one.',
  );
}

/** @param next paths that paths lead to; @returns the paths of each circle, in their order */
function circlesIn(next: ReadonlyMap<string, string>): string[][] {
  const done = new Set<string>();
  const circles: string[][] = [];
  for (const start of next.keys()) {
    const way: string[] = [];
    let path: string | undefined = start;
    while (path !== undefined && !done.has(path)) {
      done.add(path);
      way.push(path);
      path = next.get(path);
    }
    const begin = path === undefined ? -1 : way.indexOf(path);
    if (begin >= 0) circles.push(way.slice(begin));
  }
  return circles;
}
