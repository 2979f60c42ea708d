import { percentDecoded } from '../../../kernel/text.js';
import { type EmbedFrame, type EmbedProvider, matching, webAddress, withQuery } from './embed-provider.js';

/** Players are as high as their lists are long, whatever their width. */
const AUDIO = { kind: 'audio', aspectRatio: '16 / 9', height: 352 } as const;

const SPOTIFY_PATH =
  /^\/(?:intl-[a-z]{2,3}(?:-[a-z]{2,4})?\/)?(?:embed(?:-podcast)?\/)?(?:user\/[^/]{1,100}\/)?(track|album|playlist|episode|show|artist)\/([A-Za-z\d]{22})(?:\/video)?\/?$/;

function spotify({ pathname }: URL): EmbedFrame | null {
  const [, kind, id] = SPOTIFY_PATH.exec(pathname) ?? [];
  if (kind === undefined || id === undefined) return null;
  const frame = { url: `https://open.spotify.com/embed/${kind}/${id}`, id };
  return ['track', 'episode'].includes(kind) ? { ...frame, height: 152 } : frame;
}

const SOUNDCLOUD_TRACK_HEIGHT = 166;
const SOUNDCLOUD_PATH = /^\/([\w-]{1,100})\/(sets\/)?([\w-]{1,255})(?:\/(s-[A-Za-z\d]{5,20}))?\/?$/;
/** The number alone, or as players are handed out since 2024: `soundcloud:tracks:123`. */
const SOUNDCLOUD_NUMBER = /^\/(tracks|playlists)\/(?:soundcloud:(?:tracks|playlists):)?(\d{3,15})$/;
const SOUNDCLOUD_SECRET = /^s-[A-Za-z\d]{5,20}$/;
/** Pages of the site where accounts have their names, and pages of accounts where tracks have theirs. */
const SOUNDCLOUD_PAGES =
  'charts discover feed jobs messages notifications pages people search settings stations stream tags upload you'.split(
    ' ',
  );
const SOUNDCLOUD_LISTS =
  'albums comments followers following likes popular-tracks reposts sets spotlight toptracks tracks'.split(
    ' ',
  );

function soundcloud(url: URL): EmbedFrame | null {
  if (url.hostname !== 'w.soundcloud.com') return soundcloudFrame(url);
  const sound = url.pathname === '/player/' ? webAddress(url.searchParams.get('url') ?? '') : null;
  const isKnown = sound && sound.hostname !== 'w.soundcloud.com' && SOUNDCLOUD.hosts.includes(sound.hostname);
  return isKnown ? soundcloudFrame(sound) : null;
}

function soundcloudFrame(url: URL): EmbedFrame | null {
  if (url.hostname === 'api.soundcloud.com') {
    const [, kind, id] = SOUNDCLOUD_NUMBER.exec(percentDecoded(url.pathname)) ?? [];
    if (kind === undefined || id === undefined) return null;
    const secret = matching(SOUNDCLOUD_SECRET, url.searchParams.get('secret_token'));
    const address = `https://api.soundcloud.com/${kind}/${id}`;
    const sound = withQuery(address, secret ? { secret_token: secret } : {});
    return soundcloudPlayer(sound, id, kind === 'tracks');
  }
  const [, account, sets = '', name, secret] = SOUNDCLOUD_PATH.exec(url.pathname) ?? [];
  if (account === undefined || name === undefined || SOUNDCLOUD_PAGES.includes(account)) return null;
  if (sets === '' && SOUNDCLOUD_LISTS.includes(name)) return null;
  const id = `${account}/${sets}${name}`;
  return soundcloudPlayer(`https://soundcloud.com/${id}${secret ? `/${secret}` : ''}`, id, sets === '');
}

function soundcloudPlayer(sound: string, id: string, isTrack: boolean): EmbedFrame {
  const frame = { url: withQuery('https://w.soundcloud.com/player/', { url: sound }), id };
  return isTrack ? { ...frame, height: SOUNDCLOUD_TRACK_HEIGHT } : frame;
}

/** The title of the show, in any script, may stand before its number. */
const APPLE_PATH = /^\/(?:([a-z]{2})\/)?podcast\/(?:[^/]{1,400}\/)?id(\d{5,15})\/?$/;
const APPLE_EPISODE_HEIGHT = 175;

function applePodcasts({ pathname, searchParams }: URL): EmbedFrame | null {
  const [, country = 'us', show] = APPLE_PATH.exec(pathname) ?? [];
  if (show === undefined) return null;
  const url = `https://embed.podcasts.apple.com/${country}/podcast/id${show}`;
  const episode = matching(/^\d{5,20}$/, searchParams.get('i'));
  if (episode === null) return { url, id: show };
  return { url: `${url}?i=${episode}`, id: episode, height: APPLE_EPISODE_HEIGHT };
}

export const SPOTIFY: EmbedProvider = {
  ...AUDIO,
  name: 'spotify',
  title: 'Spotify player',
  hosts: ['open.spotify.com', 'play.spotify.com'],
  frameOf: spotify,
};

export const SOUNDCLOUD: EmbedProvider = {
  ...AUDIO,
  name: 'soundcloud',
  title: 'SoundCloud player',
  height: 450,
  hosts: [
    'soundcloud.com',
    'www.soundcloud.com',
    'm.soundcloud.com',
    'w.soundcloud.com',
    'api.soundcloud.com',
  ],
  frameOf: soundcloud,
};

export const APPLE_PODCASTS: EmbedProvider = {
  ...AUDIO,
  name: 'apple-podcasts',
  title: 'Apple Podcasts player',
  height: 450,
  hosts: ['podcasts.apple.com', 'embed.podcasts.apple.com', 'itunes.apple.com'],
  frameOf: applePodcasts,
};
