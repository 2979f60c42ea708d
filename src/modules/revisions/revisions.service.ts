import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import { ArticlesService } from '../articles/articles.service.js';
import type { Article } from '../articles/domain/article.js';
import type { ArticleView } from '../articles/domain/article-view.js';
import { ArticleFinder } from '../articles/listing/article-finder.js';
import { ArticleRenderer } from '../articles/writing/article-renderer.js';
import type { Actor } from '../auth/domain/actor.js';
import { type Change, ChangeLog } from '../changes/change-log.js';
import { articleOf, stateOf } from './domain/former-state.js';
import { type Revision, RevisionsRepository } from './domain/revisions.repository.js';

/** Two versions of an article, neither with what is rendered of it. */
export interface ComparedRevisions {
  readonly from: ArticleView;
  readonly to: ArticleView;
}

/** An article at its present version. */
type Present = Pick<ArticleView, 'id' | 'version' | 'insertedTs' | 'updatedTs' | 'createdBy'>;

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
  async list(id: number, page: Page, actor: Actor): Promise<readonly Revision[]> {
    const article = await this.articles.getEditable(id, actor);
    return (await this.historiesOf([article], page)).get(id) ?? [];
  }

  /**
   * The same of several articles, by their ids: those that the actor may edit.
   * As many statements as for one, up to some hundred.
   */
  async listMany(
    ids: readonly number[],
    page: Page,
    actor: Actor,
  ): Promise<ReadonlyMap<number, readonly Revision[]>> {
    return this.historiesOf(await this.articles.editable(ids, actor), page);
  }

  /** The article as it was; what it refers to is as that is now. @throws NotFoundError, ForbiddenError */
  async get(id: number, revision: number, actor: Actor): Promise<ArticleView> {
    const present = await this.articles.getEditable(id, actor);
    if (revision === present.version) return present;
    const article = await this.former(id, revision);
    // The rules may have changed since, and images may have been removed.
    await this.renderer.renderFormer(article, present, actor);
    const { likesCount, pageViewsCount } = present;
    return this.finder.viewOfFormer(Object.assign(article, { likesCount, pageViewsCount }));
  }

  /** @param to the present one, when it is left out. @throws NotFoundError, ForbiddenError */
  async compare(
    id: number,
    { from, to }: { readonly from: number; readonly to: number | undefined },
    actor: Actor,
  ): Promise<ComparedRevisions> {
    const present = await this.articles.getEditable(id, actor);
    const versionOf = async (revision: number): Promise<ArticleView> =>
      this.finder.viewOfFormer(
        revision === present.version
          ? articleOf(id, stateOf(placed(present)))
          : await this.former(id, revision),
      );
    return { from: await versionOf(from), to: await versionOf(to ?? present.version) };
  }

  /** The article at a former version, without rendered texts. @throws NotFoundError */
  async former(id: number, revision: number): Promise<Article> {
    const state = await this.revisions.find(id, revision);
    if (!state)
      throw new NotFoundError('revision-not-found', `There is no revision ${revision} of article ${id}.`);
    return articleOf(id, state);
  }

  private async historiesOf(
    articles: readonly Present[],
    { limit, offset }: Page,
  ): Promise<ReadonlyMap<number, readonly Revision[]>> {
    const withPresent = offset === 0 && limit > 0;
    const rest = withPresent ? { limit: limit - 1, offset: 0 } : { limit, offset: Math.max(offset - 1, 0) };
    const former = await this.revisions.listMany(articles, rest);
    const changes = withPresent ? await this.changes.of('article', articles) : new Map<number, Change>();
    return new Map(
      articles.map((article) => {
        const present = withPresent ? [presentOf(article, changes.get(article.id))] : [];
        return [article.id, [...present, ...(former.get(article.id) ?? [])]] as const;
      }),
    );
  }
}

/**
 * @param change that has made the version; the log does not know how an article
 *   began, nor what is older than the log
 */
function presentOf({ version, insertedTs, updatedTs, createdBy }: Present, change?: Change): Revision {
  if (change)
    return {
      revision: version,
      createdTs: change.at,
      authorId: change.authorId,
      changed: change.fields,
    };
  const [createdTs, authorId] = version === 1 ? [insertedTs, createdBy] : [updatedTs, null];
  return { revision: version, createdTs, authorId, changed: [] };
}

/** The article of a view, with its placement. */
function placed(view: ArticleView): Article {
  const { id, authors, tags, sections, badges } = view;
  const placement = { authorIds: authors.map((author) => author.id), tags, sections, badges };
  return articleOf(id, { ...view, placement });
}
