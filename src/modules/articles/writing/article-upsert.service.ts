import { Injectable } from '@nestjs/common';
import { InvalidError, NotFoundError, PreconditionFailedError, TakenError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Actor } from '../../auth/domain/actor.js';
import type { ArticleInput } from './article-input.js';
import { ArticlesService, type WrittenArticle } from '../articles.service.js';

/** The id by which partners know an article. */
export interface ExternalId {
  readonly providerId: number;
  readonly providerPostId: string;
}

export interface UpsertOptions {
  /** Whether an article that is not there yet is published at once. */
  readonly publishes: boolean;
  readonly ifVersions?: readonly number[] | undefined;
}

export type UpsertedArticle = WrittenArticle & { readonly isNew: boolean };

/** Attempts when the article is created or removed in between. */
const ATTEMPTS = 5;

/** Creates or edits articles by the ids of other systems. */
@Injectable()
export class ArticleUpsertService {
  constructor(
    private readonly articles: ArticlesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws InvalidError for a new article without a headline, or another external id in the input */
  async put(
    external: ExternalId,
    input: ArticleInput,
    actor: Actor,
    options: UpsertOptions,
  ): Promise<UpsertedArticle> {
    const { providerId, providerPostId } = external;
    if (input.providerPostId && input.providerPostId !== providerPostId)
      throw InvalidError.field('provider_post_id', 'must be the one in the URL, or left out');
    for (let attempt = 1; ; attempt++) {
      const id = await this.articles.findByProviderPostId(providerId, providerPostId);
      try {
        // Looked for again in the same request, if it is one unit of work: an attempt fails alone.
        const article = await this.unitOfWork.runPart(() =>
          id === null
            ? this.create(external, input, actor, options)
            : this.articles.edit(id, { ...input, providerPostId: undefined }, actor, options),
        );
        return Object.assign(article, { isNew: id === null });
      } catch (error) {
        if (!isOvertaken(error) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private create(
    { providerId, providerPostId }: ExternalId,
    input: ArticleInput,
    actor: Actor,
    { publishes, ifVersions }: UpsertOptions,
  ): Promise<WrittenArticle> {
    if (ifVersions)
      throw new PreconditionFailedError('version-mismatch', 'There is no such article yet.', [
        { field: 'If-Match', message: 'asks for an article that is there' },
      ]);
    if (input.content.headline === undefined) throw InvalidError.field('headline', 'is required');
    return this.articles.create({ ...input, providerPostId }, actor, { publishes, providerId });
  }
}

/** Another request has created the article since it was looked for, or removed it. */
function isOvertaken(error: unknown): boolean {
  return (
    error instanceof TakenError || (error instanceof NotFoundError && error.code === 'article-not-found')
  );
}
