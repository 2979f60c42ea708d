import { DomainEvent } from '../../../kernel/events/domain-events.js';

/** An author is made, changed or removed in this transaction. */
export class AuthorChanged extends DomainEvent {
  constructor(readonly authorId: number) {
    super();
  }
}
