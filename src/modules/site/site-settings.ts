import type { Right } from './rights.js';

export interface CropRatio {
  readonly title: string;
  /** `3x1` */
  readonly code: string;
  /** `1200x400` */
  readonly sizes: readonly string[];
}

export interface AdSettings {
  readonly template: string | Readonly<Record<string, string>>;
  readonly isEnabled?: boolean;
}

export type AnalyticsService =
  'adobe' | 'google' | 'googleRm' | 'nielsen' | 'parsely' | 'comscore' | 'omniture' | 'chartbeat';

export interface TrackerSettings {
  readonly accountId: string;
  readonly linkers?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Everything that a site can decide for itself, complete: what its file leaves out has its default. */
export abstract class SiteSettings {
  abstract readonly site: {
    readonly id: number;
    readonly name: string;
    readonly description: string;
    /** An IANA name, `Europe/Berlin`. */
    readonly timeZone: string;
    /** A BCP 47 tag, `en-GB`. */
    readonly locale: string;
    /** Whether the service renders the public pages itself. */
    readonly pages: boolean;
    /** `user:password` that guard the whole public site. */
    readonly basicAuth: string | null;
  };
  abstract readonly auth: {
    /** Whether `?api_key=` is accepted besides the header. */
    readonly allowQueryKey: boolean;
  };
  abstract readonly articles: {
    /** Pattern of post URLs over {basename} {id} {section} {year} {month} {day}. */
    readonly permalink: string;
    readonly types: readonly string[];
    /** The lead of a post page: the first of these that the post has. */
    readonly leadMedia: readonly ('image' | 'media' | 'video')[];
    readonly ampEnabled: boolean;
    /** Largest `product` and `roar_specific_data`, bytes of JSON. */
    readonly maxCustomDataBytes: number;
  };
  abstract readonly content: {
    /** Sites whose frames may be in a text: `host`, `*.host` for all below it, `host/path` for what begins like this. */
    readonly embedHosts: readonly string[];
  };
  abstract readonly scraper: {
    /** Requests that one author may make in a minute, on each instance. */
    readonly requestsPerMinute: number;
    /** Size of the cache of results, on each instance. */
    readonly cacheBytes: number;
  };
  abstract readonly authors: {
    /** Rights by role: the built-in roles, changed and added to by the site. */
    readonly roles: Readonly<Record<string, readonly Right[]>>;
    /** JSON Schema of `specific_data`; without one, any object is taken. */
    readonly specificDataSchema: Readonly<Record<string, unknown>> | null;
    /** Path or URL of the picture of authors who have none. */
    readonly defaultAvatar: string;
  };
  abstract readonly media: {
    readonly ratios: readonly CropRatio[];
    /** Limit of one file. */
    readonly maxUploadBytes: number;
    readonly maxUploadFiles: number;
    readonly maxPixels: number;
  };
  abstract readonly pageViews: {
    /** Days that the hours of page views are kept; the count of each article stays for ever. */
    readonly retentionDays: number;
  };
  abstract readonly graphql: {
    /** Whether readers without a key are answered. */
    readonly anonymous: boolean;
    readonly introspection: boolean;
  };
  /** Fields of the GraphQL types of the same names, in camelCase. */
  abstract readonly ads: {
    readonly head: AdSettings | null;
    readonly body: readonly (AdSettings & { readonly wordsCount?: number })[];
    readonly listicle: readonly (AdSettings & {
      readonly order?: readonly number[];
      readonly title?: string;
    })[];
    readonly slideshow: readonly (AdSettings & { readonly order?: readonly number[] })[];
    readonly beforeListicle: readonly AdSettings[];
  };
  /** Fields of the GraphQL types of the same names, by service. */
  abstract readonly analytics: Readonly<Record<AnalyticsService, TrackerSettings | null>>;
  abstract readonly events: {
    /** How long changes are kept for those who follow them. */
    readonly retentionDays: number;
  };
  abstract readonly limits: {
    readonly maxBodyBytes: number;
    /** With one key, on each instance; null for no limit. */
    readonly requestsPerMinute: number | null;
  };
  /** Settings of the extension, by its name. */
  abstract readonly additions: Readonly<Record<string, object>>;
}
