import { HOUR_S } from '../../kernel/units.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import { BACKUP_JOB } from '../../modules/backup/backup.job.js';
import { BackupSettings } from '../../modules/backup/backup.settings.js';
import type { Environment } from '../../platform/config/environment.js';
import type { DataSources } from '../../platform/database/data-sources.js';
import { Fault } from './fault.js';
import { loadSettings } from './machine-checks.js';

const MEND = `See the log for why the job "backup" fails; "${COMMAND_CALL} backup <folder>" makes one at once.`;

/**
 * @returns when the schedule has made its last backup.
 * @throws Fault when it should have made another since
 */
export async function checkBackups({ SITE_SETTINGS }: Environment, { writer }: DataSources): Promise<string> {
  const { every } = (await loadSettings(SITE_SETTINGS)).of(BackupSettings);
  if (every === null) return 'none are made by the clock';
  const [job] = await writer.manager.query<{ at: number; failures: number }[]>(
    'SELECT succeeded_ts AS at, failures FROM jobs WHERE name = ?',
    [BACKUP_JOB],
  );
  const at = job?.at ?? 0;
  if (at === 0) {
    if ((job?.failures ?? 0) > 0) throw new Fault('none has been made yet, as it fails', MEND);
    return 'none has been made yet';
  }
  const hours = Math.floor((Date.now() / 1000 - at) / HOUR_S);
  if (hours >= 2 * every)
    throw new Fault(`the last one is ${hours} hours old, and one is due every ${every}`, MEND);
  return hours < 1 ? 'the last one is less than an hour old' : `the last one is ${hours} hours old`;
}
