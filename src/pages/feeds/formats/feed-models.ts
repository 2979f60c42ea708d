import type { UtcSeconds } from '../../../kernel/clock.js';

/** A feed in any format. Texts are plain unless they are called HTML, which is safe. */
export interface FeedModel {
  readonly title: string;
  /** URL of the page whose posts these are. */
  readonly url: string;
  /** URL of the feed in its format. */
  readonly selfUrl: string;
  readonly siteName: string;
  readonly description: string;
  /** BCP 47. */
  readonly language: string;
  /** Last change of a post in it; null without posts. */
  readonly updated: UtcSeconds | null;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** A `tag:` URI (RFC 4151): it stays when headline and path change. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string | null;
  /** null for what is too long for a feed. */
  readonly contentHtml: string | null;
  readonly image: FeedImage | null;
  readonly published: UtcSeconds;
  readonly modified: UtcSeconds;
  readonly authors: readonly FeedAuthor[];
  readonly tags: readonly string[];
}

export interface FeedAuthor {
  readonly name: string;
  readonly url: string;
  readonly avatar: string;
}

export interface FeedImage {
  readonly url: string;
  /** Details of a lead that is an image of the library. */
  readonly details: {
    readonly type: string;
    readonly width: number;
    readonly height: number;
  } | null;
  readonly caption: string | null;
  readonly credit: string | null;
}
