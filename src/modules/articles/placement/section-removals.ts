import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { PermalinksService } from '../../permalinks/permalinks.service.js';
import { SectionsService } from '../../sections/sections.service.js';
import { ArticleNotifier } from '../article-notifier.js';
import { runSteps } from './run-steps.js';
import { SectionPosts, type TaggedCursor } from './section-posts.js';

/**
 * Lets the posts of removed sections leave them, step by step. What is to do is in the database, so it
 * survives a restart and is done by whichever instance comes first.
 */
@Injectable()
export class SectionRemovals {
  /** Progress in the tags of a section; an instance without it begins with the first. */
  private readonly cursors = new Map<number, TaggedCursor>();

  constructor(
    private readonly sections: SectionsService,
    private readonly posts: SectionPosts,
    private readonly permalinks: PermalinksService,
    private readonly notifier: ArticleNotifier,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param signal ends the work after the step at hand */
  catchUp(signal?: AbortSignal): Promise<void> {
    return runSteps(this.unitOfWork, () => this.step(), signal);
  }

  private async step(): Promise<boolean> {
    const id = await this.sections.firstRemoved();
    if (id === null) return false;
    const removal = await this.sections.lockRemoval(id);
    if (!removal) return true;
    const { sectionId, destinationId } = removal;
    const left = await this.posts.moveSome(sectionId, destinationId);
    if (left) {
      await this.notifier.afterLeaving(left);
      return true;
    }
    if (destinationId !== null && (await this.moveSomeTagged(sectionId, destinationId))) return true;
    if (destinationId !== null && this.permalinks.dependsOnSection)
      await this.posts.enqueueRepath(destinationId);
    await this.sections.drop(sectionId);
    return true;
  }

  /** @returns whether there may be more */
  private async moveSomeTagged(sectionId: number, destinationId: number): Promise<boolean> {
    const from = this.cursors.get(sectionId) ?? null;
    const moved = await this.posts.moveSomeTagged(sectionId, destinationId, from);
    if (moved) await this.notifier.afterLeaving(moved.left);
    // A step that is tried again begins where it began before.
    this.unitOfWork.afterCommit(() => {
      if (moved) this.cursors.set(sectionId, moved.next);
      else this.cursors.delete(sectionId);
    });
    return moved !== null;
  }
}
