import { Injectable } from '@nestjs/common';
import { ForbiddenError, NotFoundError } from '../../../kernel/errors.js';
import { idPosition, type Page, type PagedList, pageOf, type Total, withNext } from '../../../kernel/page.js';
import type { Actor } from '../../auth/domain/actor.js';
import type { Readers } from '../../changes/domain/audience.js';
import {
  type MediaKind,
  MediaPolicy,
  PUBLIC_MEDIA,
  PUBLISHED_MEDIA,
  type Uploaded,
} from '../domain/media-policy.js';
import { MediaVisibility } from '../domain/media-visibility.js';
import { MediaReferences } from './media-references.js';

/** All images, or all documents. */
export interface MediaSource<M> {
  page(page: Page): Promise<readonly M[]>;
  byId(ids: readonly number[]): Promise<ReadonlyMap<number, M>>;
  total(): Promise<Total>;
}

/** Decides who sees, changes and removes which images and documents. */
@Injectable()
export class MediaAccess {
  constructor(
    private readonly visibility: MediaVisibility,
    private readonly references: MediaReferences,
  ) {}

  seesAll(actor: Actor): boolean {
    return new MediaPolicy(actor).scope === null;
  }

  /** Media that the actor may not see do not exist for it. @throws NotFoundError */
  async mustSee(kind: MediaKind, media: Uploaded, actor: Actor): Promise<void> {
    if ((await this.seen(kind, [media.id], actor)).has(media.id)) return;
    throw new NotFoundError(`${kind}-not-found`, `There is no ${kind} ${media.id}.`);
  }

  /** Ids that the actor sees; without a statement for an actor who sees all. */
  async seen(kind: MediaKind, ids: readonly number[], actor: Actor): Promise<ReadonlySet<number>> {
    const { scope } = new MediaPolicy(actor);
    return scope && ids.length > 0 ? this.visibility.among(kind, ids, scope) : new Set(ids);
  }

  /** Media that the actor sees, newest first. @param all source of all media, for an actor who sees all */
  list<M extends Uploaded>(kind: MediaKind, actor: Actor, all: MediaSource<M>): PagedList<M> {
    const { scope } = new MediaPolicy(actor);
    return {
      identity: [kind],
      total: () => (scope ? this.visibility.total(kind, scope) : all.total()),
      page: async (page) => {
        if (!scope) return pageOf(await all.page(withNext(page)), page, ({ id }) => idPosition(id));
        const ids = await this.visibility.list(kind, withNext(page), scope);
        const found = pageOf(ids, page, idPosition);
        const byId = await all.byId(found.items);
        return { ...found, items: found.items.flatMap((id) => byId.get(id) ?? []) };
      },
    };
  }

  /** Whether readers without a key are shown it. */
  async isPublic(kind: MediaKind, id: number): Promise<boolean> {
    return (await this.visibility.among(kind, [id], PUBLIC_MEDIA)).has(id);
  }

  /**
   * To be called with the row locked.
   *
   * @throws ForbiddenError when it is not the actor's own, or shown by what is
   *   published, and that is not for the actor to change
   */
  async mustChange(kind: MediaKind, media: Uploaded, actor: Actor): Promise<void> {
    const policy = new MediaPolicy(actor);
    if (!policy.isConfined) return;
    policy.mustOwn(kind, media);
    const isPublished = await this.isPublished(kind, media);
    if (!isPublished && (await this.references.inTexts(kind, media.id)).length === 0) return;
    throw new ForbiddenError(
      `${kind}-published`,
      `The ${kind} ${media.id} is shown by a published article, an author, a badge or a section.`,
    );
  }

  /**
   * The same for removing it.
   *
   * @param force removes it also when something shows it
   * @throws ForbiddenError; ConflictError naming what shows it, as far as the actor may read it
   */
  async mustRemove(kind: MediaKind, media: Uploaded, force: boolean, actor: Actor): Promise<void> {
    await this.mustChange(kind, media, actor);
    if (!force) await this.references.mustBeUnused(kind, media.id, actor);
  }

  /** Readers of a file, beside all who see every one: all who read posts where it is published. */
  async readersOf(kind: MediaKind, media: Uploaded): Promise<Readers> {
    if (await this.isPublished(kind, media)) return 'all';
    return media.uploadedBy === null ? [] : [media.uploadedBy];
  }

  private async isPublished(kind: MediaKind, { id }: Uploaded): Promise<boolean> {
    return (await this.visibility.among(kind, [id], PUBLISHED_MEDIA)).has(id);
  }
}
