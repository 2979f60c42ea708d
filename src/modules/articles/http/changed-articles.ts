import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/domain/actor.js';
import { type ChangedResourceReader, presented } from '../../changes/changed-resources.js';
import type { CommittedEvent, PlacedEvent } from '../../changes/events/committed-event.js';
import { ArticlesService } from '../articles.service.js';
import { ArticlePolicy } from '../domain/article-policy.js';
import { ArticlePresenter } from './article.presenter.js';

/** Changes of articles, for readers who may not read all of them. */
@Injectable()
export class ChangedArticles implements ChangedResourceReader {
  constructor(
    private readonly articles: ArticlesService,
    private readonly presenter: ArticlePresenter,
  ) {}

  async read(ids: readonly number[], actor: Actor): Promise<ReadonlyMap<number, object>> {
    const articles = await this.articles.readable(ids, actor);
    return presented(articles, (article) => this.presenter.present(article, { withDraftUrl: false }));
  }

  visibleTo(events: readonly PlacedEvent[], actor: Actor): Promise<ReadonlyMap<PlacedEvent, CommittedEvent>> {
    const policy = new ArticlePolicy(actor);
    const visible = new Map<PlacedEvent, CommittedEvent>();
    for (const event of events) {
      const change = asVisibleTo(event, policy);
      if (change) visible.set(event, change);
    }
    return Promise.resolve(visible);
  }
}

/** The event as its reader sees it: an article that the reader can no longer read is removed. */
function asVisibleTo(event: PlacedEvent, policy: ArticlePolicy): CommittedEvent | null {
  const { audience, verb } = event;
  // Events that were written before they had an audience are told to nobody.
  if (!audience) return null;
  if (policy.isAmong(audience.after)) return event;
  if (!policy.isAmong(audience.before)) return null;
  return verb === 'remove' ? event : { ...event, verb: 'remove', fields: [], authorId: null };
}
