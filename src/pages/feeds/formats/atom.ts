import { isoTime, type UtcSeconds } from '../../../kernel/clock.js';
import type { FeedItem, FeedModel } from './feed-models.js';
import { element, parent, XML_HEAD } from './xml.js';

export const ATOM_TYPE = 'application/atom+xml';
/** Update time of a feed without posts; every feed needs one. */
const NEVER: UtcSeconds = 0;

/** Atom (RFC 4287). */
export function atom(feed: FeedModel, hub: string | null): string {
  const elements = [
    element('id', feed.selfUrl),
    element('title', feed.title),
    element('subtitle', feed.description === '' ? null : feed.description),
    element('updated', isoTime(feed.updated ?? NEVER)),
    link('self', feed.selfUrl, { type: ATOM_TYPE }),
    link('alternate', feed.url, { type: 'text/html' }),
    ...(hub === null ? [] : [link('hub', hub)]),
    parent('author', [element('name', feed.siteName)]),
    ...feed.items.map(entryOf),
  ];
  const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language };
  return `${XML_HEAD}${parent('feed', elements, attributes)}\n`;
}

function entryOf(item: FeedItem): string {
  return parent('entry', [
    element('id', item.id),
    element('title', item.title),
    link('alternate', item.url, { type: 'text/html' }),
    element('published', isoTime(item.published)),
    element('updated', isoTime(item.modified)),
    ...item.authors.map(({ name, url }) => parent('author', [element('name', name), element('uri', url)])),
    ...item.tags.map((term) => parent('category', [], { term })),
    element('summary', item.summary),
    element('content', item.contentHtml, { type: 'html' }),
  ]);
}

const link = (rel: string, href: string, more: { readonly type?: string } = {}): string =>
  parent('link', [], { rel, ...more, href });
