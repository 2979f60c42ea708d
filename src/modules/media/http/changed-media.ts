import type { Actor } from '../../auth/domain/actor.js';
import { type ChangedResourceReader, presented } from '../../changes/changed-resources.js';
import type { CommittedEvent, PlacedEvent } from '../../changes/events/committed-event.js';
import type { MediaKind } from '../domain/media-policy.js';
import { MediaAccess } from '../references/media-access.js';

/** Changes of images or documents, for readers who may not see all of them. */
export class ChangedMedia<M extends { readonly id: number }> implements ChangedResourceReader {
  constructor(
    private readonly kind: MediaKind,
    private readonly access: MediaAccess,
    private readonly media: {
      byId(ids: readonly number[]): Promise<ReadonlyMap<number, M>>;
      present(media: M): object;
    },
  ) {}

  async read(ids: readonly number[], actor: Actor): Promise<ReadonlyMap<number, object>> {
    const found = await this.media.byId([...(await this.access.seen(this.kind, ids, actor))]);
    return presented(found.values(), (media) => this.media.present(media));
  }

  async visibleTo(
    events: readonly PlacedEvent[],
    actor: Actor,
  ): Promise<ReadonlyMap<PlacedEvent, CommittedEvent>> {
    const ids = new Set(events.map(({ resourceId }) => resourceId));
    const seen = await this.access.seen(this.kind, [...ids], actor);
    const isVisible = (event: PlacedEvent) =>
      event.verb === 'delete' ? this.hasSeen(event, actor) : seen.has(event.resourceId);
    return new Map(events.filter(isVisible).map((event) => [event, event]));
  }

  /** Whether the actor saw what is deleted; of deletions by former releases that is not known. */
  private hasSeen({ audience }: PlacedEvent, actor: Actor): boolean {
    const readers = audience ? audience.before : 'all';
    return readers === 'all' || this.access.seesAll(actor) || (readers?.includes(actor.authorId) ?? false);
  }
}
