import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `preview`. */
export class PreviewSettings {
  /** URL of the site's own front end for drafts; null for the pages of the service. */
  readonly frontendUrl!: string | null;
}

export const previewSettings: SettingsOf<PreviewSettings> = {
  group: 'preview',
  type: PreviewSettings,
  properties: {
    frontendUrl: {
      type: ['string', 'null'],
      format: 'frontend-url',
      default: null,
      description: 'URL of a front end that shows drafts; {id} and {path} are those of the article',
    },
  },
  formats: {
    'frontend-url': {
      accepts: (value) => /^https?:\/\/[^\s#]+$/.test(value) && URL.canParse(value),
      message: 'must be an http or https URL without a fragment',
    },
  },
};

/**
 * The URL of an article at the front end. The path stands in the place of
 * `{path}`, else behind the URL unless that has `{id}`.
 */
export function frontendUrlOf(pattern: string, { id, path }: { id: number; path: string }): string {
  const whole = /\{(?:id|path)\}/.test(pattern) ? pattern : `${pattern.replace(/\/$/, '')}{path}`;
  return whole.replaceAll('{id}', String(id)).replaceAll('{path}', () => path);
}
