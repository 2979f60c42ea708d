import { type EmbedFrame, type EmbedProvider, matching, seconds, withQuery } from './embed-provider.js';

const WIDE = { kind: 'video', aspectRatio: '16 / 9', height: null } as const;
const TALL = '9 / 16';

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PLAYLIST = /^[\w-]{2,64}$/;

function youtube(url: URL): EmbedFrame | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  const list = matching(YOUTUBE_PLAYLIST, url.searchParams.get('list'));
  const video = matching(YOUTUBE_ID, youtubeVideo(url, first, second));
  const id = video ?? list;
  if (id === null) return null;
  const query = new URLSearchParams();
  if (list !== null) query.set('list', list);
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start'));
  if (start > 0) query.set('start', String(start));
  const frame = {
    url: withQuery(`https://www.youtube-nocookie.com/embed/${video ?? 'videoseries'}`, query),
    id,
  };
  return first === 'shorts' ? { ...frame, aspectRatio: TALL } : frame;
}

function youtubeVideo(url: URL, first: string, second: string): string | null {
  if (url.hostname === 'youtu.be') return first;
  return ['embed', 'live', 'shorts', 'v', 'e'].includes(first) ? second : url.searchParams.get('v');
}

/** `vimeo.com/76979871`, `vimeo.com/76979871/<hash>` when unlisted, `vimeo.com/channels/<name>/76979871`. */
const VIMEO_PATH =
  /^\/(?:(?:channels\/[\w-]+|groups\/[\w-]+\/videos|album\/\d+\/video|showcase\/\d+\/video|video|ondemand\/[\w-]+)\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/;

function vimeo(url: URL): EmbedFrame | null {
  const [, video, hash] = VIMEO_PATH.exec(url.pathname) ?? [];
  if (video === undefined) return null;
  const query = new URLSearchParams({ dnt: '1' });
  const key = hash ?? matching(/^[0-9a-f]{6,20}$/, url.searchParams.get('h'));
  if (key) query.set('h', key);
  const start = seconds(new URLSearchParams(url.hash.slice(1)).get('t') ?? url.searchParams.get('t'));
  const source = withQuery(`https://player.vimeo.com/video/${video}`, query);
  return { url: source + (start > 0 ? `#t=${start}s` : ''), id: video };
}

const DAILYMOTION_PATH = /^\/(?:embed\/)?video\/([a-z\d]{3,24})(?:_[^/]*)?\/?$/i;
const DAILYMOTION_PLAYER = /^\/player(?:\/[a-z\d]{1,16})?\.html$/;
const DAILYMOTION_ID = /^[a-z\d]{3,24}$/i;

function dailymotion(url: URL): EmbedFrame | null {
  let id = DAILYMOTION_PATH.exec(url.pathname)?.[1] ?? null;
  if (url.hostname === 'dai.ly') id = url.pathname.slice(1);
  else if (DAILYMOTION_PLAYER.test(url.pathname)) id = url.searchParams.get('video');
  id = matching(DAILYMOTION_ID, id);
  return id === null ? null : { url: `https://geo.dailymotion.com/player.html?video=${id}`, id };
}

/** A page, the former mobile page and the players. */
const TIKTOK_PATH =
  /^\/(?:(?:@|%40)[\w.-]{0,40}\/(video|photo)\/|share\/video\/|v\/|embed\/(?:v\d\/)?|player\/v1\/)(\d{6,20})(?:\.html)?\/?$/;

function tiktok(url: URL): EmbedFrame | null {
  const [, kind, id] = TIKTOK_PATH.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  // The player shows videos only, and a frame of the other kind does not say what it is of.
  if (url.pathname.startsWith('/embed/')) return { url: `https://www.tiktok.com/embed/v2/${id}`, id };
  if (kind === 'photo')
    return { url: `https://www.tiktok.com/embed/v2/${id}`, id, kind: 'post', title: 'TikTok post' };
  return { url: `https://www.tiktok.com/player/v1/${id}`, id };
}

const TWITCH_CHANNEL = /^[a-z\d]\w{2,24}$/i;
const TWITCH_CLIP = /^[\w-]{4,100}$/;
const TWITCH_VIDEO = /^v?(\d{4,14})$/;
const TWITCH_PAGES =
  `about bits broadcast collections creatorcamp dashboard directory downloads drops embed friends inventory
  jobs login logout messages moderator p popout prime products search settings signup store subs subscriptions team turbo
  user videos wallet`.split(/\s+/);

/** Twitch shows nothing in a frame whose address does not name the site around it. */
function twitch(url: URL, site: URL | null): EmbedFrame | null {
  const parent = matching(/^[a-z\d.-]{1,253}$/, site?.hostname);
  if (parent === null) return null;
  const { clip, video, channel } = twitchThing(url);
  const clipId = matching(TWITCH_CLIP, clip);
  const rest = { parent, autoplay: 'false' };
  if (clipId !== null)
    return { url: withQuery('https://clips.twitch.tv/embed', { clip: clipId, ...rest }), id: clipId };
  const videoId = TWITCH_VIDEO.exec(video ?? '')?.[1];
  if (videoId !== undefined) {
    const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('time'));
    const time = `${Math.floor(start / 3600)}h${Math.floor(start / 60) % 60}m${start % 60}s`;
    const query = { video: videoId, ...rest, ...(start > 0 ? { time } : {}) };
    return { url: withQuery('https://player.twitch.tv/', query), id: videoId };
  }
  const name = matching(TWITCH_CHANNEL, channel)?.toLowerCase();
  if (name === undefined || TWITCH_PAGES.includes(name)) return null;
  return { url: withQuery('https://player.twitch.tv/', { channel: name, ...rest }), id: name };
}

type TwitchThing = Readonly<Partial<Record<'clip' | 'video' | 'channel', string | null>>>;

function twitchThing({ hostname, pathname, searchParams }: URL): TwitchThing {
  const [first = '', second, third, ...more] = pathname.split('/').filter(Boolean);
  if (hostname === 'player.twitch.tv') {
    return first ? {} : { video: searchParams.get('video'), channel: searchParams.get('channel') };
  }
  if (hostname === 'clips.twitch.tv') {
    if (second !== undefined) return {};
    return { clip: first === 'embed' ? searchParams.get('clip') : first };
  }
  if (more.length > 0) return {};
  if (second === undefined) return { channel: first };
  if (first === 'videos' && third === undefined) return { video: second };
  if (third === undefined) return {};
  return second === 'clip' ? { clip: third } : ['v', 'video'].includes(second) ? { video: third } : {};
}

export const YOUTUBE: EmbedProvider = {
  ...WIDE,
  name: 'youtube',
  title: 'YouTube video',
  hosts: [
    'youtube.com',
    'www.youtube.com',
    'm.youtube.com',
    'music.youtube.com',
    'youtu.be',
    'youtube-nocookie.com',
    'www.youtube-nocookie.com',
  ],
  frameOf: youtube,
};

export const VIMEO: EmbedProvider = {
  ...WIDE,
  name: 'vimeo',
  title: 'Vimeo video',
  hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
  frameOf: vimeo,
};

export const DAILYMOTION: EmbedProvider = {
  ...WIDE,
  name: 'dailymotion',
  title: 'Dailymotion video',
  hosts: ['dailymotion.com', 'www.dailymotion.com', 'touch.dailymotion.com', 'geo.dailymotion.com', 'dai.ly'],
  frameOf: dailymotion,
};

export const TIKTOK: EmbedProvider = {
  ...WIDE,
  name: 'tiktok',
  title: 'TikTok video',
  aspectRatio: TALL,
  hosts: ['tiktok.com', 'www.tiktok.com', 'm.tiktok.com'],
  frameOf: tiktok,
};

export const TWITCH: EmbedProvider = {
  ...WIDE,
  name: 'twitch',
  title: 'Twitch video',
  hosts: ['twitch.tv', 'www.twitch.tv', 'm.twitch.tv', 'go.twitch.tv', 'player.twitch.tv', 'clips.twitch.tv'],
  frameOf: twitch,
};
