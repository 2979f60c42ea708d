import { IntegerField, StringField } from '../../platform/http/request/fields.js';
import { LimitField } from '../../platform/http/request/page.dto.js';
import { MOST_ITEMS } from '../feeds.settings.js';

const MOST_PAGES = 10_000;
const MOST_OFFSET = 300_000;

/** Query of the feeds at the addresses of a predecessor. */
export class FeedPageDto {
  @IntegerField({ min: 1, max: MOST_PAGES, nullable: false })
  page?: number;
}

/** Query of feeds that have a name. */
export class NamedFeedDto {
  @IntegerField({ min: 0, max: MOST_OFFSET, nullable: false })
  offset?: number;

  @LimitField(30, MOST_ITEMS)
  limit?: number;

  @StringField({ maxLength: 650, nullable: false })
  include_sections?: string;
}
