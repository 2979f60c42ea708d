import type { SettingsOf } from '../site/site-declarations.js';

const TYPES = ['page', 'image', 'video', 'product', 'event', 'place', 'recipe'];
const LEAD_MEDIA = ['image', 'media', 'video'];

/** The settings `articles`, but for those of permalinks and of custom data. */
export class ArticleSettings {
  readonly types!: readonly string[];
  /** The lead of a post page: the first of these that the post has. */
  readonly leadMedia!: readonly ('image' | 'media' | 'video')[];
}

export const articleSettings: SettingsOf<ArticleSettings> = {
  group: 'articles',
  type: ArticleSettings,
  properties: {
    types: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 40 },
      minItems: 1,
      uniqueItems: true,
      default: TYPES,
    },
    leadMedia: {
      type: 'array',
      items: { enum: LEAD_MEDIA },
      uniqueItems: true,
      minItems: 1,
      default: LEAD_MEDIA,
      description: 'what stands at the top of a post page: the first of these that the post has',
    },
  },
};
