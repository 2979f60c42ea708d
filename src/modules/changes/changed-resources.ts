import type { Actor } from '../auth/domain/actor.js';
import type { ResourceType } from './change-log.js';
import type { CommittedEvent, PlacedEvent } from './events/committed-event.js';

/** Resource of a change. */
type Changed = Pick<CommittedEvent, 'resource' | 'resourceId'>;

/** View of one kind of resources for readers of changes. */
export interface ChangedResourceReader {
  /** Resources by their id, as GET answers them: those that are there, and that the actor may read. */
  read(ids: readonly number[], actor: Actor): Promise<ReadonlyMap<number, object>>;
  /**
   * The events that the actor may know of, as it may see them; without this, it may see all as they are.
   */
  visibleTo?(events: readonly PlacedEvent[], actor: Actor): Promise<ReadonlyMap<PlacedEvent, CommittedEvent>>;
}

/** Knows how to read the resources that changes are of. Their modules register readers. */
export class ChangedResourceReaders {
  private readonly readers = new Map<string, ChangedResourceReader>();

  register(type: ResourceType, reader: ChangedResourceReader): void {
    this.readers.set(type, reader);
  }

  /** Each kind with as many statements as a list of it takes. */
  async read(changes: readonly Changed[], actor: Actor): Promise<(change: Changed) => object | undefined> {
    const found = new Map<string, ReadonlyMap<number, object>>();
    for (const [type, ofType] of Map.groupBy(changes, ({ resource }) => resource)) {
      const ids = new Set(ofType.map(({ resourceId }) => resourceId));
      const resources = await this.readers.get(type)?.read([...ids], actor);
      if (resources) found.set(type, resources);
    }
    return ({ resource, resourceId }) => found.get(resource)?.get(resourceId);
  }

  /** Events that the actor may know of, in their order. */
  async visibleTo(
    events: readonly PlacedEvent[],
    actor: Actor,
  ): Promise<ReadonlyMap<PlacedEvent, CommittedEvent>> {
    const visible = new Map<PlacedEvent, CommittedEvent>();
    for (const [type, ofType] of Map.groupBy(events, ({ resource }) => resource)) {
      const reader = this.readers.get(type);
      const known = reader?.visibleTo
        ? await reader.visibleTo(ofType, actor)
        : new Map(ofType.map((event) => [event, event]));
      for (const [event, change] of known) visible.set(event, change);
    }
    return visible;
  }
}

/** Objects of resources, by their id. */
export function presented<R extends { readonly id: number }>(
  resources: Iterable<R>,
  present: (resource: R) => object,
): ReadonlyMap<number, object> {
  return new Map([...resources].map((resource) => [resource.id, present(resource)]));
}
