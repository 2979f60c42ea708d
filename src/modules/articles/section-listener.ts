import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../kernel/domain-events.js';
import { SectionRemoved } from '../sections/domain/section-events.js';
import { ArticlesRepository } from './domain/articles.repository.js';

/** What changes of sections mean for the articles in them. */
@Injectable()
export class SectionListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly articles: ArticlesRepository,
  ) {}

  onModuleInit(): void {
    this.events.on(SectionRemoved, ({ sectionId, destinationId }) =>
      this.articles.moveSection(sectionId, destinationId),
    );
  }
}
