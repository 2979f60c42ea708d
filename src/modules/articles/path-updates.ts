import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ArticleKeeper } from './article-keeper.js';
import { SectionPosts } from './domain/section-posts.js';

const STEP = 50;
/** How long a client waits for it; what is left is done by the next run. */
const PATIENCE_MS = 20_000;

/**
 * Lets the paths of articles follow the URLs of their sections. What is to do is in the database, so it survives
 * a restart and is done by whichever instance comes first.
 */
@Injectable()
export class PathUpdates {
  constructor(
    private readonly posts: SectionPosts,
    private readonly keeper: ArticleKeeper,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param signal ends the work after the step at hand */
  async catchUp(signal?: AbortSignal): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    let isMore = true;
    while (isMore && !signal?.aborted && Date.now() < deadline)
      isMore = await this.unitOfWork.run(() => this.step());
  }

  private async step(): Promise<boolean> {
    const moved = await this.posts.nextMoved(STEP);
    if (!moved) return false;
    for (const id of moved.articleIds) await this.follow(id);
    const last = moved.articleIds.length < STEP ? undefined : moved.articleIds.at(-1);
    await this.posts.noteMoved(moved.sectionId, last ?? null);
    return true;
  }

  private async follow(id: number): Promise<void> {
    const article = await this.keeper.open(id);
    if (!article.isRemoved) await this.keeper.followSection(article);
  }
}
