import type { UtcSeconds } from '../../../kernel/clock.js';
import { escapeHtml } from '../../../kernel/html.js';
import type { FeedImage, FeedItem, FeedModel } from './feed-models.js';
import { element, parent, XML_HEAD } from './xml.js';

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};
export const RSS_TYPE = 'application/rss+xml';

/** RSS 2.0, with what the RSS Advisory Board's profile says of its extensions. */
export function rss(feed: FeedModel, hub: string | null): string {
  const self = { href: feed.selfUrl, rel: 'self', type: RSS_TYPE };
  const channel = parent('channel', [
    element('title', feed.title),
    element('link', feed.url),
    element('description', htmlOf(feed.description)),
    element('language', feed.language),
    element('lastBuildDate', dateOf(feed.updated)),
    parent('atom:link', [], self),
    hub === null ? '' : parent('atom:link', [], { href: hub, rel: 'hub' }),
    ...feed.items.map(itemOf),
  ]);
  return `${XML_HEAD}${parent('rss', [channel], { version: '2.0', ...NAMESPACES })}\n`;
}

function itemOf(item: FeedItem): string {
  return parent('item', [
    element('title', item.title),
    element('link', item.url),
    element('guid', item.id, { isPermaLink: 'false' }),
    element('pubDate', dateOf(item.published)),
    ...item.authors.map(({ name }) => element('dc:creator', name)),
    ...item.tags.map((tag) => element('category', tag)),
    element('description', htmlOf(item.summary ?? item.title)),
    // Escaped, not CDATA: nothing in it can end it.
    element('content:encoded', item.contentHtml),
    item.image ? mediaOf(item.image) : '',
  ]);
}

function mediaOf({ url, details, caption, credit }: FeedImage): string {
  const inner = [
    element('media:description', caption, { type: 'plain' }),
    element('media:credit', credit, { role: 'photographer' }),
  ];
  return parent('media:content', inner, { url, medium: 'image', ...details });
}

/** Readers take descriptions for HTML: a plain text has to be made HTML before it is made XML. */
const htmlOf = escapeHtml;

/** RFC 822 with a year of four digits. */
function dateOf(time: UtcSeconds | null): string | null {
  return time === null ? null : new Date(time * 1000).toUTCString();
}
