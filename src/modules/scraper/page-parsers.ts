import type { ScrapedPage } from './domain/scraped-page.js';
import type { FetchedPage, PageParser } from './page-parser.js';

/** All that know pages. */
export abstract class PageParsers {
  /** Registers a parser, which precedes all others. */
  abstract register(parser: PageParser): void;
  /** The merged findings. */
  abstract parse(page: FetchedPage): Promise<ScrapedPage>;
}
