/** The result of the scraper. Source: interface, chapter "Scraper result". */
export interface ScrapedPage {
  readonly title: string;
  readonly headline: string;
  readonly description: string;
  /** HTML, made safe. */
  readonly body: string;
  /** Canonical URL, else the URL after redirects. */
  readonly url: string;
  readonly favicon: string;
  /** Name of the parser that knew most: the first of those that found something. */
  readonly parser: string;
  /**
   * `article`, `video`, `image`, `audio`, `post`, `recipe`, `product`, `map`, `document`, `feed`, `website`.
   */
  readonly type: string;
  /** Whether another request may be answered with the same result. */
  readonly cacheable: boolean;
  /** `byline`, `site_name`, `published_time`, `lang` … as far as they are known, and what parsers add. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly images: readonly ScrapedImage[];
  readonly videos: readonly ScrapedVideo[];
  readonly embed: ScrapedEmbed;
}

export interface ScrapedImage {
  readonly url: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** `jpg`, `png` …; empty when unknown. */
  readonly type: string;
  /** 0 to 1: how well it stands for the page. */
  readonly weight: number;
}

export interface ScrapedVideo {
  readonly embed_url: string;
  readonly url: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  readonly type: string;
}

/** Empty strings when the page cannot be embedded. */
export interface ScrapedEmbed {
  /** Shortcode for a text: `[youtube https://… expand=1]`. */
  readonly shortcode: string;
  readonly media_html: string;
  /** The provider's id: `dQw4w9WgXcQ`. */
  readonly shortcode_id: string;
  /** Name of the shortcode: `youtube`. */
  readonly shortcode_adapter: string;
}
