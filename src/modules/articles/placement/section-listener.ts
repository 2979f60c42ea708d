import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { PermalinksService } from '../../permalinks/permalinks.service.js';
import {
  PostDisplaced,
  SectionUrlChanged,
  SectionsMoved,
  SectionsRemoved,
} from '../../sections/domain/section-events.js';
import { ArticleStore } from '../writing/article-store.js';
import { SectionPosts } from './section-posts.js';
import { RepathArticles } from './repath-articles.js';
import { SectionRemovals } from './section-removals.js';

/** Applies changes of sections to the articles in them. */
@Injectable()
export class SectionListener implements OnModuleInit {
  private readonly logger = new Logger(SectionListener.name);

  constructor(
    private readonly events: DomainEvents,
    private readonly posts: SectionPosts,
    private readonly permalinks: PermalinksService,
    private readonly store: ArticleStore,
    private readonly repathing: RepathArticles,
    private readonly removals: SectionRemovals,
  ) {}

  onModuleInit(): void {
    this.events.on(PostDisplaced, ({ articleId, path }) => this.store.yieldPath(articleId, path));
    this.events.on(SectionUrlChanged, async ({ sectionId }) => {
      if (this.permalinks.dependsOnSection) await this.posts.enqueueRepath(sectionId);
    });
    this.events.on(SectionsRemoved, () =>
      this.now(this.removals, 'Posts could not leave a removed section yet'),
    );
    this.events.on(SectionsMoved, () => this.now(this.repathing, 'Paths could not follow a section yet'));
  }

  /** The removal is committed, so a failure here must not fail the request: the job goes on. */
  private async now(work: RepathArticles | SectionRemovals, failure: string): Promise<void> {
    await work.catchUp().catch((error: unknown) => {
      this.logger.error({ err: error }, failure);
    });
  }
}
