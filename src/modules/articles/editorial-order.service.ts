import { Injectable } from '@nestjs/common';
import { InvalidError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { SectionsService } from '../sections/sections.service.js';
import { SectionPosts } from './domain/section-posts.js';

/** Which posts stand at the head of a section's list. */
@Injectable()
export class EditorialOrderService {
  constructor(
    private readonly posts: SectionPosts,
    private readonly sections: SectionsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws NotFoundError */
  async get(sectionId: number): Promise<number[]> {
    await this.sections.get(sectionId);
    return this.posts.pins(sectionId);
  }

  /** @throws NotFoundError, and InvalidError for an article that is not in the section */
  async set(sectionId: number, articleIds: readonly number[]): Promise<number[]> {
    const ids = [...new Set(articleIds)];
    return this.unitOfWork.run(async () => {
      await this.sections.get(sectionId);
      await this.posts.lockPins(sectionId);
      const there = await this.posts.inSection(sectionId, ids);
      articleIds.forEach((id, index) => {
        if (!there.has(id))
          throw InvalidError.field(`post_ids[${index}]`, `there is no post ${id} in this section`);
      });
      await this.posts.setPins(sectionId, ids);
      return ids;
    });
  }
}
