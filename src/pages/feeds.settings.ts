import type { SettingsOf } from '../modules/site/site-declarations.js';

/** A list of posts that is read as a feed of its own. What is left out of it does not limit the list. */
export interface NamedFeed {
  /** The site's name when it is left out. */
  readonly title?: string;
  /** Paths of sections; posts of any of them. */
  readonly sections?: readonly string[];
  /** Posts with any of these tags. */
  readonly tags?: readonly string[];
  readonly types?: readonly string[];
  readonly order: 'recency' | 'last_update' | 'oldness';
  readonly limit: number;
  readonly content: 'full' | 'summary';
}

/** The setting `feeds`. */
export class FeedSettings {
  /** URL of the WebSub hub that is told of changes. */
  readonly hub!: string | null;
  /** Feeds by the name in `/customfeeds/feed/<name>/rss`. */
  readonly named!: Readonly<Record<string, NamedFeed>>;
}

/** Posts of a feed. */
export const MAX_ITEMS = 100;
const texts = (maxLength: number) => ({
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength },
  minItems: 1,
  maxItems: 100,
});

export const feedSettings: SettingsOf<FeedSettings> = {
  group: 'feeds',
  type: FeedSettings,
  properties: {
    hub: {
      type: ['string', 'null'],
      format: 'web-url',
      maxLength: 2048,
      default: null,
      description: 'URL of a WebSub hub, which feeds name',
    },
    named: {
      type: 'object',
      propertyNames: { pattern: '^[A-Za-z0-9_-]{1,64}$' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          title: { type: 'string', minLength: 1 },
          sections: { ...texts(650), description: 'paths' },
          tags: texts(255),
          types: texts(255),
          order: { enum: ['recency', 'last_update', 'oldness'], default: 'recency' },
          limit: { type: 'integer', minimum: 1, maximum: MAX_ITEMS, default: 30 },
          content: { enum: ['full', 'summary'], default: 'full' },
        },
      },
      default: {},
      description: 'lists of posts as feeds of their own: /customfeeds/feed/<name>/rss',
    },
  },
};
