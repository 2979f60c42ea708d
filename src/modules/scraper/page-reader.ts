import type { PageFacts } from './domain/page-facts.js';

export interface PageInput {
  /**
   * Body of the response, without its content encoding. Must not be used
   * afterwards: the memory goes to a thread.
   */
  readonly bytes: Uint8Array;
  /** The header of the response as it came; empty when there is none. */
  readonly contentType: string;
  /** URL after redirects: the base of relative URLs. */
  readonly url: string;
}

/** Reads what the HTML of a page says: pages are large, and some are hostile. */
export abstract class PageReader {
  /**
   * The facts of a page. When only its article is not found in time, they come without one, and say so.
   *
   * @throws UnprocessableError `page-too-complex` when the page itself takes too much work or memory
   * @throws OverloadedError `scraper-busy` when too many pages wait, or its turn does not come in time
   */
  abstract read(input: PageInput): Promise<PageFacts>;
}
