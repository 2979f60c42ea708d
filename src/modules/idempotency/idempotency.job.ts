import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { inBatches } from '../../platform/schedule/in-batches.js';
import { IdempotencyStore } from './idempotency-store.js';

const EVERY_TEN_MINUTES = '25 */10 * * * *';
/** Answers of one transaction. */
const BATCH = 100;

/** Forgets answers that no client asks for any more. */
@Injectable()
export class IdempotencyJob {
  constructor(
    private readonly work: BackgroundWork,
    private readonly answers: IdempotencyStore,
  ) {}

  @Cron(EVERY_TEN_MINUTES)
  async forgetExpired(): Promise<void> {
    await this.work.run('idempotency', (stopping) =>
      inBatches(BATCH, stopping, (size) => this.answers.forgetExpired(size)),
    );
  }
}
