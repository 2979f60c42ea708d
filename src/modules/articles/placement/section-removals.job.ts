import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { BackgroundWork } from '../../../platform/schedule/background-work.js';
import { SectionRemovals } from './section-removals.js';

const EVERY_MINUTE = '15 * * * * *';

/** Goes on with what a request or a stopped instance has left. */
@Injectable()
export class SectionRemovalsJob {
  constructor(
    private readonly work: BackgroundWork,
    private readonly removals: SectionRemovals,
  ) {}

  @Cron(EVERY_MINUTE)
  async catchUp(): Promise<void> {
    await this.work.run('section-removals', (stopping) => this.removals.catchUp(stopping));
  }
}
