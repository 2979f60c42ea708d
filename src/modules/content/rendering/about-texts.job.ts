import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { BackgroundWork } from '../../../platform/schedule/background-work.js';
import { DerivedData, untilDone } from '../../transfer/derived-data.js';
import type { StoredAboutTexts } from '../domain/stored-about-texts.js';
import { AboutTexts } from './about-texts.js';

const EVERY_MINUTE = '35 * * * * *';
const BATCH = 10;

/** Gives texts that were stored without a safe form one: after an upgrade, and after an import. */
@Injectable()
export class AboutTextsJob {
  private readonly all: StoredAboutTexts[] = [];

  constructor(
    private readonly work: BackgroundWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly texts: AboutTexts,
    private readonly derived: DerivedData,
  ) {}

  /** @param kind of the records, in the plural: `sections` */
  register(kind: string, stored: StoredAboutTexts): void {
    this.all.push(stored);
    this.derived.register({
      name: `texts about ${kind}`,
      next: untilDone((stopping) => this.render(stored, stopping)),
    });
  }

  @Cron(EVERY_MINUTE)
  async catchUp(): Promise<void> {
    await this.work.run('about-texts', async (stopping) => {
      for (const stored of this.all) await this.render(stored, stopping);
    });
  }

  private async render(stored: StoredAboutTexts, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const unrendered = await stored.listUnrendered(BATCH);
      if (unrendered.length === 0) return;
      for (const text of unrendered) {
        const safe = await this.texts.safeOrNothing(text.html);
        await this.unitOfWork.run(() => stored.keepRendering(text, safe));
      }
    }
  }
}
