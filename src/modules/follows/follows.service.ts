import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Page } from '../../kernel/page.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { newestFirst } from '../../kernel/newest-first.js';
import type { Actor } from '../auth/domain/actor.js';
import { AuthorsService } from '../authors/authors.service.js';
import type { Author } from '../authors/domain/author.entity.js';
import type { Section } from '../sections/domain/section.entity.js';
import { SectionsService } from '../sections/sections.service.js';
import { FollowsRepository } from './domain/follows.repository.js';

/** Follows that are in memory at a time while all of a list are sent. */
const STEP = 1000;

/** Authors follow sections. */
@Injectable()
export class FollowsService {
  constructor(
    private readonly follows: FollowsRepository,
    private readonly authors: AuthorsService,
    private readonly sections: SectionsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError, ForbiddenError */
  async follow(authorId: number, sectionId: number, actor: Actor): Promise<void> {
    actor.mustActFor(authorId, 'follow');
    await this.unitOfWork.run(async () => {
      await this.authors.get(authorId);
      await this.sections.get(sectionId);
      await this.follows.add(authorId, sectionId, this.clock.now());
    });
  }

  /** @throws NotFoundError, ForbiddenError */
  async unfollow(authorId: number, sectionId: number, actor: Actor): Promise<void> {
    actor.mustActFor(authorId, 'unfollow');
    await this.authors.get(authorId);
    await this.sections.get(sectionId);
    await this.unitOfWork.run(() => this.follows.remove(authorId, sectionId));
  }

  /** What an author follows, newest first, some at a time. @throws NotFoundError */
  async *sectionsOf(authorId: number, page: Page): AsyncGenerator<Section[], void> {
    await this.authors.get(authorId);
    for await (const follows of this.list('authorId', authorId, page)) {
      const sections = await this.sections.byId(follows.map(({ sectionId }) => sectionId));
      yield follows.flatMap(({ sectionId }) => sections.get(sectionId) ?? []);
    }
  }

  /** Who follows a section, newest first, some at a time. @throws NotFoundError */
  async *followersOf(sectionId: number, page: Page): AsyncGenerator<Author[], void> {
    await this.sections.get(sectionId);
    for await (const follows of this.list('sectionId', sectionId, page))
      yield* this.authors.inOrder(follows.map(({ authorId }) => authorId));
  }

  private list(of: 'authorId' | 'sectionId', id: number, page: Page) {
    return newestFirst(page, STEP, (before, part) => this.follows.list(of, id, before, part));
  }
}
