import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { PendingArticleChange } from '../../articles/article-hooks.js';
import { ArticleKeeper, type KeptChange } from '../../articles/article-hooks.js';
import { Actor } from '../../auth/domain/actor.js';
import { ChangedResourceReaders } from '../../changes/changed-resources.js';
import { DeliveriesRepository, type EventSnapshot } from '../domain/deliveries.repository.js';
import { WebhooksRepository } from '../domain/webhooks.repository.js';

/**
 * A webhook that is made is known to all instances after so long; until then
 * articles are told as they are then.
 */
const TTL_S = 1;
/** The service itself, which may read all articles. */
const SERVICE = new Actor(0, 'Service', ['*']);

/** Keeps articles as they are at their changes, while there are webhooks to tell of them. */
@Injectable()
export class EventSnapshots extends ArticleKeeper {
  private known = { isNeeded: false, until: 0 };
  /** Articles that are being removed, as they were. */
  private readonly removed = new WeakMap<object, object | undefined>();

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly resources: ChangedResourceReaders,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async before({ verb, article }: PendingArticleChange): Promise<void> {
    if (verb === 'remove' && (await this.isNeeded()))
      this.removed.set(article, await this.postOf(article.id));
  }

  async keep(changes: readonly KeptChange[]): Promise<void> {
    if (!(await this.isNeeded())) return;
    const present = changes.filter(({ verb }) => verb !== 'remove').map(({ article }) => article.id);
    const postOf = await this.read(present);
    for (const { verb, article, was } of changes) {
      const { id: articleId, version } = article;
      const post = verb === 'remove' ? { ...this.removed.get(article), removed: true } : postOf(articleId);
      if (!post) continue;
      // The post knows the sections that new tags bring; the saved article does not.
      const sections = [...sectionsOf(was), ...sectionsIn(post)];
      const snapshot = { articleId, version, sections: [...new Set(sections)], post: JSON.stringify(post) };
      await this.deliveries.addSnapshot(snapshot);
    }
  }

  /** An article of which no snapshot was taken, as it is now. */
  async takeNow(articleId: number, version: number): Promise<EventSnapshot> {
    const post = (await this.postOf(articleId)) ?? { id: articleId, removed: true };
    return { articleId, version, sections: sectionsIn(post), post: JSON.stringify(post) };
  }

  private async isNeeded(): Promise<boolean> {
    const now = this.clock.now();
    if (now >= this.known.until)
      this.known = { isNeeded: (await this.webhooks.active()).length > 0, until: now + TTL_S };
    return this.known.isNeeded;
  }

  private async postOf(id: number): Promise<object | undefined> {
    return (await this.read([id]))(id);
  }

  /** The posts with these ids, as many statements for all of them as for one. */
  private async read(ids: readonly number[]): Promise<(id: number) => object | undefined> {
    const changeOf = (resourceId: number) => ({ resource: 'article', resourceId }) as const;
    const found = await this.resources.read(ids.map(changeOf), SERVICE);
    return (id) => found(changeOf(id));
  }
}

const sectionsOf = (article: KeptChange['was']): number[] =>
  article?.placement.sections.map(({ sectionId }) => sectionId) ?? [];

const sectionsIn = (post: { readonly sections?: readonly number[] }): readonly number[] =>
  post.sections ?? [];
