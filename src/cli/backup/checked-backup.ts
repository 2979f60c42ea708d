import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidError } from '../../kernel/errors.js';
import { checkBackup } from '../../modules/backup/restoring/backup-check.js';
import { BackupFolder } from '../../modules/backup/contents/backup-folder.js';
import type { DumpOptions } from '../../modules/backup/database-dump.js';
import { type Manifest, readManifest } from '../../modules/backup/contents/manifest.js';
import type { CheckedBackup } from '../../modules/backup/restoring/site-restore.js';
import { Progress } from '../progress/progress.js';

/** The manifest of a backup. @throws InvalidError, which names the newest backup of a folder of several */
export async function manifestOf(backup: string): Promise<Manifest> {
  const names = await readdir(backup).catch(() => [] as string[]);
  if (!names.includes('manifest.json')) {
    const [newest] = await new BackupFolder(backup).list();
    if (newest)
      throw new InvalidError(
        'several-backups',
        `${backup} holds backups: name one of them, of which the newest is ${join(backup, newest.path.slice(resolve(backup).length))}.`,
      );
  }
  return readManifest(backup);
}

/** Compares all checksums. @throws InvalidError that tells every fault */
export async function checked(
  backup: string,
  manifest: Manifest,
  options: DumpOptions,
): Promise<CheckedBackup> {
  const faults = await checkBackup(backup, manifest, options.onProgress);
  if (faults.length > 0)
    throw new InvalidError('damaged-backup', `The backup is damaged:\n${faults.join('\n')}`);
  return { path: backup, manifest };
}

/** Says on standard error how far a command is. */
export function commandOptions(): DumpOptions {
  const progress = new Progress();
  return {
    stopping: new AbortController().signal,
    onProgress: (part, done, total) => {
      progress.tell(part, done, total);
    },
  };
}
