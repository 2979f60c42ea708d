import { BACKUP_JOB } from '../../modules/backup/backup.job.js';
import type { BackupSettings } from '../../modules/backup/backup.settings.js';
import type { DataSources } from '../../platform/database/data-sources.js';

const HOUR_S = 3600;

/** @returns when the schedule has made its last backup @throws Error when it should have made another since */
export async function auditBackups({ every }: BackupSettings, { writer }: DataSources): Promise<string> {
  if (every === null) return 'none are made by the clock';
  const [job] = await writer.manager.query<{ at: number; failures: number }[]>(
    'SELECT succeeded_ts AS at, failures FROM jobs WHERE name = ?',
    [BACKUP_JOB],
  );
  const at = job?.at ?? 0;
  if (at === 0) {
    if ((job?.failures ?? 0) > 0) throw new Error('none has been made yet, as it fails');
    return 'none has been made yet';
  }
  const hours = Math.floor((Date.now() / 1000 - at) / HOUR_S);
  if (hours >= 2 * every)
    throw new Error(`the last one is ${hours} hours old, and one is due every ${every}`);
  return hours < 1 ? 'the last one is less than an hour old' : `the last one is ${hours} hours old`;
}
