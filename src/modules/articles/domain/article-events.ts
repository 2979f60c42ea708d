import { DomainEvent } from '../../../kernel/events/domain-events.js';
import type { ArticleVerb } from './article-verb.js';

/** The posts pinned to the head of a section's list are others, or in another order, in this transaction. */
export class EditorialOrderChanged extends DomainEvent {}

/** A version of an article is saved in this transaction. */
export class ArticleChanged extends DomainEvent {
  constructor(
    readonly articleId: number,
    readonly verb: ArticleVerb,
    readonly version: number,
    /** Fields that clients know, in which it differs from the version before; none of a new article. */
    readonly fields: readonly string[],
  ) {
    super();
  }
}
