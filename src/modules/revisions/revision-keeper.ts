import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { ArticleKeeper, type KeptChange } from '../articles/article-hooks.js';
import { stateOf } from './domain/former-state.js';
import { RevisionsRepository } from './domain/revisions.repository.js';
import { RevisionSettings } from './revision.settings.js';

/** Keeps an article as it was, in the transaction of each change of it. */
@Injectable()
export class RevisionKeeper extends ArticleKeeper {
  constructor(
    private readonly revisions: RevisionsRepository,
    private readonly settings: RevisionSettings,
    private readonly clock: Clock,
  ) {
    super();
  }

  async keep(changes: readonly KeptChange[]): Promise<void> {
    for (const change of changes) await this.keepOne(change);
  }

  private async keepOne({ article, was }: KeptChange): Promise<void> {
    const { kept } = this.settings;
    if (!was || kept === 0 || was.version >= article.version) return;
    const { version, insertedTs, createdBy, updatedTs } = was;
    const state = stateOf(was);
    await this.revisions.add(
      {
        articleId: article.id,
        version,
        state,
        insertedTs,
        createdBy,
        updatedTs,
        replacedTs: this.clock.now(),
      },
      kept,
    );
  }
}
