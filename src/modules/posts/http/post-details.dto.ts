import { IntegerField, SecondsField } from '../../../platform/http/request/fields.js';
import type { Explanation } from '../../articles/listing/article-explanation.service.js';

const MAX_COUNT = 1_000_000;

export class CountPageViewsDto {
  @IntegerField({ min: 1, max: MAX_COUNT, description: 'how many; 1 when absent', example: 1 })
  count?: number | null;

  @SecondsField({ description: 'when, seconds UTC; now when absent, and not in the future' })
  at?: number | null;
}

export interface ExplanationResponse {
  readonly sections: readonly object[];
  readonly badges: readonly object[];
  readonly urls: readonly object[];
}

const reason = (description: string) => ({ type: 'string', enum: ['sent', 'tag'], description });
const tags = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

/** Schema of {@link presentExplanation}. */
export const explanationSchema = {
  type: 'object',
  properties: {
    sections: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          title: { type: 'string' },
          full_url: { type: 'string' },
          reason: reason('put there by a client, or brought by a tag'),
          tags: tags('tags of the post that are tags of the section'),
          is_primary: { type: 'boolean' },
        },
      },
    },
    badges: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          name: { type: 'string' },
          reason: reason('put on it by a client, or brought by a tag'),
          tags: tags('tags of the post that are tags of the badge'),
        },
      },
    },
    urls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          url: { type: 'string' },
          state: {
            type: 'string',
            enum: ['current', 'amp', 'moved'],
            description: 'a page, or a redirect to it',
          },
          why: { type: 'string' },
        },
      },
    },
  },
};

export function presentExplanation({ sections, badges, paths }: Explanation): ExplanationResponse {
  return {
    sections: sections.map(({ sectionId, title, fullUrl, reason, tags, isPrimary }) => ({
      id: sectionId,
      title,
      full_url: fullUrl,
      reason,
      tags,
      is_primary: isPrimary,
    })),
    badges: badges.map(({ badgeId, name, reason, tags }) => ({ id: badgeId, name, reason, tags })),
    urls: paths.map(({ url, state, why }) => ({ url, state, why })),
  };
}
