import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../kernel/domain-events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ArticleChanged } from '../../modules/articles/domain/article-events.js';
import { AuthorChanged } from '../../modules/authors/domain/author-events.js';
import { BadgeChanged } from '../../modules/badges/domain/badge-events.js';
import { ImageChanged } from '../../modules/media/domain/image-events.js';
import { SectionChanged, SectionsMoved } from '../../modules/sections/domain/section-events.js';

const CHANGES = [ArticleChanged, AuthorChanged, BadgeChanged, ImageChanged, SectionChanged, SectionsMoved];

/** Tells whoever keeps pages, or parts of them, that something they show has changed on this instance. */
@Injectable()
export class PageChanges implements OnModuleInit {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    for (const event of CHANGES)
      this.events.on(event, () => {
        this.unitOfWork.afterCommit(() => {
          for (const listener of this.listeners) listener();
        });
        return Promise.resolve();
      });
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
}
