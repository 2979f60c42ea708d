import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { entityTag } from '../../platform/http/response/entity-tag.js';
import { PublicChanges } from '../../modules/articles/public-changes.js';
import { SingleFlightCache } from '../../platform/concurrency/single-flight-cache.js';
import type { FeedModel } from './formats/feed-models.js';
import { FeedSettings } from '../feeds.settings.js';
import { atom, ATOM_TYPE } from './formats/atom.js';
import { JSON_FEED_TYPE, jsonFeed } from './formats/json-feed.js';
import { rss, RSS_TYPE } from './formats/rss.js';

/** A feed as it is sent. */
export interface FeedText {
  readonly type: string;
  readonly text: string;
  readonly tag: string;
}

const MAX_CHARACTERS = 16_000_000;

/** Feeds hold whole posts, and those who read them ask again and again: they are kept for a moment. */
@Injectable()
export class FeedTexts {
  private readonly kept: SingleFlightCache<{ readonly feed: FeedText | null }>;

  constructor(
    changes: PublicChanges,
    private readonly clock: Clock,
    private readonly settings: FeedSettings,
  ) {
    this.kept = new SingleFlightCache(changes, {
      maxSize: MAX_CHARACTERS,
      sizeOf: ({ feed }, path) => path.length + (feed?.text.length ?? 0) + 1,
    });
  }

  /** @param address by which the feed was asked for */
  async in(
    format: FeedFormat,
    address: string,
    find: () => Promise<FeedModel | null>,
  ): Promise<FeedText | null> {
    const { feed } = await this.kept.get(address, async () => {
      const found = await find();
      return { feed: found && textOf(this.untilNow(found), this.settings.hub, format) };
    });
    return feed;
  }

  /**
   * Editors may say that a post will have changed, a feed may not: readers take
   * its date for that of the last change.
   */
  private untilNow(feed: FeedModel): FeedModel {
    return { ...feed, updated: feed.updated === null ? null : Math.min(feed.updated, this.clock.now()) };
  }
}

const FORMATS = {
  xml: { type: RSS_TYPE, write: rss },
  json: { type: JSON_FEED_TYPE, write: jsonFeed },
  atom: { type: ATOM_TYPE, write: atom },
};
/** Also the endings of the paths of feeds. */
export type FeedFormat = keyof typeof FORMATS;

export function formatOf(path: string): FeedFormat {
  const [, ending = ''] = /\.(json|atom)\/?$/i.exec(path) ?? [];
  return ending === '' ? 'xml' : (ending.toLowerCase() as FeedFormat);
}

function textOf(feed: FeedModel, hub: string | null, format: FeedFormat): FeedText {
  const { type, write } = FORMATS[format];
  const text = write(feed, hub);
  return { type, text, tag: entityTag(text) };
}
