import type { EmbeddingSite } from '../../../content/embeds/embeds.js';
import type { PageParser } from '../../page-parser.js';
import { DublinCoreParser } from './meta/dublin-core.parser.js';
import { FeedParser } from './files/feed.parser.js';
import { HtmlParser } from './html.parser.js';
import { ImageParser } from './files/image.parser.js';
import { JsonLdParser } from './linked-data/json-ld.parser.js';
import { MetaTagsParser } from './meta/meta-tags.parser.js';
import { MicrodataParser } from './linked-data/microdata.parser.js';
import { OpenGraphParser } from './meta/open-graph.parser.js';
import { PdfParser } from './files/pdf.parser.js';
import { ProviderParser } from './meta/provider.parser.js';
import { TwitterCardParser } from './meta/twitter-card.parser.js';

/**
 * The order of the parsers. A provider is known by its URL, so its facts are certain; those of oEmbed are
 * next. Then comes what a page declares, the more carefully a kind of declaration is mostly made the earlier;
 * last what was found by looking. Files are of one kind each, so the order of their parsers does not matter.
 */
export const PRECEDENCE = [
  'provider',
  'oembed',
  'json-ld',
  'microdata',
  'open-graph',
  'twitter-card',
  'meta-tags',
  'dublin-core',
  'html',
  'feed',
  'image',
  'pdf',
] as const satisfies readonly string[];

export function isBuiltIn(parser: string): boolean {
  return (PRECEDENCE as readonly string[]).includes(parser);
}

/**
 * All but `oembed`, which has to ask other servers.
 *
 * @param site where embeds will be shown; without it there are none of Twitch
 */
export function builtInParsers(site: EmbeddingSite = {}): readonly PageParser[] {
  return [
    new ProviderParser(site),
    new JsonLdParser(),
    new MicrodataParser(),
    new OpenGraphParser(),
    new TwitterCardParser(),
    new MetaTagsParser(),
    new DublinCoreParser(),
    new HtmlParser(site),
    new FeedParser(),
    new ImageParser(),
    new PdfParser(),
  ];
}

const WHAT_EDITORS_WROTE = ['provider', 'oembed', 'json-ld', 'dublin-core', 'open-graph'];

/**
 * Where another order gives a better answer than {@link PRECEDENCE}. Parsers
 * that are not named keep their places.
 *
 * - Texts of microdata are what is marked on the page, often all of the article: what is written for others
 *   to show is better. The headline alone is as good there as anywhere.
 * - The address of a page is what it calls canonical; what is shared may have been shared elsewhere first.
 * - `<html lang>` is what the browser goes by.
 * - A name in a meta element stands for one article; by oEmbed many sites tell who has an account, and of the
 *   authors in the text of a page one has to be guessed.
 */
export const FIELD_PRECEDENCE: Readonly<Record<string, readonly string[]>> = {
  title: [...WHAT_EDITORS_WROTE, 'meta-tags', 'twitter-card', 'html', 'microdata'],
  headline: [...WHAT_EDITORS_WROTE, 'microdata', 'html', 'meta-tags', 'twitter-card'],
  description: [...WHAT_EDITORS_WROTE, 'meta-tags', 'twitter-card', 'microdata', 'html'],
  url: ['provider', 'html', 'open-graph', 'json-ld', 'meta-tags', 'microdata', 'oembed'],
  byline: ['provider', 'json-ld', 'dublin-core', 'meta-tags', 'open-graph', 'oembed', 'microdata', 'html'],
  site_name: ['json-ld', 'open-graph', 'oembed', 'provider', 'microdata', 'meta-tags', 'html'],
  published_time: [
    'provider',
    'oembed',
    'json-ld',
    'open-graph',
    'meta-tags',
    'microdata',
    'dublin-core',
    'html',
  ],
  lang: ['html', 'json-ld', 'dublin-core', 'open-graph', 'microdata'],
  excerpt: ['html'],
};

/** The named ones in their order, in the places that they take together; all others keep theirs. */
export function inOrder<T>(
  found: readonly T[],
  nameOf: (one: T) => string,
  order: readonly string[],
): readonly T[] {
  const isNamed = (one: T) => order.includes(nameOf(one));
  const named = found
    .filter(isNamed)
    .sort((one, other) => order.indexOf(nameOf(one)) - order.indexOf(nameOf(other)));
  let next = 0;
  return found.map((one) => (isNamed(one) ? (named[next++] ?? one) : one));
}
