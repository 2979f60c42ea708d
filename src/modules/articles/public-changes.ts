import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../kernel/domain-events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { AuthorChanged } from '../authors/domain/author-events.js';
import { BadgeChanged } from '../badges/domain/badge-events.js';
import { ImageChanged } from '../media/domain/image-events.js';
import { SectionChanged, SectionsMoved } from '../sections/domain/section-events.js';
import { ArticleChanged } from './domain/article-events.js';

const CHANGES = [ArticleChanged, AuthorChanged, BadgeChanged, ImageChanged, SectionChanged, SectionsMoved];

/** Tells whoever keeps what readers see that something of it has changed on this instance. */
@Injectable()
export class PublicChanges implements OnModuleInit {
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
