import { DomainEvent } from '../../../kernel/domain-events.js';

/** An article is changed in this transaction. */
export class ArticleChanged extends DomainEvent {
  constructor(readonly articleId: number) {
    super();
  }
}
