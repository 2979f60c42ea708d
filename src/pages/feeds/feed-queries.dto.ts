import { IntegerField, StringField } from '../../platform/http/request/fields.js';
import { LimitField } from '../../platform/http/request/page.dto.js';
import { MAX_ITEMS } from '../feeds.settings.js';

const MAX_PAGES = 10_000;
const MAX_OFFSET = 300_000;

/** Query of the feeds at the addresses of a predecessor. */
export class FeedPageDto {
  @IntegerField({ min: 1, max: MAX_PAGES, nullable: false })
  page?: number;
}

/** Query of feeds that have a name. */
export class NamedFeedDto {
  @IntegerField({ min: 0, max: MAX_OFFSET, nullable: false })
  offset?: number;

  @LimitField(30, MAX_ITEMS)
  limit?: number;

  @StringField({ maxLength: 650, nullable: false })
  include_sections?: string;
}
