import { ForbiddenError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';

export type MediaKind = 'image' | 'document';

/** An image or a document, and who sent it; null where nobody knows. */
export interface Uploaded {
  readonly id: number;
  readonly uploadedBy: number | null;
}

/** Images and documents that an actor sees; null is all of them. */
export interface MediaScope {
  /** Also what is shown to holders of a key only: private articles and sections. */
  readonly includesPrivate: boolean;
  /** Sees, besides, what this author has uploaded. */
  readonly uploadedBy: number | null;
  /** Sees, besides, what articles of this author show, in whichever state. */
  readonly inArticlesBy?: number | null;
  /** Sees, besides, what this article shows. */
  readonly inArticle?: number | null;
}

/** The view of a reader without a key. */
export const PUBLIC_MEDIA: MediaScope = { includesPrivate: false, uploadedBy: null };

/** The view of a reader with a key. */
export const PUBLISHED_MEDIA: MediaScope = { includesPrivate: true, uploadedBy: null };

/** Decides what an actor may do with images and documents, by the rights of its role. */
export class MediaPolicy {
  constructor(private readonly actor: Actor) {}

  /** All of them for readers of drafts, else what is published, and own uploads of those who write. */
  get scope(): MediaScope | null {
    if (this.actor.mayAny(['drafts.read', 'media.write'])) return null;
    const isWriter = this.actor.mayAny(['drafts.read.own', 'media.write.own']);
    return { includesPrivate: true, uploadedBy: isWriter ? this.actor.authorId : null };
  }

  /**
   * Files whose URLs are signed for the actor: {@link scope}, and files of own
   * drafts and of the previewed draft.
   */
  get shown(): MediaScope | null {
    const { actor, scope } = this;
    return (
      scope && {
        ...scope,
        includesPrivate: actor.may('articles.read'),
        inArticlesBy: actor.may('drafts.read.own') ? actor.authorId : null,
        inArticle: actor.previewed,
      }
    );
  }

  /** Whether own uploads are all that it may change, and only while nothing published shows them. */
  get isConfined(): boolean {
    return !this.actor.may('media.write');
  }

  isOwn({ uploadedBy }: Uploaded): boolean {
    return uploadedBy === this.actor.authorId;
  }

  /** @throws ForbiddenError */
  mustOwn(kind: MediaKind, media: Uploaded): void {
    if (this.isOwn(media)) return;
    throw new ForbiddenError(
      `${kind}-not-own`,
      `The key's author (${this.actor.role}) may change and remove only the ${kind}s that it has uploaded.`,
    );
  }
}
