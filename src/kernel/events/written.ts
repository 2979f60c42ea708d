import { DomainEvent } from './domain-events.js';

/** A resource that was written, and how: `{ id: 7, verb: 'edit' }`. */
export interface Write {
  readonly id: number;
  readonly verb: string;
}

/**
 * Resources of one kind were written, in the transaction around the publisher. Every module that writes
 * publishes it; those whose resources have versions do so through ChangeLog.
 */
export class Written extends DomainEvent {
  readonly writes: readonly Write[];

  /** @param resource the kind, as code names it: `article`, `preview-link` */
  constructor(
    readonly resource: string,
    ...writes: readonly Write[]
  ) {
    super();
    this.writes = writes;
  }
}
