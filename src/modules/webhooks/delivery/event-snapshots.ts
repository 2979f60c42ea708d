import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type ArticleChange, ArticleHooks, type PendingArticleChange } from '../../articles/article-hooks.js';
import { Actor } from '../../auth/domain/actor.js';
import { ChangedResources } from '../../changes/changed-resources.js';
import { DeliveriesRepository, type EventSnapshot } from '../domain/deliveries.repository.js';
import { WebhooksRepository } from '../domain/webhooks.repository.js';

/**
 * A webhook that is made is known to all instances after so long; until then
 * articles are told as they are then.
 */
const KNOWN_FOR_S = 1;
/** The service itself, which may read all articles. */
const SERVICE = new Actor(0, 'Service', ['*']);

/** Keeps articles as they are at their changes, while there are webhooks to tell of them. */
@Injectable()
export class EventSnapshots extends ArticleHooks {
  private known = { isNeeded: false, until: 0 };
  /** Articles that are being removed, as they were. */
  private readonly removed = new WeakMap<object, object | undefined>();

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly resources: ChangedResources,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async before({ verb, article }: PendingArticleChange): Promise<void> {
    if (verb === 'remove' && (await this.isNeeded()))
      this.removed.set(article, await this.postOf(article.id));
  }

  override async after({ verb, article, was }: ArticleChange): Promise<void> {
    if (!(await this.isNeeded())) return;
    const { id: articleId, version } = article;
    const post =
      verb === 'remove' ? { ...this.removed.get(article), removed: true } : await this.postOf(articleId);
    if (!post) return;
    // Of the post: the article that is saved does not know sections that its new tags bring.
    const sections = [...sectionsOf(was), ...sectionsIn(post)];
    const snapshot = { articleId, version, sections: [...new Set(sections)], post: JSON.stringify(post) };
    await this.deliveries.addSnapshot(snapshot);
  }

  /** An article of which no snapshot was taken, as it is now. */
  async takeNow(articleId: number, version: number): Promise<EventSnapshot> {
    const post = (await this.postOf(articleId)) ?? { id: articleId, removed: true };
    return { articleId, version, sections: sectionsIn(post), post: JSON.stringify(post) };
  }

  private async isNeeded(): Promise<boolean> {
    const now = this.clock.now();
    if (now >= this.known.until)
      this.known = { isNeeded: (await this.webhooks.active()).length > 0, until: now + KNOWN_FOR_S };
    return this.known.isNeeded;
  }

  private async postOf(id: number): Promise<object | undefined> {
    const change = { resource: 'article', resourceId: id } as const;
    const found = await this.resources.read([change], SERVICE);
    return found(change);
  }
}

const sectionsOf = (article: ArticleChange['was']): number[] =>
  article?.placement.sections.map(({ sectionId }) => sectionId) ?? [];

const sectionsIn = (post: { readonly sections?: readonly number[] }): readonly number[] =>
  post.sections ?? [];
