import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../kernel/domain-events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { PermalinksService } from '../permalinks/permalinks.service.js';
import {
  SectionChanged,
  SectionMoved,
  SectionRemovalBegun,
  SectionRemoved,
  SectionsMoved,
} from '../sections/domain/section-events.js';
import { ArticleKeeper } from './article-keeper.js';
import { SectionPosts, type TaggedCursor } from './domain/section-posts.js';
import { PathUpdates } from './path-updates.js';

/** What changes of sections mean for the articles in them. */
@Injectable()
export class SectionListener implements OnModuleInit {
  private readonly logger = new Logger(SectionListener.name);

  constructor(
    private readonly events: DomainEvents,
    private readonly posts: SectionPosts,
    private readonly permalinks: PermalinksService,
    private readonly keeper: ArticleKeeper,
    private readonly paths: PathUpdates,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.events.on(SectionRemovalBegun, (event) => this.empty(event.sectionId, event.destinationId));
    this.events.on(SectionRemoved, (event) => this.empty(event.sectionId, event.destinationId));
    this.events.on(SectionMoved, ({ sectionId }) => this.moved(sectionId));
    this.events.on(SectionChanged, ({ fullUrl }) => this.makeWay(fullUrl));
    this.events.on(SectionsMoved, () => this.followNow());
  }

  /** A post whose path a section takes gets another one, as if the section had been there first. */
  private async makeWay(path: string | null): Promise<void> {
    const target = path === null ? null : await this.permalinks.find(path);
    if (target?.state !== 'current') return;
    await this.unitOfWork.run(async () => this.keeper.makeWay(await this.keeper.open(target.articleId)));
  }

  /** The sections have moved and that is committed, so what fails here must not fail the request: the job goes on. */
  private async followNow(): Promise<void> {
    await this.paths.catchUp().catch((error: unknown) => {
      this.logger.error({ err: error }, 'Paths could not follow a section yet');
    });
  }

  /** Step by step; within a transaction of the caller's, all steps are part of it. */
  private async empty(sectionId: number, destinationId: number | null): Promise<void> {
    let left: number;
    do left = await this.unitOfWork.run(() => this.posts.moveSome(sectionId, destinationId));
    while (left > 0);
    if (destinationId === null) return;
    let cursor: TaggedCursor | null = null;
    do {
      const from: TaggedCursor | null = cursor;
      cursor = await this.unitOfWork.run(() => this.posts.moveSomeTagged(sectionId, destinationId, from));
    } while (cursor);
    await this.moved(destinationId);
  }

  private async moved(sectionId: number): Promise<void> {
    if (!this.permalinks.dependsOnSection) return;
    await this.unitOfWork.run(() => this.posts.noteMove(sectionId));
  }
}
