import type { SettingsOf } from './site-declarations.js';
import { parseWebUrl } from '../../kernel/web-url.js';

/** The settings `site`: what the site is, and who may see it. */
export class SiteSettings {
  readonly id!: number;
  readonly name!: string;
  readonly description!: string;
  /** An IANA name, `Europe/Berlin`. */
  readonly timeZone!: string;
  /** A BCP 47 tag, `en-GB`. */
  readonly locale!: string;
  /** URL of the logo of the publisher. */
  readonly logo!: string | null;
  /** Whether the service renders the public pages itself. */
  readonly pages!: boolean;
  /** `user:password` that guard the whole public site. */
  readonly basicAuth!: string | null;
}

export const siteSettings: SettingsOf<SiteSettings> = {
  group: 'site',
  type: SiteSettings,
  properties: {
    id: { type: 'integer', minimum: 1, maximum: 2147483647, default: 1 },
    name: { type: 'string', minLength: 1, default: 'Example' },
    description: { type: 'string', default: '' },
    timeZone: { type: 'string', format: 'time-zone', default: 'UTC', description: 'IANA name' },
    locale: { type: 'string', format: 'locale', default: 'en', description: 'BCP 47 tag' },
    logo: {
      type: ['string', 'null'],
      format: 'web-url',
      maxLength: 2048,
      default: null,
      description: 'http(s) URL of the logo of the publisher, for search engines',
    },
    pages: { type: 'boolean', default: true, description: 'whether the service renders the public pages' },
    basicAuth: {
      type: ['string', 'null'],
      pattern: '^[^:]+:.+$',
      default: null,
      description: 'user:password that guard the whole public site',
    },
  },
  formats: {
    'time-zone': {
      accepts: (value) => works(() => new Intl.DateTimeFormat('en', { timeZone: value })),
      message: 'must be an IANA time zone, as Europe/Berlin',
    },
    locale: {
      accepts: (value) => works(() => new Intl.Locale(value)),
      message: 'must be a BCP 47 language tag, as en-GB',
    },
    'web-url': {
      accepts: (value) => parseWebUrl(value) !== null,
      message: 'must be an http or https URL',
    },
  },
};

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
