import { isoTime } from '../../../kernel/clock.js';
import type { FeedItem, FeedModel } from './feed-models.js';
import { onlyCharacters } from './xml.js';

export const JSON_FEED_TYPE = 'application/feed+json';

/** JSON Feed 1.1. */
export function jsonFeed(feed: FeedModel, hub: string | null): string {
  const texts = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.url,
    feed_url: feed.selfUrl,
    description: feed.description || undefined,
    language: feed.language,
    hubs: hub === null ? undefined : [{ type: 'WebSub', url: hub }],
    items: feed.items.map((item) => itemOf(item, feed.language)),
  };
  // JSON has a place for control characters, readers have none.
  return JSON.stringify(texts, (_name, value: unknown) =>
    typeof value === 'string' ? onlyCharacters(value) : value,
  );
}

function itemOf(item: FeedItem, language: string): object {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    // An item has to have the one or the other.
    ...(item.contentHtml ? { content_html: item.contentHtml } : { content_text: item.summary ?? item.title }),
    summary: item.summary ?? undefined,
    image: item.image?.url,
    date_published: isoTime(item.published),
    date_modified: isoTime(item.modified),
    authors: item.authors,
    tags: item.tags,
    language,
  };
}
