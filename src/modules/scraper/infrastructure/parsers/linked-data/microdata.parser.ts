import type { LinkedItem } from '../../../domain/page-facts.js';
import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { IMAGE_WEIGHTS } from '../images.js';
import { findingsOfItems } from './linked-data.js';
import { isAbout, kindOf } from './linked-types.js';
import { LinkedItems } from './linked-values.js';

/** Microdata: `itemprop` in the visible page. */
export class MicrodataParser implements PageParser {
  readonly name = 'microdata';

  parse(page: FetchedPage): Findings | null {
    const items = page.facts?.microdata ?? [];
    const single = withoutLists(items, page);
    return single.length === 0
      ? null
      : findingsOfItems(new LinkedItems(single), page, IMAGE_WEIGHTS.microdata);
  }
}

/** Front pages mark each of their teasers as an article: none of those is what the page is about. */
function withoutLists(items: readonly LinkedItem[], page: FetchedPage): readonly LinkedItem[] {
  const counts = new Map<string, number>();
  const typeOf = (item: LinkedItem) => kindOf(item)?.type ?? '';
  for (const item of items) counts.set(typeOf(item), (counts.get(typeOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const type = typeOf(item);
    return type === '' || type === 'website' || counts.get(type) === 1 || isAbout(item, page);
  });
}
