import { setImmediate as turn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../../kernel/clock.js';
import { DomainError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { retryDelay } from '../../../platform/schedule/retry-delay.js';
import type { Actor } from '../../auth/domain/actor.js';
import { ArticlesService } from '../articles.service.js';
import { ArticleFinder } from '../listing/article-finder.js';
import { ArticleStore } from '../writing/article-store.js';
import { type Article, notScheduled } from '../domain/article.js';
import { ArticlePolicy } from '../domain/article-policy.js';
import { ArticleStatus } from '../domain/article-record.js';
import type { ArticleView } from '../domain/article-view.js';
import { type DueArticle, DueArticles, type Overdue } from './due-articles.js';

/** Articles of one transaction: one commit for many, and a client waits for a few of them at most. */
const BATCH = 20;

export interface Publications {
  readonly published: number;
  readonly failed: number;
}

/**
 * Schedules articles, and publishes those that are due. The row is the only truth: no timer knows a schedule,
 * so any number of instances may look, and whoever claims a row first publishes it.
 */
@Injectable()
export class ArticleScheduleService {
  private readonly logger = new Logger(ArticleScheduleService.name);

  constructor(
    private readonly articles: ArticlesService,
    private readonly store: ArticleStore,
    private readonly finder: ArticleFinder,
    private readonly due: DueArticles,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param ifVersions that the client has seen; an article at another one is not changed */
  schedule(id: number, at: UtcSeconds, actor: Actor, ifVersions?: readonly number[]): Promise<ArticleView> {
    return this.change(id, actor, ifVersions, (article, now) => {
      article.schedule(at, now);
    });
  }

  /** @param ifVersions as of {@link schedule} */
  unschedule(id: number, actor: Actor, ifVersions?: readonly number[]): Promise<ArticleView> {
    return this.change(id, actor, ifVersions, (article) => {
      article.unschedule();
    });
  }

  /** @throws NotFoundError also when it is not scheduled, or the actor may not read it */
  async get(id: number, actor: Actor): Promise<ArticleView> {
    const article = await this.articles.get(id, actor);
    if (article.status !== ArticleStatus.Scheduled) throw notScheduled(id);
    return article;
  }

  /**
   * Publishes all that is due, in batches; an article that fails is put off and does not hold up the others.
   *
   * @param signal ends the work after the batch at hand
   */
  async publishDue(signal?: AbortSignal): Promise<Publications> {
    let published = 0;
    let failed = 0;
    while (!signal?.aborted && (await this.due.isAnyDue())) {
      const done = await this.publishBatch().catch(() => this.publishOneByOne());
      published += done.published;
      failed += done.failed;
      // Other instances have claimed the due articles.
      if (done.published + done.failed === 0) break;
      // On SQLite all batches would be one turn of the event loop, for which every request waits.
      await turn();
    }
    return { published, failed };
  }

  overdue(): Promise<Overdue> {
    return this.due.overdue();
  }

  private async publishBatch(): Promise<Publications> {
    const published = await this.unitOfWork.run(async () => {
      const articles = await this.due.claim(BATCH);
      for (const { id } of articles) await this.publish(id);
      return articles.length;
    });
    return { published, failed: 0 };
  }

  private async publishOneByOne(): Promise<Publications> {
    let published = 0;
    let failed = 0;
    for (let count = 0; count < BATCH; count++) {
      let article: DueArticle | undefined;
      try {
        await this.unitOfWork.run(async () => {
          [article] = await this.due.claim(1);
          if (article) await this.publish(article.id);
        });
        if (!article) break;
        published += 1;
      } catch (error) {
        if (!article) throw error;
        await this.postpone(article, error);
        failed += 1;
      }
    }
    return { published, failed };
  }

  private async publish(id: number): Promise<void> {
    const article = await this.store.loadForUpdate(id);
    const now = this.clock.now();
    article.publishAsScheduled(now);
    article.touch(now, undefined, false);
    await this.store.save(article);
  }

  private async postpone(article: DueArticle, error: unknown): Promise<void> {
    this.logger.error({ err: error, article: article.id }, 'A scheduled post could not be published');
    // The message of any other error may contain internals.
    const reason =
      error instanceof DomainError ? error.message : 'Unexpected error; the log of the service has it.';
    const until = this.clock.now() + retryDelay(article.attempts);
    await this.unitOfWork.run(() => this.due.postpone(article, until, reason));
  }

  private async change(
    id: number,
    actor: Actor,
    ifVersions: readonly number[] | undefined,
    verb: (article: Article, now: UtcSeconds) => void,
  ): Promise<ArticleView> {
    const policy = new ArticlePolicy(actor);
    const { saved, relations } = await this.unitOfWork.run(async () => {
      const article = await this.store.loadForUpdate(id);
      policy.mustRead(article, article.placement.authorIds);
      policy.mustPublish();
      await this.store.mustMatch(article, ifVersions);
      const now = this.clock.now();
      verb(article, now);
      article.touch(now, undefined, false);
      const same = this.store.unchanged(article);
      if (!same) await this.store.save(article);
      return { saved: same ?? article, relations: await this.store.relationsOf(article) };
    });
    return this.finder.view(saved, relations);
  }
}
