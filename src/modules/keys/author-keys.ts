import { Injectable } from '@nestjs/common';
import { InvalidError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import type { Actor } from '../auth/domain/actor.js';
import type { ApiKey } from '../auth/domain/api-key.entity.js';
import type { KeyHolders } from '../auth/domain/api-keys.repository.js';
import { type IssuedKey, KeysService, type NewKey } from '../auth/keys.service.js';
import { AuthorRanks } from '../authors/author-ranks.js';
import { AuthorsService } from '../authors/authors.service.js';

/** Keys as an author manages them: the own ones, and those of authors whom the author may edit. */
@Injectable()
export class AuthorKeys {
  constructor(
    private readonly keys: KeysService,
    private readonly authors: AuthorsService,
    private readonly ranks: AuthorRanks,
  ) {}

  /** @throws InvalidError when there is no such author; ForbiddenError */
  async create(wanted: NewKey, actor: Actor): Promise<IssuedKey> {
    const { authorId } = wanted;
    if (authorId !== actor.authorId) {
      actor.mustBeAbleTo('authors.write', `make keys for author ${authorId}`);
      const author = (await this.authors.byId([authorId])).get(authorId);
      if (!author) throw InvalidError.field('author_id', `there is no author ${authorId}`);
      this.ranks.mustOutrank(author.role, actor);
    }
    return this.keys.create(wanted);
  }

  /** Newest first, those that are revoked or expired included. */
  list(page: Page, actor: Actor): Promise<ApiKey[]> {
    return this.keys.listOf(this.holders(actor), page);
  }

  /** @throws NotFoundError also for a key of somebody whom the actor may not edit */
  get(id: number, actor: Actor): Promise<ApiKey> {
    return this.keys.getOf(this.holders(actor), id);
  }

  /** Revokes a key; a revoked one stays so. @throws NotFoundError */
  async revoke(id: number, actor: Actor): Promise<void> {
    const key = await this.get(id, actor);
    await this.keys.revoke(key.id);
  }

  private holders(actor: Actor): KeyHolders {
    return {
      authorId: actor.authorId,
      othersBut: actor.may('authors.write') ? this.ranks.above(actor) : null,
    };
  }
}
