import { Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { BackgroundWork } from '../../platform/schedule/background-work.js';
import { DerivedData, untilDone } from '../transfer/derived-data.js';
import { AboutTexts } from '../content/rendering/about-texts.js';
import { AuthorsRepository } from './domain/authors.repository.js';

const EVERY_MINUTE = '35 * * * * *';

/** Makes texts about authors safe that were stored before their safe form was. */
@Injectable()
export class AuthorTextsJob {
  constructor(
    private readonly work: BackgroundWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly authors: AuthorsRepository,
    private readonly texts: AboutTexts,
    derived: DerivedData,
  ) {
    derived.register({
      name: 'texts about authors',
      next: untilDone((stopping) => this.renderAll(stopping)),
    });
  }

  @Cron(EVERY_MINUTE)
  async catchUp(): Promise<void> {
    await this.work.run('author-texts', (stopping) => this.renderAll(stopping));
  }

  private async renderAll(stopping: AbortSignal): Promise<void> {
    await this.texts.renderAll(
      stopping,
      (limit) => this.authors.listUnrendered(limit),
      (text, safe) => this.unitOfWork.run(() => this.authors.keepRendering(text, safe)),
    );
  }
}
