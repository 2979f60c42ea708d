import { DomainEvent } from '../../../kernel/events/domain-events.js';

/** A badge is made, changed or removed in this transaction. */
export class BadgeChanged extends DomainEvent {
  constructor(readonly badgeId: number) {
    super();
  }
}
