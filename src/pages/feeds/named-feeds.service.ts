import { Injectable } from '@nestjs/common';
import { InvalidError, NotFoundError } from '../../kernel/errors.js';
import { tagSlug } from '../../kernel/slug.js';
import type { ArticleOrder } from '../../modules/articles/listing/article-criteria.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import type { FeedModel } from './formats/feed-models.js';
import type { NamedFeedDto } from './feed-queries.dto.js';
import { FeedSettings, type NamedFeed } from '../feeds.settings.js';
import { FeedsService } from './feeds.service.js';

const ORDERS: Readonly<Record<NamedFeed['order'], ArticleOrder>> = {
  recency: { by: 'newest' },
  last_update: { by: 'updated' },
  oldness: { by: 'oldest' },
};

/** Feeds of the setting `feeds.named`. */
@Injectable()
export class NamedFeedsService {
  constructor(
    private readonly feeds: FeedsService,
    private readonly permalinks: PermalinksService,
    private readonly settings: FeedSettings,
  ) {}

  /**
   * @param query a part of the list
   * @throws NotFoundError when the site has no feed of this name
   * @throws InvalidError for a section that readers do not see
   */
  async find(name: string, format: 'rss' | 'json', query: NamedFeedDto): Promise<FeedModel> {
    const feed = Object.hasOwn(this.settings.named, name) ? this.settings.named[name] : undefined;
    if (!feed) throw new NotFoundError('feed-not-found', `There is no feed "${name}".`);
    const { include_sections: path, offset = 0, limit = feed.limit } = query;
    const sections = feed.sections && (await this.feeds.sectionIds(feed.sections));
    const within = path === undefined ? undefined : await this.feeds.sectionIds([path]);
    if (within?.length === 0)
      throw InvalidError.field('include_sections', `there is no section "${path ?? ''}"`);
    const criteria = {
      anySections: sections,
      allSections: within,
      anyTags: feed.tags?.map(tagSlug),
      anyTypes: feed.types,
    };
    const selfUrl = this.permalinks.urlOf(`/customfeeds/feed/${name}/${format}`) + searchOf(query);
    return this.feeds.list(
      { title: feed.title ?? null, url: this.permalinks.urlOf('/'), selfUrl },
      { criteria, order: ORDERS[feed.order], page: { offset, limit }, isWhole: feed.content === 'full' },
    );
  }
}

/** Canonical query of a feed: the same feed has one URL, whatever else was sent and in which order. */
export function searchOf({ offset, limit, include_sections: path }: NamedFeedDto): string {
  const query = new URLSearchParams();
  if (offset !== undefined) query.set('offset', String(offset));
  if (limit !== undefined) query.set('limit', String(limit));
  if (path !== undefined) query.set('include_sections', path);
  return query.size === 0 ? '' : `?${query.toString()}`;
}
