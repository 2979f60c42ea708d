import { words } from '../../../../../kernel/text.js';
import type { LinkedItem } from '../../../domain/page-facts.js';
import type { FetchedPage } from '../../../page-parser.js';
import { isItem, textIn, typesOf, valuesOf } from '../linked-data/linked-values.js';
import { Metas } from '../meta/metas.js';
import { cleanText } from '../text.js';
import { comparable } from '../titles.js';
import { namesIn } from './bylines.js';

const ORGANIZATION = /Organization$|^(?:Corporation|WebSite|Brand|LocalBusiness|Periodical|Newspaper)$/;
const WITH_NAMES = ['author', 'creator', 'publisher', 'sourceOrganization', 'provider', 'isPartOf'];
const SITE_NAMES = words(`
  og:site_name application-name publisher dc.publisher dcterms.publisher twitter:app:name:iphone
  apple-mobile-web-app-title citation_publisher`);
const MAX_ITEMS = 500;

/**
 * The names of the publisher, the site and other organizations of a page, which
 * stand as authors where none is named.
 */
export class Publishers {
  private readonly names = new Set<string>();
  private readonly host: readonly string[];

  /** @param siteNames as parsers have found them */
  constructor({ facts, url }: FetchedPage, siteNames: readonly unknown[]) {
    const metas = facts && new Metas(facts);
    for (const name of [...siteNames, ...SITE_NAMES.map((meta) => metas?.first(meta))]) this.add(name);
    const items = [...(facts?.jsonLd ?? []), ...(facts?.microdata ?? [])].slice(0, MAX_ITEMS);
    const named = [
      ...items,
      ...items.flatMap((item) => WITH_NAMES.flatMap((property) => valuesOf(item, property))).filter(isItem),
    ];
    for (const item of named.filter(isOrganization)) this.add(textIn(item));
    // A site may have the name of the one who writes it.
    for (const item of named.filter((one) => typesOf(one).includes('Person'))) this.remove(textIn(item));
    this.host = (URL.parse(url)?.hostname ?? '').split('.').slice(0, -1);
  }

  /** The persons of a byline; empty when it names none. */
  personsIn(byline: string): string {
    if (this.isPublisher(byline)) return '';
    const names = namesIn(byline);
    const persons = names.filter((name) => !this.isPublisher(name));
    return persons.length === names.length ? byline : persons.join(', ');
  }

  private isPublisher(name: string): boolean {
    const key = comparable(name);
    const bare = withoutArticle(key);
    return this.names.has(bare) || this.host.includes(bare.replaceAll(' ', ''));
  }

  private add(name: unknown): void {
    const key = withoutArticle(comparable(cleanText(name)));
    if (key !== '') this.names.add(key);
  }

  private remove(name: string): void {
    this.names.delete(withoutArticle(comparable(name)));
  }
}

/** @returns whether linked data says that it is no person */
export function isOrganization(item: LinkedItem): boolean {
  return typesOf(item).some((type) => ORGANIZATION.test(type));
}

function withoutArticle(name: string): string {
  return name.startsWith('the ') ? name.slice(4) : name;
}
