import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { DerivedData, untilDone } from '../transfer/derived-data.js';
import { AboutTexts } from '../content/rendering/about-texts.js';
import { SectionsRepository } from './domain/sections.repository.js';

const EVERY_MINUTE = '35 * * * * *';

/** Makes texts about sections safe that were stored before their safe form was. */
@Injectable()
export class SectionTextsJob {
  constructor(
    private readonly work: BackgroundWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly sections: SectionsRepository,
    private readonly texts: AboutTexts,
    derived: DerivedData,
  ) {
    derived.register({
      name: 'texts about sections',
      next: untilDone((stopping) => this.renderAll(stopping)),
    });
  }

  @Cron(EVERY_MINUTE)
  async catchUp(): Promise<void> {
    await this.work.run('section-texts', (stopping) => this.renderAll(stopping));
  }

  private async renderAll(stopping: AbortSignal): Promise<void> {
    await this.texts.renderAll(
      stopping,
      (limit) => this.sections.listUnrendered(limit),
      (text, safe) => this.unitOfWork.run(() => this.sections.keepRendering(text, safe)),
    );
  }
}
