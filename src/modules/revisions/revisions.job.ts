import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { DAY_S, MINUTE_S } from '../../kernel/units.js';
import { inBatches } from '../../platform/schedule/in-batches.js';
import { Job } from '../../platform/schedule/job.js';
import { RevisionsRepository } from './domain/revisions.repository.js';
import { RevisionSettings } from './revision.settings.js';

/** Versions that are looked up at once. */
const BATCH = 100;

/** Drops former versions that were replaced longer ago than the site keeps them. */
@Injectable()
export class RevisionsJob {
  constructor(
    private readonly revisions: RevisionsRepository,
    private readonly settings: RevisionSettings,
    private readonly clock: Clock,
  ) {}

  @Job({ name: 'revisions-retention', every: 10 * MINUTE_S, on: 'one-instance' })
  async forget(stopping: AbortSignal): Promise<void> {
    const { keptDays } = this.settings;
    if (keptDays === 0) return;
    const before = this.clock.now() - keptDays * DAY_S;
    await inBatches(BATCH, stopping, (size) => this.revisions.forgetReplaced(before, size));
  }
}
