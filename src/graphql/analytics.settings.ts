import type { SettingsOf } from '../modules/site/site-declarations.js';

export interface TrackerSettings {
  readonly accountId: string;
  readonly linkers?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The settings `analytics`: fields of the GraphQL types of the same names, by service. */
export class AnalyticsSettings {
  readonly adobe!: TrackerSettings | null;
  readonly google!: TrackerSettings | null;
  readonly googleRm!: TrackerSettings | null;
  readonly nielsen!: TrackerSettings | null;
  readonly parsely!: TrackerSettings | null;
  readonly comscore!: TrackerSettings | null;
  readonly omniture!: TrackerSettings | null;
  readonly chartbeat!: TrackerSettings | null;
}

export const analyticsSettings: SettingsOf<AnalyticsSettings> = {
  group: 'analytics',
  type: AnalyticsSettings,
  properties: {
    adobe: tracker({ host: { type: 'string' }, script: { type: 'string' } }, ['host', 'script']),
    google: tracker({ dimensions: { type: 'object' } }),
    googleRm: {
      ...tracker({ dimensions: { type: 'object' } }),
      description: 'the account of the platform, which GraphQL shows as google(rm: true)',
    },
    nielsen: tracker({}),
    parsely: tracker({}),
    comscore: tracker({}),
    omniture: tracker({ suiteId: { type: 'string' } }),
    chartbeat: tracker({ useNakedDomain: { type: 'boolean' } }),
  },
};

function tracker(properties: Record<string, object>, required: readonly string[] = []): object {
  return {
    anyOf: [
      {
        type: 'object',
        additionalProperties: false,
        required: ['accountId', ...required],
        properties: {
          accountId: { type: 'string', minLength: 1 },
          linkers: { type: 'object' },
          ...properties,
        },
      },
      { type: 'null' },
    ],
    default: null,
  };
}
