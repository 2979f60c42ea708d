/** A site whose videos, posts or charts can be shown in a frame. */
export interface EmbedProvider {
  /** Of its shortcode, too. */
  readonly name: string;
  /** What its frames hold, for readers who cannot see it. */
  readonly title: string;
  /** Width by height, as CSS has it. */
  readonly aspectRatio: string;
  /** Of its pages, its players and its short links. */
  readonly hosts: readonly string[];
  /** Source of the frame for a URL on one of the hosts; null for a page that cannot be embedded. */
  readonly embedUrl: (url: URL) => string | null;
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PLAYLIST = /^[\w-]{2,64}$/;

function youtube(url: URL): string | null {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  const list = matching(YOUTUBE_PLAYLIST, url.searchParams.get('list'));
  const video = matching(YOUTUBE_ID, youtubeVideo(url, first, second));
  if (video === null && list === null) return null;
  const query = new URLSearchParams();
  if (list !== null) query.set('list', list);
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start'));
  if (start > 0) query.set('start', String(start));
  return withQuery(`https://www.youtube-nocookie.com/embed/${video ?? 'videoseries'}`, query);
}

function youtubeVideo(url: URL, first: string, second: string): string | null {
  if (url.hostname === 'youtu.be') return first;
  return ['embed', 'live', 'shorts', 'v', 'e'].includes(first) ? second : url.searchParams.get('v');
}

/** `vimeo.com/76979871`, `vimeo.com/76979871/<hash>` when unlisted, `vimeo.com/channels/<name>/76979871`. */
const VIMEO_PATH =
  /^\/(?:(?:channels\/[\w-]+|groups\/[\w-]+\/videos|album\/\d+\/video|showcase\/\d+\/video|video|ondemand\/[\w-]+)\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/;

function vimeo(url: URL): string | null {
  const [, video, hash] = VIMEO_PATH.exec(url.pathname) ?? [];
  if (video === undefined) return null;
  const query = new URLSearchParams({ dnt: '1' });
  const key = hash ?? matching(/^[0-9a-f]{6,20}$/, url.searchParams.get('h'));
  if (key) query.set('h', key);
  const start = seconds(new URLSearchParams(url.hash.slice(1)).get('t') ?? url.searchParams.get('t'));
  return withQuery(`https://player.vimeo.com/video/${video}`, query) + (start > 0 ? `#t=${start}s` : '');
}

export const EMBED_PROVIDERS: readonly EmbedProvider[] = [
  {
    name: 'youtube',
    title: 'YouTube video',
    aspectRatio: '16 / 9',
    hosts: [
      'youtube.com',
      'www.youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'youtu.be',
      'youtube-nocookie.com',
      'www.youtube-nocookie.com',
    ],
    embedUrl: youtube,
  },
  {
    name: 'vimeo',
    title: 'Vimeo video',
    aspectRatio: '16 / 9',
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    embedUrl: vimeo,
  },
];

function matching(pattern: RegExp, value: string | null): string | null {
  return value !== null && pattern.test(value) ? value : null;
}

function withQuery(url: string, query: URLSearchParams): string {
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}

/** Of `90`, `90s`, `1m30s`, `1h2m3s`; 0 for anything else. */
function seconds(time: string | null): number {
  const [, hours, minutes, rest] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
}
