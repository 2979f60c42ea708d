import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { ArticleStore } from '../writing/article-store.js';
import { runSteps } from './run-steps.js';
import { SectionPosts } from './section-posts.js';

const BATCH = 50;

/**
 * Lets the paths of articles follow the URLs of their sections. What is to do is in the database, so it
 * survives a restart and is done by whichever instance comes first.
 */
@Injectable()
export class RepathArticles {
  constructor(
    private readonly posts: SectionPosts,
    private readonly store: ArticleStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param signal ends the work after the step at hand */
  catchUp(signal?: AbortSignal): Promise<void> {
    return runSteps(this.unitOfWork, () => this.step(), signal);
  }

  private async step(): Promise<boolean> {
    const moved = await this.posts.nextToRepath(BATCH);
    if (!moved) return false;
    for (const id of moved.articleIds) await this.follow(id);
    const last = moved.articleIds.length < BATCH ? undefined : moved.articleIds.at(-1);
    await this.posts.saveRepathProgress(moved.sectionId, last ?? null);
    return true;
  }

  private async follow(id: number): Promise<void> {
    const article = await this.store.loadForUpdate(id);
    if (!article.isRemoved) await this.store.followSection(article);
  }
}
