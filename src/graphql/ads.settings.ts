import type { SettingsOf } from '../modules/site/site-declarations.js';

export interface AdSettings {
  readonly template: string | Readonly<Record<string, string>>;
  readonly isEnabled?: boolean;
}

/** The settings `ads`: fields of the GraphQL types of the same names, in camelCase. */
export class AdsSettings {
  readonly head!: AdSettings | null;
  readonly body!: readonly (AdSettings & { readonly wordsCount?: number })[];
  readonly listicle!: readonly (AdSettings & {
    readonly order?: readonly number[];
    readonly title?: string;
  })[];
  readonly slideshow!: readonly (AdSettings & { readonly order?: readonly number[] })[];
  readonly beforeListicle!: readonly AdSettings[];
}

const ORDER = { type: 'array', items: { type: 'integer' } };

export const adsSettings: SettingsOf<AdsSettings> = {
  group: 'ads',
  type: AdsSettings,
  properties: {
    head: { anyOf: [ad({}), { type: 'null' }], default: null },
    body: ads({ wordsCount: { type: 'integer', minimum: 0 } }),
    listicle: ads({ order: ORDER, title: { type: 'string' } }),
    slideshow: ads({ order: ORDER }),
    beforeListicle: ads({}),
  },
};

function ads(properties: Record<string, object>): object {
  return { type: 'array', items: ad(properties), default: [] };
}

function ad(properties: Record<string, object>): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['template'],
    properties: {
      template: {
        anyOf: [
          { type: 'string' },
          { type: 'object', additionalProperties: { type: 'string' }, required: ['default'] },
        ],
      },
      isEnabled: { type: 'boolean' },
      ...properties,
    },
  };
}
