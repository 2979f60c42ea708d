import type { UtcSeconds } from '../../../kernel/clock.js';

/** An author of another system. */
export interface SourceAuthor {
  /** Name of the account: unique there. */
  readonly login: string;
  readonly displayName: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  /** HTML or text about the author. */
  readonly about?: string;
}

/** A category of another system. */
export interface SourceSection {
  /** Slug: unique there. */
  readonly key: string;
  readonly title: string;
  readonly about?: string;
  /** Key of the category above it. */
  readonly parent?: string | null;
}

/** An image of another system. */
export interface SourceImage {
  readonly url: string;
  readonly alt?: string;
  readonly caption?: string;
  /** Whether it is on a site of others, where it stays. */
  readonly isExternal?: boolean;
}

/** An `img` in a text of another system. */
export interface TextImage {
  readonly src: string;
  readonly classes: string;
}

export type EntryState = 'published' | 'draft' | { readonly scheduledAt: UtcSeconds };

/** Something that an import tells of an entry: a reason, of which there are few, and what it means. */
export interface EntryNote {
  readonly reason: string;
  readonly text: string;
}

/** A post or page of another system, as it is to become an article. */
export interface SourceEntry {
  readonly kind: 'entry';
  /** The `provider_post_id` of the article. */
  readonly id: string;
  /** Title in reports. */
  readonly title: string;
  readonly state: EntryState;
  /** Fields of the API; those that the other parts of the entry make are not among them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** HTML. */
  readonly body: string;
  /** The image in a text, where it is one that the old site has itself. */
  readonly ownImage: (image: TextImage) => SourceImage | null;
  readonly leadImage: SourceImage | null;
  readonly socialImage: SourceImage | null;
  readonly authors: readonly SourceAuthor[];
  readonly sections: readonly SourceSection[];
  /** URL by which readers know it. */
  readonly formerUrl: string | null;
  /** Differences from the entry in the source. */
  readonly notes: readonly EntryNote[];
}

/** Something in an export that becomes no article. */
export interface LeftOut {
  readonly kind: 'left-out';
  readonly id: string;
  readonly title: string;
  readonly note: EntryNote;
  readonly count?: number;
}

/** An entry that cannot be read. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

export type SourceRecord = SourceEntry | LeftOut | Unreadable;

/** An export file of another system. */
export interface CmsExport {
  /**
   * Reads the file to its end, and keeps what entries refer to.
   *
   * @throws InvalidError for a file that is not such an export, or not a whole one
   */
  prepare(progress: (bytes: number) => void): Promise<void>;
  /** Categories, those above before those below them. */
  sections(): Iterable<SourceSection>;
  /** The category above another one. */
  section(key: string): SourceSection | null;
  records(progress: (bytes: number) => void): AsyncGenerator<SourceRecord, void>;
  /** Files that no entry has shown, once all entries are imported. */
  unused(): Iterable<LeftOut>;
}
