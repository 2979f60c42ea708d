import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { entityTag } from '../cache/entity-tag.js';
import { PublicChanges } from '../../modules/articles/public-changes.js';
import { SingleFlightCache } from '../../platform/concurrency/single-flight-cache.js';
import type { FeedModel } from './feed-models.js';
import { JSON_FEED_TYPE, jsonFeed } from './json-feed.js';
import { rss, RSS_TYPE } from './rss.js';

/** A feed as it is sent. */
export interface FeedText {
  readonly type: string;
  readonly text: string;
  readonly tag: string;
}

const LIFE_MS = 1000;
const MAX_CHARACTERS = 16_000_000;

/** Feeds hold whole posts, and those who read them ask again and again: they are kept for a moment. */
@Injectable()
export class FeedTexts {
  private readonly kept: SingleFlightCache<{ readonly feed: FeedText | null }>;

  constructor(
    changes: PublicChanges,
    private readonly clock: Clock,
  ) {
    this.kept = new SingleFlightCache(changes, {
      lifeMs: LIFE_MS,
      maxSize: MAX_CHARACTERS,
      sizeOf: ({ feed }, path) => path.length + (feed?.text.length ?? 0) + 1,
    });
  }

  /** @param path as it was asked for; its end says in which format */
  async at(path: string, find: () => Promise<FeedModel | null>): Promise<FeedText | null> {
    const { feed } = await this.kept.get(path, async () => {
      const found = await find();
      return { feed: found && textOf(this.untilNow(found), formatOf(path)) };
    });
    return feed;
  }

  /** Editors may say that a post will have changed, a feed may not: readers take its date for that of the last change. */
  private untilNow(feed: FeedModel): FeedModel {
    return { ...feed, updated: feed.updated === null ? null : Math.min(feed.updated, this.clock.now()) };
  }
}

/** Endings of the paths of feeds. */
export function formatOf(path: string): 'json' | 'xml' {
  return /\.json\/?$/i.test(path) ? 'json' : 'xml';
}

function textOf(feed: FeedModel, format: 'json' | 'xml'): FeedText {
  const isJson = format === 'json';
  const text = isJson ? jsonFeed(feed) : rss(feed);
  return { type: isJson ? JSON_FEED_TYPE : RSS_TYPE, text, tag: entityTag(text) };
}
