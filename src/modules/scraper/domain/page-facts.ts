/** Facts from the HTML of a page, as plain data: read once for all parsers. */
export interface PageFacts {
  /** Language by `<html lang>` or its substitutes. */
  readonly lang: string | null;
  /** Text of `<title>`. */
  readonly title: string | null;
  /** Texts of the first headings of the first level. */
  readonly headings: readonly string[];
  /** Names (`name`, `property`, `itemprop`, `http-equiv`) in lower case, in their order; at most 500. */
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  /** Elements `<link>` with an absolute address. */
  readonly links: readonly PageLink[];
  /** Items of JSON-LD, graphs taken apart. */
  readonly jsonLd: readonly LinkedItem[];
  /** Items of microdata, in the form of JSON-LD. */
  readonly microdata: readonly LinkedItem[];
  /** The article, found by readability; null when there is none. */
  readonly article: PageArticle | null;
  /** Whether the article was not looked for to the end: the page, or the machine, took too long. */
  readonly isArticleUnread: boolean;
  readonly images: readonly PageImage[];
  /** Absolute addresses of `<iframe>`s. */
  readonly frames: readonly string[];
  /** URLs of `<video>` and its sources. */
  readonly videos: readonly { readonly url: string; readonly type: string | null }[];
  /** Values of `<time datetime>`, or texts of `<time>`, in the article, or on the page. */
  readonly times: readonly string[];
  /**
   * Lines below the first heading, then texts of what is marked as a date, that
   * may tell when the page is from.
   */
  readonly dates: readonly string[];
  /** Texts of what is marked as author: `rel=author`, `itemprop=author`, classes of bylines. */
  readonly bylines: readonly string[];
}

/** A node of linked data: `@type` and properties, whose values are texts, numbers, nodes or lists of them. */
export type LinkedItem = Readonly<Record<string, unknown>>;

export interface PageLink {
  /** Relations, in lower case. */
  readonly rel: readonly string[];
  readonly href: string;
  readonly type: string | null;
  readonly sizes: string | null;
  readonly title: string | null;
}

export interface PageImage {
  /** Absolute; of a `srcset` the widest. */
  readonly url: string;
  /** Pixels, from the attributes; null without them. */
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
  readonly isInArticle: boolean;
}

export interface PageArticle {
  readonly title: string | null;
  readonly byline: string | null;
  readonly excerpt: string | null;
  readonly siteName: string | null;
  readonly publishedTime: string | null;
  /** HTML before sanitising. */
  readonly html: string;
  readonly text: string;
}
