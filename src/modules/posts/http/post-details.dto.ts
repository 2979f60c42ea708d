import { IntegerField, SecondsField } from '../../../platform/http/fields.js';
import type { Explanation } from '../../articles/article-explanation.service.js';

const MAX_COUNT = 1_000_000;

export class CountPageViewsDto {
  @IntegerField({ min: 1, max: MAX_COUNT, description: 'how many; 1 when absent', example: 1 })
  count?: number | null;

  @SecondsField({ description: 'when, seconds UTC; now when absent, and not in the future' })
  at?: number | null;
}

export interface ExplanationResponse {
  readonly sections: readonly object[];
  readonly urls: readonly object[];
}

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
          reason: {
            type: 'string',
            enum: ['sent', 'tag'],
            description: 'put there by a client, or brought by a tag',
          },
          tags: {
            type: 'array',
            items: { type: 'string' },
            description: 'tags of the post that are tags of the section',
          },
          is_primary: { type: 'boolean' },
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

export function presentExplanation({ sections, paths }: Explanation): ExplanationResponse {
  return {
    sections: sections.map(({ sectionId, title, fullUrl, reason, tags, isPrimary }) => ({
      id: sectionId,
      title,
      full_url: fullUrl,
      reason,
      tags,
      is_primary: isPrimary,
    })),
    urls: paths.map(({ url, state, why }) => ({ url, state, why })),
  };
}
