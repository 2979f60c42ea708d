import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { cleanByline } from '../authors/bylines.js';
import { IMAGE_WEIGHTS, scrapedImage } from '../images.js';
import { isItem, itemsOf, textOf, valuesOf } from '../linked-data/linked-values.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS, webUrl } from '../text.js';
import { cleanTime } from '../times/times.js';
import { scanXml, type XmlElement } from './xml-scan.js';

const MAX_ITEMS = 50;
const ROOTS: readonly (readonly [string, string])[] = [
  ['rss', 'rss'],
  ['feed', 'atom'],
  ['rdf:rdf', 'rss'],
];
const START_CHARACTERS = 1000;

interface Feed {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly image: string;
  readonly lang: string;
  readonly byline: string;
  readonly updated: string;
  readonly items: readonly string[];
}

/** A list of news: RSS, Atom or JSON Feed. */
export class FeedParser implements PageParser {
  readonly name = 'feed';

  parse({ url, contentType, facts, head }: FetchedPage): Findings | null {
    if (facts) return null;
    const feed = contentType.endsWith('json') ? jsonFeed(head) : xmlFeed(head);
    if (!feed) return null;
    return {
      title: cleanText(feed.title),
      headline: cleanText(feed.title),
      description: cleanText(feed.description, MAX_DESCRIPTION_CHARACTERS),
      url: webUrl(feed.url, url),
      type: 'feed',
      extra: known({
        byline: cleanByline([feed.byline]),
        site_name: cleanText(feed.title),
        modified_time: cleanTime(feed.updated),
        lang: cleanText(feed.lang, 20),
        items: feed.items.map((title) => cleanText(title)).filter((title) => title !== ''),
      }),
      images: scrapedImage({ url: feed.image }, IMAGE_WEIGHTS.metaTags, url),
    };
  }
}

function jsonFeed(head: Buffer): Feed | null {
  const start = head.subarray(0, START_CHARACTERS).toString();
  if (!start.includes('jsonfeed.org/version')) return null;
  const feed = parsed(head.toString());
  if (!isItem(feed)) return null;
  const [author = {}] = itemsOf(feed, 'authors', 'author');
  return {
    title: textOf(feed, ['title']),
    description: textOf(feed, ['description'], MAX_DESCRIPTION_CHARACTERS),
    url: textOf(feed, ['home_page_url']),
    image: textOf(feed, ['icon', 'favicon']),
    lang: textOf(feed, ['language']),
    byline: textOf(author, ['name']),
    updated: '',
    items: valuesOf(feed, 'items')
      .filter(isItem)
      .slice(0, MAX_ITEMS)
      .map((item) => textOf(item, ['title', 'summary', 'content_text'])),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function xmlFeed(head: Buffer): Feed | null {
  const start = head.subarray(0, START_CHARACTERS).toString('latin1').toLowerCase();
  const root = ROOTS.find(([name]) => start.includes(`<${name} `) || start.includes(`<${name}>`));
  if (!root) return null;
  const items: string[] = [];
  const values = new Map<string, string>();
  scanXml(decoded(head, start), (element) => {
    if (isOfItem(element)) {
      if (element.name === 'title' && ['item', 'entry'].includes(element.path.at(-1) ?? ''))
        items.push(element.text);
    } else keep(values, element);
    return items.length < MAX_ITEMS;
  });
  const value = (...names: string[]) => names.map((name) => values.get(name)).find(Boolean) ?? '';
  return {
    title: value('title'),
    description: value('description', 'subtitle', 'itunes:summary'),
    url: value('link', 'link:alternate'),
    image: value('image/url', 'logo', 'itunes:image', 'icon'),
    lang: value('language', 'dc:language', 'lang'),
    byline: value('author/name', 'itunes:author', 'dc:creator'),
    updated: value('lastbuilddate', 'updated', 'pubdate', 'dc:date'),
    items,
  };
}

function isOfItem({ name, path }: XmlElement): boolean {
  return [name, ...path].some((part) => part === 'item' || part === 'entry');
}

/** Keeps the values of a feed: direct ones by name, those of its image or author by both names. */
function keep(values: Map<string, string>, { name, path, attributes, text }: XmlElement): void {
  const parent = path.at(-1) ?? '';
  const isDirect = parent === 'channel' || parent === 'feed';
  const key = isDirect ? name : `${parent}/${name}`;
  const put = (one: string, value: string | undefined) => {
    if (value?.trim() && !values.has(one)) values.set(one, value.trim());
  };
  put(key, text);
  if (isDirect && name === 'link') {
    if ((attributes.get('rel') ?? 'alternate') === 'alternate') put('link:alternate', attributes.get('href'));
  }
  if (isDirect && name === 'itunes:image') put(name, attributes.get('href'));
  if (name === 'feed') put('lang', attributes.get('xml:lang'));
}

/** Decodes XML by the encoding that it names; by UTF-8 when it names none, or an unknown one. */
function decoded(head: Buffer, start: string): string {
  const [, encoding = 'utf-8'] =
    /^[^<]{0,10}<\?xml[^>]{0,200}?encoding=["']([\w-]{2,40})["']/.exec(start) ?? [];
  try {
    return new TextDecoder(encoding).decode(head);
  } catch {
    return head.toString();
  }
}
