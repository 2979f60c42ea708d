import type { LogPosition } from '../../database-dump.ts';
import type { ServerSession } from './server-session.ts';

/**
 * MySQL tells its place in the log apart from the snapshot: they are of one
 * time when nothing was written in between.
 */
const ATTEMPTS = 20;

/**
 * Begins a transaction that sees the database as it is now.
 * @returns where the binary log is; null when nobody may know
 */
export async function startSnapshot(session: ServerSession): Promise<LogPosition | null> {
  if (session.kind === 'mariadb') {
    await begin(session);
    return ofSnapshot(session).catch(() => null);
  }
  let before = await ofLog(session);
  for (let attempt = 1; before !== null && attempt <= ATTEMPTS; attempt++) {
    await begin(session);
    const after = await ofLog(session);
    if (after?.file === before.file && after.position === before.position) return after;
    before = after;
  }
  await begin(session);
  return null;
}

async function begin(session: ServerSession): Promise<void> {
  await session.rows('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await session.rows('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
}

/** MariaDB keeps the place with the snapshot, and shows it to everybody. */
async function ofSnapshot(session: ServerSession): Promise<LogPosition | null> {
  const rows = await session.rows<{ Variable_name: string; Value: string }>(
    "SHOW SESSION STATUS LIKE 'binlog_snapshot_%'",
  );
  const values = new Map(rows.map((row) => [row.Variable_name.toLowerCase(), row.Value]));
  const file = values.get('binlog_snapshot_file') ?? '';
  const position = Number(values.get('binlog_snapshot_position') ?? 0);
  if (file === '') return null;
  const [found] = await session.rows<{ gtid: string | null }>('SELECT BINLOG_GTID_POS(?, ?) AS gtid', [
    file,
    position,
  ]);
  return { file, position, gtid: found?.gtid ?? null };
}

async function ofLog(session: ServerSession): Promise<LogPosition | null> {
  for (const statement of ['SHOW BINARY LOG STATUS', 'SHOW MASTER STATUS']) {
    // Versions know one of them; the account may have the right to none.
    const rows = await session.rows<Record<string, string | number>>(statement).catch(() => []);
    const [row] = rows;
    if (row)
      return {
        file: String(row.File),
        position: Number(row.Position),
        gtid: String(row.Executed_Gtid_Set ?? '') || null,
      };
  }
  return null;
}
