/** Something that happened in the domain, named in the past tense. */
export abstract class DomainEvent {
  /** Keeps event classes nominally distinct from plain objects. */
  readonly occurred = true;
}

type EventClass<E extends DomainEvent> = abstract new (...args: never[]) => E;
type Handler = (event: DomainEvent) => Promise<void>;

/**
 * Carries events between modules. `publish` awaits every handler, inside the transaction of the publisher: a
 * handler that fails fails the whole use case.
 */
export class DomainEvents {
  private readonly handlers = new Map<EventClass<DomainEvent>, Handler[]>();

  on<E extends DomainEvent>(event: EventClass<E>, handler: (event: E) => Promise<void>): void {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler as Handler]);
  }

  async publish(event: DomainEvent): Promise<void> {
    const handlers = this.handlers.get(event.constructor as EventClass<DomainEvent>) ?? [];
    for (const handle of handlers) await handle(event);
  }
}
