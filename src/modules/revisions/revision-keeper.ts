import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type ArticleChange, ArticleHooks } from '../articles/article-hooks.js';
import { stateOf } from './domain/former-state.js';
import { RevisionsRepository } from './domain/revisions.repository.js';
import { RevisionSettings } from './revision.settings.js';

/** Keeps an article as it was, in the transaction of each change of it. */
@Injectable()
export class RevisionKeeper extends ArticleHooks {
  constructor(
    private readonly revisions: RevisionsRepository,
    private readonly settings: RevisionSettings,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async after({ article, was }: ArticleChange): Promise<void> {
    const { kept } = this.settings;
    if (!was || kept === 0 || was.version >= article.version) return;
    const { version, insertedTs, createdBy, updatedTs } = was;
    const state = stateOf(was);
    await this.revisions.add(
      {
        ...{ articleId: article.id, version, state, insertedTs, createdBy, updatedTs },
        replacedTs: this.clock.now(),
      },
      kept,
    );
  }
}
