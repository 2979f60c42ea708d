import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../kernel/clock.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { ArticlesService } from '../modules/articles/articles.service.js';
import { Database } from '../platform/database/database.js';
import { type Extension, ExtensionError } from './extension.js';
import { NO_EXTENSION } from './load-extension.js';
import { NotedExtension } from './noted-extension.entity.js';

const COLUMNS = ['name', 'compatibility', 'noted_ts', 'fields'];

/**
 * Notes in the database which extensions have run on it. Without one of them, shortcodes would become text
 * and what it refuses would be saved: nothing runs then until it is there again, or forgotten.
 */
@Injectable()
export class NotedExtensions {
  constructor(
    @InjectRepository(NotedExtension) private readonly noted: Repository<NotedExtension>,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly articles: ArticlesService,
  ) {}

  /** @throws ExtensionError when another one has run here, which is missing now */
  async note(extension: Extension): Promise<void> {
    const { name, compatibility } = extension;
    const known = await this.noted.find();
    const missing = known.find((one) => one.name !== name);
    if (missing) throw missingError(missing.name);
    if (extension === NO_EXTENSION) return;
    const fields = (extension.fields ?? []).map((field) => field.name).sort();
    const [noted] = known;
    const followed = noted?.fields ?? [];
    if (noted && fields.join() === followed.join()) return;
    const row = noted
      ? [name, noted.compatibility, noted.notedTs, JSON.stringify(fields)]
      : [name, compatibility, this.clock.now(), JSON.stringify(fields)];
    const added = fields.filter((field) => !followed.includes(field));
    await this.articles.catchUpFields(added);
    // Another instance may note it at the same time.
    await this.unitOfWork.run(() => this.database.upsert('extensions', COLUMNS, ['name'], [row]));
  }
}

function missingError(name: string): ExtensionError {
  return new ExtensionError(name, [
    'it has run on this database, and is not loaded: name its file in EXTENSION',
    `to do without it from now on: npx content-publishing-service cli extensions forget ${name}`,
  ]);
}
