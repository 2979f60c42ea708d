import type { PageFacts } from './domain/page-facts.js';
import type { ScrapedPage } from './domain/scraped-page.js';

/** A page, or a file, as it was fetched. */
export interface FetchedPage {
  /** URL that the client sent. */
  readonly requestedUrl: string;
  /** URL after redirects. */
  readonly url: string;
  /** In lower case, without parameters: `text/html`; empty when the server did not say. */
  readonly contentType: string;
  /** Bytes that were read. */
  readonly size: number;
  /** Facts of HTML; null for any other content. */
  readonly facts: PageFacts | null;
  /** Content other than HTML: its first bytes, at most 1 MB. */
  readonly head: Buffer;
}

/** The findings of one parser. A field that is missing, empty or [] is taken from the parsers that follow. */
export type Findings = Partial<Omit<ScrapedPage, 'parser'>>;

/**
 * Knows a kind of page. All are asked at one time; the first in the order of precedence that has a field
 * decides on it, except `tags`, `images` and `videos`, of which all are joined, and `extra`, whose keys are.
 */
export interface PageParser {
  /** Shown as `parser`. */
  readonly name: string;
  /** @returns null when the page is not of its kind. What it throws is logged, and the others go on. */
  parse(page: FetchedPage): Findings | null | Promise<Findings | null>;
}
