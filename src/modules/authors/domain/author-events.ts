import { DomainEvent } from '../../../kernel/events/domain-events.js';

/** An author is made or changed in this transaction. */
export class AuthorChanged extends DomainEvent {
  constructor(readonly authorId: number) {
    super();
  }
}
