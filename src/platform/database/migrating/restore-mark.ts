import type { DataSources } from '../data-sources.js';

/** A table that is there from the beginning of a restore to its end. */
export const RESTORE_MARK = 'restore_in_progress';

/** The database is being restored from a backup, or was when that was cut off. */
export class UnfinishedRestoreError extends Error {
  override readonly name = 'UnfinishedRestoreError';

  constructor(backup: string) {
    super(
      `The restore of the backup of ${backup} into this database is not finished: run "restore" again, which begins anew.`,
    );
  }
}

/** @throws UnfinishedRestoreError for a database of which only a part may be there */
export async function assertNotRestoring({ dialect, writer }: DataSources): Promise<void> {
  const tables =
    dialect === 'mysql'
      ? 'information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?'
      : "sqlite_schema WHERE type = 'table' AND name = ?";
  const found = await writer.query<unknown[]>(`SELECT 1 FROM ${tables}`, [RESTORE_MARK]);
  if (found.length === 0) return;
  const [row] = await writer.query<{ backup: string }[]>(`SELECT backup FROM ${RESTORE_MARK}`);
  throw new UnfinishedRestoreError(row?.backup ?? 'an unknown time');
}
