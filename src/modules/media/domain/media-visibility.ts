import type { Page, Total } from '../../../kernel/page.js';
import type { MediaKind, MediaScope } from './media-policy.js';

/** Images and documents within a scope. */
export abstract class MediaVisibility {
  /** A page of ids, newest first. */
  abstract list(kind: MediaKind, page: Page, scope: MediaScope): Promise<number[]>;
  abstract total(kind: MediaKind, scope: MediaScope): Promise<Total>;
  /** Secrets, by id, of those of the ids that nothing public shows, within a scope; null is all of them. */
  abstract hidden(
    kind: MediaKind,
    ids: readonly number[],
    scope: MediaScope | null,
  ): Promise<ReadonlyMap<number, string>>;
  /** Signs URLs of an image or a document. Null for one that there is not. */
  abstract secretOf(kind: MediaKind, id: number): Promise<string | null>;
  /** Existing ids within the scope. */
  abstract among(kind: MediaKind, ids: readonly number[], scope: MediaScope): Promise<ReadonlySet<number>>;
}
