import { Injectable } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../kernel/clock.js';
import { InvalidError, mustExist, NotFoundError, OverloadedError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import type { Actor } from '../auth/domain/actor.js';
import { ArticleInputApplier } from './writing/article-input.applier.js';
import { ArticleFinder } from './listing/article-finder.js';
import {
  type ArticleAction,
  type ArticleInput,
  asksForTime,
  isBroughtAbout,
  isEmpty,
  requestHints,
} from './writing/article-input.js';
import { ArticleStore } from './writing/article-store.js';
import { Article } from './domain/article.js';
import { ArticlePolicy } from './domain/article-policy.js';
import { ArticleStatus } from './domain/article-record.js';
import { type ArticleRelations, type ArticleView, authorIdsOf } from './domain/article-view.js';
import { ArticlesRepository, type ArticleSummary } from './domain/articles.repository.js';

/** The origin of an article: 0 entry editor, 15 import, 20 API. */
export enum Provider {
  EntryEditor = 0,
  Import = 15,
  Api = 20,
}

export interface CreateOptions {
  readonly publishes: boolean;
  /** 20 when it is left out. */
  readonly providerId?: number;
  /**
   * When the article is to be published, in place of `publishes`; in the past,
   * it is published at once. @internal
   */
  readonly scheduledAt?: UtcSeconds | undefined;
  /** Paths by which readers knew it elsewhere: they lead to it, unless something else is there. @internal */
  readonly formerPaths?: readonly string[];
}

export interface EditOptions {
  /** Versions that the client has seen; an article at another one is not changed. */
  readonly ifVersions?: readonly number[] | undefined;
  /** Whether this door brings removed articles back. */
  readonly mayRestore?: boolean;
}

/** An article as its transaction leaves it, with what is assigned to it. */
interface SavedArticle {
  readonly article: Article;
  readonly relations: ArticleRelations;
  /** Warnings about texts that had to be rendered again. */
  readonly warnings: readonly string[];
}

/** An article as it was saved, with what of it readers will not see, and why. */
export type WrittenArticle = ArticleView & { readonly warnings: readonly string[] };

const IGNORED_ACTION =
  'action: is ignored when an article is created; POST /api/1.3/drafts creates a draft, POST /api/1.3/posts a post';
/** Articles whose values of fields are copied in one transaction. */
const CATCH_UP_BATCH = 1000;
/** Attempts at a revert of an article that others edit. */
const MAX_REVERTS = 10;

/** Creates, edits, publishes, removes and reads articles; ArticleScheduleService schedules them. */
@Injectable()
export class ArticlesService {
  /** @internal Nest makes it. */
  constructor(
    private readonly articles: ArticlesRepository,
    private readonly finder: ArticleFinder,
    private readonly applier: ArticleInputApplier,
    private readonly store: ArticleStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async create(input: ArticleInput, actor: Actor, options: CreateOptions): Promise<WrittenArticle> {
    const policy = new ArticlePolicy(actor);
    policy.mustCreate();
    if (options.publishes || options.scheduledAt !== undefined) policy.mustPublish();
    const prepared = await this.applier.prepare(input);
    const saved = await this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const article = Article.draft(
        {
          providerId: options.providerId ?? Provider.Api,
          providerPostId: input.providerPostId ?? null,
          createdBy: actor.authorId,
        },
        now,
      );
      await this.applier.apply(prepared, article, actor, now);
      if (policy.isCommunityWriter) policy.mustAllowCommunity(await this.applier.sectionsOf(article));
      publishOrSchedule(article, options, now);
      const warnings = await this.store.add(article, options.formerPaths);
      return { article, warnings, relations: await this.store.relationsOf(article) };
    });
    const told = [...requestHints(input, saved.article), ...prepared.renderings.warnings];
    if (!isBroughtAbout(input.action, saved.article)) told.push(IGNORED_ACTION);
    return this.written(saved, told);
  }

  async edit(
    id: number,
    input: ArticleInput,
    actor: Actor,
    options: EditOptions = {},
  ): Promise<WrittenArticle> {
    for (let attempt = 0; attempt < MAX_REVERTS; attempt++) {
      const written = await this.tryEdit(id, input, actor, options);
      if (written) return written;
    }
    throw new OverloadedError('article-busy', 'The article is changed too often to be reverted.');
  }

  async remove(id: number, actor: Actor, options: EditOptions = {}): Promise<void> {
    const policy = new ArticlePolicy(actor);
    await this.unitOfWork.run(async () => {
      const article = await this.getForChange(id, policy, options);
      article.remove();
      article.touch(this.clock.now(), undefined, false);
      await this.store.save(article);
    });
  }

  /** @throws NotFoundError also when the actor may not read it */
  async get(id: number, actor: Actor): Promise<ArticleView> {
    const article = mustExist('article', id, await this.finder.findById(id));
    new ArticlePolicy(actor).mustRead(article, authorIdsOf(article));
    return article;
  }

  /**
   * @throws NotFoundError when the actor may not read it; ForbiddenError when it may not edit it. @internal
   */
  async getEditable(id: number, actor: Actor): Promise<ArticleView> {
    const article = await this.get(id, actor);
    new ArticlePolicy(actor).mustEdit(article, authorIdsOf(article));
    return article;
  }

  /** Existing articles that the actor may edit. @internal */
  async editable(ids: readonly number[], actor: Actor): Promise<ArticleSummary[]> {
    const policy = new ArticlePolicy(actor);
    const articles = await this.articles.summaries(ids);
    return articles.filter(
      (article) => policy.canRead(article, article.authorIds) && policy.canEdit(article, article.authorIds),
    );
  }

  /** Existing articles that the actor may read. */
  async readable(ids: readonly number[], actor: Actor): Promise<ArticleView[]> {
    const policy = new ArticlePolicy(actor);
    const articles = await this.finder.listByIds(ids);
    return articles.filter((article) => policy.canRead(article, authorIdsOf(article)));
  }

  /** Finds articles in any state: the caller checks who may see them. */
  find(id: number): Promise<ArticleView | null> {
    return this.finder.findById(id);
  }

  /** @throws NotFoundError also when the actor may not read it */
  async mustBeReadable(id: number, actor: Actor): Promise<void> {
    if ((await this.finder.statusOf(id)) !== ArticleStatus.Published) await this.get(id, actor);
  }

  /**
   * Changes the likes of an article, one change at a time, and counts them.
   *
   * @param change returns how many more there are after it
   * @throws NotFoundError
   */
  async changeLikes(id: number, change: () => Promise<number>): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.articles.lock(id);
      const difference = await change();
      if (difference !== 0) await this.articles.addLikes(id, difference);
    });
  }

  /** @throws NotFoundError when it is not published */
  async mustBePublished(id: number): Promise<void> {
    if ((await this.finder.statusOf(id)) === ArticleStatus.Published) return;
    throw new NotFoundError('article-not-found', `There is no published article ${id}.`);
  }

  /**
   * Renders articles again, removed ones too, and puts the texts of published ones into the search index,
   * from the article after `id`.
   * @returns the last id
   */
  async reindex(id: number, limit: number): Promise<number | null> {
    const ids = await this.finder.listIdsAfter(id, limit);
    await this.unitOfWork.run(async () => {
      for (const next of ids) await this.store.reindex(next);
    });
    return ids.at(-1) ?? null;
  }

  /**
   * Copies status and publication time to the stored values of extension fields, which fell behind while the
   * extension did not declare them.
   */
  async catchUpFields(names: readonly string[]): Promise<void> {
    let last: number | null = 0;
    while (last !== null) {
      const after: number = last;
      last = await this.unitOfWork.run(() => this.articles.catchUpFields(names, after, CATCH_UP_BATCH));
    }
  }

  /** The article that has an external id, null when none has. */
  findByProviderPostId(providerId: number, providerPostId: string): Promise<number | null> {
    return this.articles.findByProviderPostId(providerId, providerPostId);
  }

  knownProviderPostIds(providerId: Provider, ids: readonly string[]): Promise<Set<string>> {
    return this.articles.knownProviderPostIds(providerId, ids);
  }

  /** @returns null when the article has another version by now than the edit was prepared for */
  private async tryEdit(
    id: number,
    input: ArticleInput,
    actor: Actor,
    options: EditOptions,
  ): Promise<WrittenArticle | null> {
    const policy = new ArticlePolicy(actor);
    const prepared = await this.applier.prepareEdit(id, input, actor);
    const wanted = prepared.input;
    const saved = await this.unitOfWork.run(async () => {
      const article = await this.getForChange(id, policy, options, wanted.action);
      if ((prepared.basis ?? article.version) !== article.version) return null;
      const unchanged = { article, warnings: [], relations: await this.store.relationsOf(article) };
      if (isEmpty(wanted)) return unchanged;
      const now = this.clock.now();
      article.mustKeepProviderPostId(wanted.providerPostId);
      await this.applier.apply(prepared, article, actor, now);
      if (policy.isCommunityWriter) policy.mustAllowCommunity(await this.applier.sectionsOf(article));
      this.act(article, wanted.action, policy, now);
      const same = this.store.unchanged(article);
      if (same && !asksForTime(wanted, same)) return { ...unchanged, article: same };
      const warnings = await this.store.save(article);
      return { article, warnings, relations: await this.store.relationsOf(article) };
    });
    if (!saved) return null;
    const hints = requestHints(input, saved.article);
    return this.written(saved, [...hints, ...prepared.warnings, ...prepared.renderings.warnings]);
  }

  private async written(
    { article, relations, warnings }: SavedArticle,
    told: readonly string[],
  ): Promise<WrittenArticle> {
    const view = await this.finder.view(article, relations);
    return Object.assign(view, { warnings: [...new Set([...told, ...warnings])] });
  }

  private async getForChange(
    id: number,
    policy: ArticlePolicy,
    { ifVersions, mayRestore = false }: EditOptions,
    action?: ArticleAction,
  ): Promise<Article> {
    const article = await this.store.loadForUpdate(id);
    const { isRemoved } = article;
    // `mustRead` refuses a removed article.
    if (action === 'restore' && mayRestore && isRemoved) article.restore();
    policy.mustRead(article, article.placement.authorIds);
    if (action === 'restore' && !mayRestore)
      throw InvalidError.field('action', 'drafts are restored, posts are not');
    await this.store.mustMatch(article, ifVersions);
    policy.mustEdit(article, article.placement.authorIds);
    if (action === 'restore' && !isRemoved) article.restore();
    if (policy.isHeldByLocks(article)) policy.mustPassLocks(await this.applier.sectionsOf(article));
    return article;
  }

  private act(article: Article, action: ArticleAction | undefined, policy: ArticlePolicy, now: number): void {
    if (action !== 'publish' && action !== 'unpublish') return;
    policy.mustPublish();
    if (action === 'publish') article.publish(now);
    else article.unpublish();
  }
}

function publishOrSchedule(
  article: Article,
  { publishes, scheduledAt }: CreateOptions,
  now: UtcSeconds,
): void {
  if (scheduledAt !== undefined && scheduledAt > now) article.schedule(scheduledAt, now);
  else if (publishes || scheduledAt !== undefined) article.publish(now);
}
