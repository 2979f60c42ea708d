import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { InvalidError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Written } from '../../../kernel/events/written.js';
import type { Actor } from '../../auth/domain/actor.js';
import { SectionsService } from '../../sections/sections.service.js';
import { EditorialOrderChanged } from '../domain/article-events.js';
import { ArticlePolicy } from '../domain/article-policy.js';
import { ArticlesRepository } from '../domain/articles.repository.js';
import { SectionPosts } from './section-posts.js';

/** Posts pinned to the head of a section's list. */
@Injectable()
export class EditorialOrderService {
  constructor(
    private readonly posts: SectionPosts,
    private readonly articles: ArticlesRepository,
    private readonly sections: SectionsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: DomainEvents,
  ) {}

  /** Pinned articles that the actor may read. @throws NotFoundError */
  async get(sectionId: number, actor: Actor): Promise<number[]> {
    await this.sections.get(sectionId);
    const pins = await this.posts.listPins(sectionId);
    const policy = new ArticlePolicy(actor);
    const readable = (await this.articles.summaries(pins)).filter((article) =>
      policy.canRead(article, article.authorIds),
    );
    const ids = new Set(readable.map(({ id }) => id));
    return pins.filter((id) => ids.has(id));
  }

  /**
   * A pinned post may have left the section since: it keeps its place, for when it comes back.
   *
   * @throws NotFoundError, and InvalidError for another article that is not in the section
   */
  async set(sectionId: number, articleIds: readonly number[]): Promise<number[]> {
    const ids = [...new Set(articleIds)];
    return this.unitOfWork.run(async () => {
      await this.sections.get(sectionId);
      await this.posts.lockPins(sectionId);
      const there = await this.posts.inSection(sectionId, ids);
      const former = await this.posts.pinnedIdsWithRemoved(sectionId);
      articleIds.forEach((id, index) => {
        if (!there.has(id) && !former.has(id))
          throw InvalidError.field(`post_ids[${index}]`, `there is no post ${id} in this section`);
      });
      const pins = await this.posts.listPins(sectionId);
      // Removed articles that are pinned are not among what is sent back: their pins go.
      if (former.size === ids.length && isDeepStrictEqual(pins, ids)) return pins;
      await this.posts.setPins(sectionId, ids);
      await this.events.publish(new EditorialOrderChanged());
      await this.events.publish(new Written('section', { id: sectionId, verb: 'order' }));
      return this.posts.listPins(sectionId);
    });
  }
}
