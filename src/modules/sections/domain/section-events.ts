import { DomainEvent } from '../../../kernel/domain-events.js';

/** The tags of a section were changed: posts that carry one of them belong to it. */
export class SectionRetagged extends DomainEvent {
  constructor(
    readonly sectionId: number,
    readonly tags: readonly string[],
    readonly formerTags: readonly string[],
  ) {
    super();
  }
}

/** A section is about to be removed; its posts move to the destination, or only lose it. */
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
