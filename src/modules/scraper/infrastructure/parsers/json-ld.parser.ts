import type { FetchedPage, Findings, PageParser } from '../../page-parser.js';
import { IMAGE_WEIGHTS } from './images.js';
import { findingsOfItems } from './linked-data.js';
import { LinkedItems } from './linked-values.js';

/** What a page says of itself in JSON-LD: mostly the most careful description there is. */
export class JsonLdParser implements PageParser {
  readonly name = 'json-ld';

  parse(page: FetchedPage): Findings | null {
    const items = page.facts?.jsonLd ?? [];
    return items.length === 0 ? null : findingsOfItems(new LinkedItems(items), page, IMAGE_WEIGHTS.jsonLd);
  }
}
