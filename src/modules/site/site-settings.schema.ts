import { DEFAULT_ROLES, RIGHTS } from './rights.js';
import type { SiteAdditions } from './site-additions.js';

const ARTICLE_TYPES = ['page', 'image', 'video', 'product', 'event', 'place', 'recipe'];
const LEAD_MEDIA = ['image', 'media', 'video'];
const DEFAULT_RATIOS = [
  { title: 'Super Wide', code: '3x1', sizes: ['1200x400', '600x200'] },
  { title: 'Wide', code: '2x1', sizes: ['1200x600', '600x300'] },
  { title: 'Medium', code: '3x2', sizes: ['1200x800', '600x400'] },
  { title: 'Square', code: '1x1', sizes: ['600x600', '300x300'] },
  { title: 'Tall', code: '9x16', sizes: ['700x1245'] },
  { title: 'Widescreen', code: '16x9', sizes: ['1245x700'] },
];
const EMBED_HOSTS = `
  www.youtube.com www.youtube-nocookie.com player.vimeo.com www.dailymotion.com/embed/ geo.dailymotion.com
  player.twitch.tv clips.twitch.tv streamable.com rumble.com/embed/ embed.ted.com archive.org/embed/
  players.brightcove.net cdn.jwplayer.com fast.wistia.net fast.wistia.com
  open.spotify.com/embed w.soundcloud.com embed.music.apple.com embed.podcasts.apple.com
  bandcamp.com/EmbeddedPlayer www.mixcloud.com/widget/
  www.facebook.com/plugins/ www.instagram.com platform.twitter.com platform.x.com www.tiktok.com/embed
  www.tiktok.com/player/ embed.bsky.app embed.reddit.com www.redditmedia.com www.threads.net www.threads.com
  mastodon.social/@ mastodon.online/@ mastodon.world/@ mstdn.social/@ mas.to/@ fosstodon.org/@ hachyderm.io/@
  infosec.exchange/@ techhub.social/@ chaos.social/@ journa.host/@ newsie.social/@
  assets.pinterest.com www.linkedin.com/embed/ giphy.com/embed/ tenor.com/embed/ imgur.com www.flickr.com/photos/
  datawrapper.dwcdn.net flo.uri.sh public.flourish.studio e.infogram.com infogram.com public.tableau.com
  embed.documentcloud.org www.documentcloud.org e.issuu.com www.scribd.com/embeds/ www.slideshare.net
  www.google.com/maps maps.google.com docs.google.com drive.google.com calendar.google.com form.typeform.com
  www.openstreetmap.org/export/ codepen.io codesandbox.io/embed/ jsfiddle.net gist.github.com`
  .trim()
  .split(/\s+/);
const MEGABYTE = 1024 * 1024;

const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  additionalProperties: false,
  properties,
});
const object = (properties: Record<string, unknown>) => ({ ...closed(properties), default: {} });

const ratio = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'code', 'sizes'],
  properties: {
    title: { type: 'string', minLength: 1 },
    code: { type: 'string', pattern: '^[1-9]\\d{0,3}x[1-9]\\d{0,3}$' },
    sizes: {
      type: 'array',
      items: { type: 'string', pattern: '^[1-9]\\d{0,3}x[1-9]\\d{0,3}$' },
      minItems: 1,
    },
  },
};

const ad = (properties: Record<string, unknown>) => ({
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
});

const ads = (properties: Record<string, unknown>) => ({ type: 'array', items: ad(properties), default: [] });

const tracker = (properties: Record<string, unknown>, required: readonly string[] = []) => ({
  anyOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['accountId', ...required],
      properties: { accountId: { type: 'string', minLength: 1 }, linkers: { type: 'object' }, ...properties },
    },
    { type: 'null' },
  ],
  default: null,
});

/** JSON Schema of the site settings file, with the default of every setting. */
export const siteSettingsSchema = ({ rights, roles, settings }: SiteAdditions) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Site settings',
  ...closed({
    $schema: { type: 'string' },
    site: object({
      id: { type: 'integer', minimum: 1, maximum: 2147483647, default: 1 },
      name: { type: 'string', minLength: 1, default: 'Example' },
      description: { type: 'string', default: '' },
      timeZone: { type: 'string', format: 'time-zone', default: 'UTC', description: 'IANA name' },
      locale: { type: 'string', format: 'locale', default: 'en', description: 'BCP 47 tag' },
      pages: { type: 'boolean', default: true, description: 'whether the service renders the public pages' },
      basicAuth: {
        type: ['string', 'null'],
        pattern: '^[^:]+:.+$',
        default: null,
        description: 'user:password that guard the whole public site',
      },
    }),
    auth: object({ allowQueryKey: { type: 'boolean', default: false } }),
    articles: object({
      permalink: {
        type: 'string',
        format: 'permalink',
        default: '/{basename}',
        description: 'over {basename} {id} {section} {year} {month} {day}',
      },
      types: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 40 },
        minItems: 1,
        uniqueItems: true,
        default: ARTICLE_TYPES,
      },
      leadMedia: {
        type: 'array',
        items: { enum: LEAD_MEDIA },
        uniqueItems: true,
        minItems: 1,
        default: LEAD_MEDIA,
        description: 'what stands at the top of a post page: the first of these that the post has',
      },
      ampEnabled: { type: 'boolean', default: true },
      maxCustomDataBytes: { type: 'integer', minimum: 1024, maximum: 4 * MEGABYTE, default: MEGABYTE },
    }),
    content: object({
      embedHosts: {
        type: 'array',
        items: {
          type: 'string',
          pattern: '^(\\*\\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9-]{2,63}(/[^\\s?#]*)?$',
        },
        uniqueItems: true,
        default: EMBED_HOSTS,
        description:
          'whose frames may be in a text: host, *.host for all below it, host/path for what begins like this',
      },
    }),
    scraper: object({
      requestsPerMinute: {
        type: 'integer',
        minimum: 1,
        maximum: 100_000,
        default: 60,
        description: 'that one author may make, on each instance',
      },
      cacheBytes: {
        type: 'integer',
        minimum: 0,
        maximum: 1024 * MEGABYTE,
        default: 16 * MEGABYTE,
        description: 'of results that are remembered, on each instance',
      },
    }),
    authors: object({
      roles: {
        type: 'object',
        additionalProperties: { type: 'array', items: { enum: [...RIGHTS, ...rights] }, uniqueItems: true },
        default: {},
        description: `rights by role; built in: ${Object.keys({ ...DEFAULT_ROLES, ...roles }).join(', ')}`,
      },
      specificDataSchema: { type: ['object', 'null'], default: null },
      defaultAvatar: { type: 'string', minLength: 1, default: '/res/avatars/default' },
    }),
    media: object({
      ratios: {
        type: 'array',
        items: ratio,
        default: DEFAULT_RATIOS,
        description: 'crops that every image gets',
      },
      maxUploadBytes: { type: 'integer', minimum: 1024, default: 50 * MEGABYTE, description: 'of one file' },
      maxUploadFiles: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      maxPixels: { type: 'integer', minimum: 1, default: 100_000_000 },
    }),
    pageViews: object({
      retentionDays: {
        type: 'integer',
        minimum: 1,
        maximum: 3650,
        default: 90,
        description: 'days that the hours of page views are kept, and the longest period of a ranking',
      },
    }),
    graphql: object({
      anonymous: {
        type: 'boolean',
        default: true,
        description: 'whether readers without a key are answered',
      },
      introspection: { type: 'boolean', default: true },
    }),
    ads: object({
      head: { anyOf: [ad({}), { type: 'null' }], default: null },
      body: ads({ wordsCount: { type: 'integer', minimum: 0 } }),
      listicle: ads({ order: { type: 'array', items: { type: 'integer' } }, title: { type: 'string' } }),
      slideshow: ads({ order: { type: 'array', items: { type: 'integer' } } }),
      beforeListicle: ads({}),
    }),
    analytics: object({
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
    }),
    events: object({
      retentionDays: {
        type: 'integer',
        minimum: 1,
        maximum: 3650,
        default: 30,
        description: 'how long changes are kept for those who follow them',
      },
    }),
    limits: object({
      maxBodyBytes: { type: 'integer', minimum: 1024, maximum: 7 * MEGABYTE, default: 5 * MEGABYTE },
      requestsPerMinute: {
        type: ['integer', 'null'],
        minimum: 1,
        maximum: 1_000_000,
        default: null,
        description: 'that may be made with one key, on each instance',
      },
    }),
    ...settings,
  }),
});
