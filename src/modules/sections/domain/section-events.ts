import { DomainEvent } from '../../../kernel/events/domain-events.js';

/**
 * A section is removed in this transaction; what is in it counts as being in
 * the destination, or in no section. For extensions: the service itself listens to `SectionsRemoved`.
 */
export class SectionRemoved extends DomainEvent {
  constructor(
    readonly sectionId: number,
    readonly destinationId: number | null,
  ) {
    super();
  }
}

/** Sections are removed, and that is committed: their posts may leave, in small transactions. */
export class SectionsRemoved extends DomainEvent {}

/** In this transaction a section takes the path of an article's page, which needs another one. */
export class PostDisplaced extends DomainEvent {
  constructor(
    readonly articleId: number,
    /** Path that it had. */
    readonly path: string,
  ) {
    super();
  }
}

/** The URL of a section was changed, by itself or with a section above it. */
export class SectionUrlChanged extends DomainEvent {
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
    /** Current path; null for a removed section. */
    readonly fullUrl: string | null,
  ) {
    super();
  }
}

/** URLs of sections may have changed, and that is committed. */
export class SectionsMoved extends DomainEvent {}
