import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HOUR_S } from '../../kernel/units.js';
import { Jobs } from '../../platform/schedule/jobs.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { BackupSettings } from './backup.settings.js';
import { BackupsService } from './backups.service.js';

export const BACKUP_JOB = 'backup';
/** A full disk is not filled again at once. */
const RETRY_AFTER_S = 900;

/** Makes backups by the clock, where the settings say so, on one instance at a time. */
@Injectable()
export class BackupJob implements OnModuleInit {
  private readonly logger = new Logger(BackupJob.name);

  constructor(
    private readonly settings: BackupSettings,
    private readonly backups: BackupsService,
    private readonly jobs: Jobs,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const { every, folder } = this.settings;
    if (every === null || folder === null) {
      this.jobs.switchOff(BACKUP_JOB);
      return;
    }
    this.jobs.add(
      { name: BACKUP_JOB, every: every * HOUR_S, retryAfter: RETRY_AFTER_S, on: 'one-instance' },
      (stopping) => this.run(folder, stopping),
    );
    this.metrics.gauge(
      'backup_last_success_timestamp_seconds',
      'End of the last backup that the schedule has completed',
      async () => {
        const seconds = await this.jobs.secondsSinceSuccess(BACKUP_JOB);
        if (seconds === null) throw new Error('There is none yet.');
        return Math.round(Date.now() / 1000 - seconds);
      },
    );
  }

  private async run(folder: string, stopping: AbortSignal): Promise<void> {
    const { path, manifest } = await this.backups.make(folder, 'schedule', {
      stopping,
      onProgress: () => undefined,
    });
    const { lost } = manifest.files;
    if (lost.length > 0)
      this.logger.error({ backup: path, lost }, 'Stored files are lost, and not in the backup; see "doctor"');
    const removed = await this.backups.prune(folder, this.settings.kept);
    this.logger.log({ backup: path, files: manifest.files.count, removed }, 'A backup was made');
  }
}
