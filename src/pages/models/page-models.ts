/** Models that a theme renders. Texts are plain unless their names say HTML, which is safe. */

export interface SiteModel {
  readonly name: string;
  readonly description: string;
  /** Public base URL, without a slash at its end. */
  readonly url: string;
  /** BCP 47. */
  readonly locale: string;
  readonly feeds: FeedsModel;
}

export interface FeedsModel {
  readonly rss: string;
  readonly atom: string;
  readonly json: string;
}

export interface PictureModel {
  readonly src: string;
  readonly srcset: string | null;
  readonly sizes: string | null;
  /** Pixels of `src`; null where nobody knows them. */
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string;
}

export interface TimeModel {
  /** ISO 8601, UTC. */
  readonly iso: string;
  /** The time in the time zone and language of the site. */
  readonly text: string;
}

export interface LinkModel {
  readonly title: string;
  readonly url: string;
  /** Whether it is to open in a new tab. */
  readonly opensNewTab?: boolean;
}

export interface AuthorModel extends LinkModel {
  readonly photo: string;
}

export interface BadgeModel {
  readonly title: string;
  readonly image: PictureModel | null;
  readonly isSponsored: boolean;
  /** Sponsor of a badge, and its link. */
  readonly description: string | null;
  readonly url: string | null;
}

/** The head of a page, for search engines, feed readers and social networks. */
export interface HeadModel {
  /** Title of the window. */
  readonly title: string;
  readonly description: string;
  /** null where a page has no address of its own: there is nothing at it. */
  readonly canonical: string | null;
  readonly kind: 'article' | 'website' | 'profile';
  readonly social: {
    readonly title: string;
    readonly description: string;
    readonly image: PictureModel | null;
  };
  readonly amp: string | null;
  /** Feeds of the listed posts, besides those of the site. */
  readonly feeds: (FeedsModel & { readonly title: string }) | null;
  readonly previous: string | null;
  readonly next: string | null;
  readonly isIndexed: boolean;
  /** schema.org, JSON-LD. */
  readonly data: readonly object[];
}

/** A post as lists show it. */
export interface CardModel {
  readonly url: string;
  readonly headline: string;
  readonly subheadline: string | null;
  readonly picture: PictureModel | null;
  readonly published: TimeModel;
  readonly authors: readonly AuthorModel[];
  readonly section: LinkModel | null;
  readonly badges: readonly BadgeModel[];
}

export interface ListicleItemModel {
  /** Anchor, unique within the listicle, though not among ids of the body. */
  readonly anchor: string;
  /** "3." or nothing. */
  readonly number: string | null;
  readonly headlineHtml: string;
  readonly imageHtml: string | null;
  readonly mediaHtml: string | null;
  readonly bodyHtml: string | null;
}

export interface ListicleModel {
  readonly layout: 'listicle' | 'slideshow' | 'fullscreen';
  readonly isBodyAbove: boolean;
  readonly items: readonly ListicleItemModel[];
}

/** The parts of a body before and after the button. */
export interface KeepReadingModel {
  /** Words of the button; null where the theme is to find some. */
  readonly button: string | null;
  /** Number of words behind the button; null where it is not shown. */
  readonly words: number | null;
  readonly restHtml: string;
}

export interface PostModel {
  readonly headline: string;
  readonly subheadline: string | null;
  readonly section: LinkModel | null;
  readonly badges: readonly BadgeModel[];
  readonly authors: readonly AuthorModel[];
  readonly published: TimeModel;
  /** null when it was not changed since. */
  readonly updated: TimeModel | null;
  readonly minutesToRead: number;
  /** Image, lead media or video. */
  readonly leadHtml: string | null;
  readonly bodyHtml: string;
  readonly keepReading: KeepReadingModel | null;
  /** Listicle without a place in the body; others are in `bodyHtml`. */
  readonly listicle: ListicleModel | null;
  readonly details: readonly {
    readonly kind: 'product' | 'recipe';
    readonly rows: readonly (readonly [string, string])[];
  }[];
  readonly tags: readonly LinkModel[];
  readonly related: readonly CardModel[];
  readonly isDraft: boolean;
}

export interface ListModel {
  readonly kind: 'home' | 'section' | 'tag' | 'author';
  readonly title: string;
  /** Description of a section or an author. */
  readonly aboutHtml: string | null;
  readonly picture: PictureModel | null;
  /** Sections above this one, outermost first. */
  readonly above: readonly LinkModel[];
  readonly sections: readonly LinkModel[];
  readonly cards: readonly CardModel[];
  readonly previous: string | null;
  readonly next: string | null;
}

export interface MissingModel {
  /** 404 for what was never there, or is not for the reader; 410 for what was removed. */
  readonly status: 404 | 410;
}

/** A page without its content. */
export interface PageModel {
  readonly site: SiteModel;
  readonly head: HeadModel;
  /** Links in the head of every page. */
  readonly navigation: readonly LinkModel[];
  /** Sections that have no room there. */
  readonly moreSections?: readonly LinkModel[];
}
