import { APPLE_PODCASTS, SOUNDCLOUD, SPOTIFY } from './audio-embeds.js';
import type { EmbedProvider } from './embed-provider.js';
import { CODEPEN, DATAWRAPPER, FLICKR, GIPHY, GIST, GOOGLE_MAPS, IMGUR } from './other-embeds.js';
import { BLUESKY, FACEBOOK, INSTAGRAM, MASTODON, REDDIT, THREADS, X } from './social-embeds.js';
import { DAILYMOTION, TIKTOK, TWITCH, VIMEO, YOUTUBE } from './video-embeds.js';

/**
 * Providers whose frames can be made without a request to them. Short links
 * that only they can resolve are not included.
 */
export const EMBED_PROVIDERS: readonly EmbedProvider[] = [
  YOUTUBE,
  VIMEO,
  DAILYMOTION,
  TIKTOK,
  TWITCH,
  X,
  BLUESKY,
  MASTODON,
  INSTAGRAM,
  FACEBOOK,
  THREADS,
  REDDIT,
  SPOTIFY,
  SOUNDCLOUD,
  APPLE_PODCASTS,
  GIPHY,
  IMGUR,
  FLICKR,
  DATAWRAPPER,
  GOOGLE_MAPS,
  CODEPEN,
  GIST,
];
