import { Injectable } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../kernel/clock.js';
import type { Page } from '../../kernel/page.js';
import { newestFirst } from '../../kernel/newest-first.js';
import { ArticlesService } from '../articles/articles.service.js';
import type { Actor } from '../auth/domain/actor.js';
import { AuthorsService } from '../authors/authors.service.js';
import type { Author } from '../authors/domain/author.entity.js';
import { LikesRepository } from './domain/likes.repository.js';

/** A like, with who likes. */
export interface LikeView {
  readonly createdTs: UtcSeconds;
  readonly author: Author;
}

/** Likes that are in memory at a time while all of a list are sent. */
const STEP = 1000;

/** Authors like posts. */
@Injectable()
export class LikesService {
  constructor(
    private readonly likes: LikesRepository,
    private readonly articles: ArticlesService,
    private readonly authors: AuthorsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError, ForbiddenError; InvalidError when there is no such author */
  async like(articleId: number, authorId: number, actor: Actor): Promise<void> {
    await this.mayChange(articleId, authorId, actor);
    if (authorId !== actor.authorId) await this.authors.mustExist([authorId], 'author_id');
    await this.articles.changeLikes(articleId, async () =>
      Number(await this.likes.add(articleId, authorId, this.clock.now())),
    );
  }

  /** @throws NotFoundError, ForbiddenError */
  async unlike(articleId: number, authorId: number, actor: Actor): Promise<void> {
    await this.mayChange(articleId, authorId, actor);
    await this.articles.changeLikes(
      articleId,
      async () => -Number(await this.likes.remove(articleId, authorId)),
    );
  }

  /** Newest first, some at a time. @throws NotFoundError */
  async *list(articleId: number, page: Page, actor: Actor): AsyncGenerator<LikeView[], void> {
    await this.articles.mustBeReadable(articleId, actor);
    const read = (before: number, part: Page) => this.likes.list(articleId, before, part);
    for await (const likes of newestFirst(page, STEP, read)) {
      const times = new Map(likes.map(({ authorId, createdTs }) => [authorId, createdTs]));
      for await (const authors of this.authors.inOrder([...times.keys()]))
        yield authors.map((author) => ({ createdTs: times.get(author.id) ?? 0, author }));
    }
  }

  private async mayChange(articleId: number, authorId: number, actor: Actor): Promise<void> {
    actor.mustActFor(authorId, 'like');
    await this.articles.mustBeReadable(articleId, actor);
  }
}
