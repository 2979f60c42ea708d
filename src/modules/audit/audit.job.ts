import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { DAY_S, MINUTE_S } from '../../kernel/units.js';
import { inBatches } from '../../platform/schedule/in-batches.js';
import { Job } from '../../platform/schedule/job.js';
import { AuditSettings } from './audit.settings.js';
import { AuditRecordsRepository } from './domain/audit-records.repository.js';

/** Records of one transaction. */
const BATCH = 500;

/** Removes records that are older than the site keeps them. */
@Injectable()
export class AuditJob {
  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly settings: AuditSettings,
    private readonly clock: Clock,
  ) {}

  @Job({ name: 'audit-retention', every: 10 * MINUTE_S, on: 'one-instance' })
  async forget(stopping: AbortSignal): Promise<void> {
    const { keptDays } = this.settings;
    if (keptDays === 0) return;
    const before = this.clock.now() - keptDays * DAY_S;
    await inBatches(BATCH, stopping, (size) => this.records.forget(before, size));
  }
}
