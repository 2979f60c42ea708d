import type { SettingsOf } from './site-declarations.js';

/** The settings `http`. */
export class HttpSettings {
  readonly cors!: {
    /** Origins of pages that may use the API: `https://app.example`, or `*` for all. */
    readonly origins: readonly string[];
  };
  /** Whether answers are compressed here, where no proxy does it. */
  readonly compression!: boolean;
}

export const httpSettings: SettingsOf<HttpSettings> = {
  group: 'http',
  type: HttpSettings,
  properties: {
    cors: {
      type: 'object',
      additionalProperties: false,
      properties: {
        origins: {
          type: 'array',
          items: { type: 'string', format: 'web-origin' },
          uniqueItems: true,
          maxItems: 100,
          default: [],
          description: 'sites whose pages may use the API; "*" for all',
        },
      },
      default: {},
    },
    compression: {
      type: 'boolean',
      default: false,
      description: 'whether answers are compressed (brotli, gzip), where no proxy in front does it',
    },
  },
  formats: {
    'web-origin': {
      accepts: (value) => value === '*' || (URL.canParse(value) && isOrigin(value)),
      message: 'must be * or an origin, as https://app.example',
    },
  },
};

/** Whether it is an origin in the form that browsers send: lower case, no path, no default port. */
const isOrigin = (value: string): boolean => /^https?:[^*]+$/.test(value) && new URL(value).origin === value;
