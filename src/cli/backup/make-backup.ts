import { ConflictError } from '../../kernel/errors.js';
import { BackupsService, type MadeBackup } from '../../modules/backup/backups.service.js';
import { print, withApplication, withDatabase } from '../context.js';
import { commandOptions } from './checked-backup.js';
import { withSmallMemory } from '../transfer/site/small-memory.js';

/** @returns whether every file that the database needs is in the backup */
export async function makeBackup(folder: string, json: boolean): Promise<boolean> {
  await mustBeMigrated();
  const made = await withApplication((app) => {
    return withSmallMemory(() => app.get(BackupsService).make(folder, 'command', commandOptions()));
  });
  const { files, leftOut } = made.manifest;
  for (const { sha256, fault } of files.lost)
    process.stderr.write(`The file ${sha256} is ${fault}, and not in the backup; see "doctor".\n`);
  for (const one of leftOut) process.stderr.write(`Not in the backup, which holds tables alone: ${one}\n`);
  if (json) print(JSON.stringify(described(made), null, 2));
  else printSummary(made);
  return files.lost.length === 0;
}

/** The application would migrate: a backup before an upgrade is to have the database as it was. */
async function mustBeMigrated(): Promise<void> {
  await withDatabase(async ({ writer }) => {
    if (await writer.showMigrations())
      throw new ConflictError(
        'not-migrated',
        'The database is of an older version, or empty: make the backup with the version that runs on it, or run "migrate" first.',
      );
  });
}

function described({ path, manifest, copied }: MadeBackup): object {
  const { takenAt, tables, files, leftOut } = manifest;
  return {
    folder: path,
    taken_at: takenAt,
    tables: tables.length,
    rows: rowsIn(manifest),
    files: { count: files.count, bytes: files.bytes, copied, lost: files.lost },
    left_out: leftOut,
  };
}

function printSummary({ path, manifest, copied }: MadeBackup): void {
  const { takenAt, tables, files } = manifest;
  print(`The site as it was at ${takenAt} is in ${path}:`);
  print(`${tables.length} tables with ${rowsIn(manifest)} rows`);
  print(`${files.count} files with ${files.bytes} bytes, of which ${copied} were copied`);
  if (files.lost.length > 0) print(`${files.lost.length} files are lost: the backup is without them.`);
}

const rowsIn = ({ tables }: MadeBackup['manifest']): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);
