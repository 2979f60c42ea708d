import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { IMAGE_WEIGHTS } from '../images.js';
import { findingsOfItems } from './linked-data.js';
import { LinkedItems } from './linked-values.js';

/** JSON-LD of a page: mostly its most careful description. */
export class JsonLdParser implements PageParser {
  readonly name = 'json-ld';

  parse(page: FetchedPage): Findings | null {
    const items = page.facts?.jsonLd ?? [];
    return items.length === 0 ? null : findingsOfItems(new LinkedItems(items), page, IMAGE_WEIGHTS.jsonLd);
  }
}
