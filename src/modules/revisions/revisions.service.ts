import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import { ArticlesService } from '../articles/articles.service.js';
import type { Article } from '../articles/domain/article.js';
import type { ArticleView } from '../articles/domain/article-view.js';
import { ArticleFinder } from '../articles/listing/article-finder.js';
import { ArticleRenderer } from '../articles/writing/article-renderer.js';
import type { Actor } from '../auth/domain/actor.js';
import { ChangeLog } from '../changes/change-log.js';
import { articleOf, stateOf } from './domain/former-state.js';
import { type Revision, RevisionsRepository } from './domain/revisions.repository.js';

/** Two versions of an article, neither with what is rendered of it. */
export interface ComparedRevisions {
  readonly from: ArticleView;
  readonly to: ArticleView;
}

/** The versions of an article, the present one included, for those who may edit it. */
@Injectable()
export class RevisionsService {
  constructor(
    private readonly revisions: RevisionsRepository,
    private readonly articles: ArticlesService,
    private readonly finder: ArticleFinder,
    private readonly renderer: ArticleRenderer,
    private readonly changes: ChangeLog,
  ) {}

  /** The latest first. @throws NotFoundError, ForbiddenError */
  async list(id: number, { limit, offset }: Page, actor: Actor): Promise<Revision[]> {
    const article = await this.articles.getEditable(id, actor);
    if (limit === 0) return [];
    if (offset > 0) return this.revisions.list(id, { limit, offset: offset - 1 });
    const former = await this.revisions.list(id, { limit: limit - 1, offset: 0 });
    return [await this.present(article), ...former];
  }

  /** The article as it was; what it refers to is as that is now. @throws NotFoundError, ForbiddenError */
  async get(id: number, revision: number, actor: Actor): Promise<ArticleView> {
    const present = await this.articles.getEditable(id, actor);
    if (revision === present.version) return present;
    const article = await this.former(id, revision);
    // The rules may have changed since, and images may have been removed.
    await this.renderer.rerender(article);
    const { likesCount, pageViewsCount } = present;
    return this.finder.former(Object.assign(article, { likesCount, pageViewsCount }));
  }

  /** @param to the present one, when it is left out. @throws NotFoundError, ForbiddenError */
  async compare(
    id: number,
    { from, to }: { readonly from: number; readonly to: number | undefined },
    actor: Actor,
  ): Promise<ComparedRevisions> {
    const present = await this.articles.getEditable(id, actor);
    const versionOf = async (revision: number): Promise<ArticleView> =>
      this.finder.former(
        revision === present.version
          ? articleOf(id, stateOf(placed(present)))
          : await this.former(id, revision),
      );
    return { from: await versionOf(from), to: await versionOf(to ?? present.version) };
  }

  /** As it was, without what is rendered. @throws NotFoundError */
  async former(id: number, revision: number): Promise<Article> {
    const state = await this.revisions.find(id, revision);
    if (!state)
      throw new NotFoundError('revision-not-found', `There is no revision ${revision} of article ${id}.`);
    return articleOf(id, state);
  }

  private async present({ id, version, insertedTs, updatedTs, createdBy }: ArticleView): Promise<Revision> {
    const [change] = await this.changes.since('article', id, version - 1);
    if (change)
      return {
        ...{ revision: version, createdTs: change.at, authorId: change.authorId, changed: change.fields },
      };
    // The log does not know how an article began, nor changes from before there was a log.
    const isFirst = version === 1;
    const [createdTs, authorId] = isFirst ? [insertedTs, createdBy] : [updatedTs, null];
    return { revision: version, createdTs, authorId, changed: [] };
  }
}

/** As an article that was loaded for a change. */
function placed(view: ArticleView): Article {
  const { id, authors, tags, sections, badges } = view;
  const placement = { authorIds: authors.map((author) => author.id), tags, sections, badges };
  return articleOf(id, { ...view, placement });
}
