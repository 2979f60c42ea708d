import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { InvalidError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import { ArticlesService } from '../articles/articles.service.js';
import type { Actor } from '../auth/domain/actor.js';
import { ChangeLog } from '../changes/change-log.js';
import { AuthorsService } from '../authors/authors.service.js';
import type { ListedAuthor } from '../authors/domain/author-list.js';
import { LikesRepository } from './domain/likes.repository.js';

/** Authors like posts. */
@Injectable()
export class LikesService {
  constructor(
    private readonly likes: LikesRepository,
    private readonly articles: ArticlesService,
    private readonly authors: AuthorsService,
    private readonly clock: Clock,
    private readonly changes: ChangeLog,
  ) {}

  /** @throws NotFoundError, ForbiddenError; InvalidError when there is no such author */
  async like(articleId: number, authorId: number, actor: Actor): Promise<void> {
    await this.mayChange(articleId, authorId, actor);
    if (authorId !== actor.authorId) await this.mustExist(authorId);
    await this.articles.changeLikes(articleId, async () => {
      const isNew = await this.likes.add(articleId, authorId, this.clock.now());
      if (isNew) await this.note('create', articleId, authorId);
      return Number(isNew);
    });
  }

  /** @throws NotFoundError, ForbiddenError */
  async unlike(articleId: number, authorId: number, actor: Actor): Promise<void> {
    await this.mayChange(articleId, authorId, actor);
    await this.articles.changeLikes(articleId, async () => {
      const wasThere = await this.likes.remove(articleId, authorId);
      if (wasThere) await this.note('delete', articleId, authorId);
      return -Number(wasThere);
    });
  }

  /** Authors that like it, the latest first, in batches. @throws NotFoundError, OverloadedError */
  async *list(articleId: number, page: Page, actor: Actor): AsyncGenerator<ListedAuthor[], void> {
    await this.articles.mustBeReadable(articleId, actor);
    yield* this.authors.listed(this.likes.fansOf(articleId), page);
  }

  private note(verb: 'create' | 'delete', articleId: number, authorId: number): Promise<void> {
    return this.changes.note('like', { id: articleId, verb, version: null, fields: [], authorId });
  }

  private async mayChange(articleId: number, authorId: number, actor: Actor): Promise<void> {
    actor.mustActFor(authorId, 'like');
    await this.articles.mustBeReadable(articleId, actor);
  }

  private async mustExist(authorId: number): Promise<void> {
    const known = await this.authors.byId([authorId]);
    if (!known.has(authorId)) throw InvalidError.field('author_id', `there is no author ${authorId}`);
  }
}
