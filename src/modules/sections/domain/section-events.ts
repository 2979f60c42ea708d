import { DomainEvent } from '../../../kernel/domain-events.js';

/**
 * A section is going to be removed: its posts may begin to leave it, in transactions of their own, so that nobody
 * has to wait for the last one.
 */
export class SectionRemovalBegun extends DomainEvent {
  constructor(
    readonly sectionId: number,
    readonly destinationId: number | null,
  ) {
    super();
  }
}

/** A section is removed in this transaction; posts that are still in it move to the destination, or only lose it. */
export class SectionRemoved extends DomainEvent {
  constructor(
    readonly sectionId: number,
    readonly destinationId: number | null,
  ) {
    super();
  }
}

/** The URL of a section was changed, by itself or with a section above it. */
export class SectionMoved extends DomainEvent {
  constructor(
    readonly sectionId: number,
    readonly formerUrl: string,
    readonly fullUrl: string,
  ) {
    super();
  }
}

/** A section is made, changed or removed in this transaction. */
export class SectionChanged extends DomainEvent {
  constructor(
    readonly sectionId: number,
    /** Where it is now; null for one that is removed. */
    readonly fullUrl: string | null,
  ) {
    super();
  }
}

/** URLs of sections may have changed, and that is committed. */
export class SectionsMoved extends DomainEvent {}
