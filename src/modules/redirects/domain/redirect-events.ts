import { DomainEvent } from '../../../kernel/events/domain-events.js';

/** A redirect is made or removed in this transaction. */
export class RedirectChanged extends DomainEvent {
  constructor(readonly redirectId: number) {
    super();
  }
}
