import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { chunksOf, type Page } from '../../kernel/page.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import type { Actor } from '../auth/domain/actor.js';
import { ChangeLog } from '../changes/change-log.js';
import { AuthorsService } from '../authors/authors.service.js';
import type { Author } from '../authors/domain/author.entity.js';
import type { Section } from '../sections/domain/section.entity.js';
import { SectionsService } from '../sections/sections.service.js';
import { FollowsRepository } from './domain/follows.repository.js';

/** Sections that one statement asks for: more than sites have, fewer than a statement may name. */
const BATCH = 10_000;

/** Authors follow sections. */
@Injectable()
export class FollowsService {
  constructor(
    private readonly follows: FollowsRepository,
    private readonly authors: AuthorsService,
    private readonly sections: SectionsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly changes: ChangeLog,
  ) {}

  /** @throws NotFoundError, ForbiddenError */
  async follow(authorId: number, sectionId: number, actor: Actor): Promise<void> {
    actor.mustActFor(authorId, 'follow');
    await this.unitOfWork.run(async () => {
      await this.authors.get(authorId);
      await this.sections.get(sectionId);
      const isNew = await this.follows.add(authorId, sectionId, this.clock.now());
      if (isNew) await this.note('create', authorId, sectionId);
    });
  }

  /** @throws NotFoundError, ForbiddenError */
  async unfollow(authorId: number, sectionId: number, actor: Actor): Promise<void> {
    actor.mustActFor(authorId, 'unfollow');
    await this.authors.get(authorId);
    await this.sections.get(sectionId);
    await this.unitOfWork.run(async () => {
      if (await this.follows.remove(authorId, sectionId)) await this.note('delete', authorId, sectionId);
    });
  }

  /** Sections that an author follows, the latest first, in batches. @throws NotFoundError */
  async *sectionsOf(authorId: number, page: Page): AsyncGenerator<Section[], void> {
    await this.authors.get(authorId);
    const ids = await this.follows.sectionsOf(authorId, page);
    for (const part of chunksOf(ids, BATCH)) {
      const sections = await this.sections.byId(part);
      yield part.flatMap((id) => sections.get(id) ?? []);
    }
  }

  /** Followers of a section, the latest first, in batches. @throws NotFoundError, OverloadedError */
  async *followersOf(sectionId: number, page: Page): AsyncGenerator<Author[], void> {
    await this.sections.get(sectionId);
    for await (const listed of this.authors.listed(this.follows.followersOf(sectionId), page))
      yield listed.map(({ author }) => author);
  }

  private note(verb: 'create' | 'delete', authorId: number, sectionId: number): Promise<void> {
    return this.changes.note('follow', { id: sectionId, verb, version: null, fields: [], authorId });
  }
}
