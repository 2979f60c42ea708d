import { percentDecoded } from '../../../kernel/text.js';
import { type EmbedFrame, type EmbedProvider, matching, webAddress, withQuery } from './embed-provider.js';

/** Posts are as high as their texts are long, which nobody knows before: what is longer is scrolled. */
const POST = { kind: 'post', aspectRatio: '4 / 5', height: 600 } as const;

/** Names of at least two parts, the last of which is no number: neither `localhost` nor an IP address. */
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

const X_PATH = /^\/(?:\w{1,30}|i\/web)\/status(?:es)?\/(\d{1,20})(?:\/(?:photo|video)\/\d)?\/?$/;

function x({ hostname, pathname, searchParams }: URL): EmbedFrame | null {
  const id = hostname.startsWith('platform.')
    ? matching(/^\d{1,20}$/, pathname === '/embed/Tweet.html' ? searchParams.get('id') : null)
    : X_PATH.exec(pathname)?.[1];
  return id ? { url: `https://platform.twitter.com/embed/Tweet.html?id=${id}&dnt=true`, id } : null;
}

const BLUESKY_DID = /^did:(?:plc:[a-z2-7]{24}|web:[a-z\d][a-z\d.-]{1,250})$/;
const BLUESKY_POST = /^[a-z2-7]{13}$/;

/** The frame finds the account of a handle by itself, for as long as the account keeps that. */
function bluesky({ hostname, pathname }: URL): EmbedFrame | null {
  const [first, account = '', middle, post, ...more] = pathname
    .split('/')
    .filter(Boolean)
    .map(percentDecoded);
  const isEmbed = hostname === 'embed.bsky.app';
  const [root, collection] = isEmbed ? ['embed', 'app.bsky.feed.post'] : ['profile', 'post'];
  const id = matching(BLUESKY_POST, post);
  const name = account.toLowerCase();
  if (first !== root || middle !== collection || id === null || more.length > 0) return null;
  if (!BLUESKY_DID.test(name) && !HOST_NAME.test(name)) return null;
  return { url: `https://embed.bsky.app/embed/${name}/app.bsky.feed.post/${id}`, id };
}

/**
 * A post of the very server: of others, whose accounts have a host, the server
 * has copies that it does not embed.
 */
const MASTODON_PATH =
  /^\/(?:(?:web|deck)\/)?(?:(?:@|%40)(\w(?:[\w.-]{0,62}\w)?)|users\/(\w(?:[\w.-]{0,62}\w)?)\/statuses)\/(\d{1,20})(?:\/embed)?\/?$/;

function mastodon({ hostname, pathname }: URL): EmbedFrame | null {
  const [, account, user = account, id] = MASTODON_PATH.exec(pathname) ?? [];
  if (user === undefined || id === undefined || !HOST_NAME.test(hostname)) return null;
  return { url: `https://${hostname}/@${user}/${id}/embed`, id };
}

/** `share` is no account: what follows it is known to the server only. */
const INSTAGRAM_PATH =
  /^\/(?:(?!share\/)[\w.]{1,30}\/)?(p|reels?|tv)\/([\w-]{5,40})(?:\/embed(?:\/captioned)?)?\/?$/;

function instagram({ pathname }: URL): EmbedFrame | null {
  const [, kind, id] = INSTAGRAM_PATH.exec(pathname) ?? [];
  if (kind === undefined || id === undefined) return null;
  return { url: `https://www.instagram.com/${kind === 'reels' ? 'reel' : kind}/${id}/embed/`, id };
}

const FACEBOOK_POST = /^\/([\w.-]{1,80})\/posts\/(?:[^/]{1,300}\/)?(\d{5,20}|pfbid\w{20,100})\/?$/;
const FACEBOOK_PHOTO = /^\/[\w.-]{1,80}\/photos\/(?:[\w.-]{1,80}\/)?(\d{5,20})\/?$/;
const FACEBOOK_VIDEO = /^\/([\w.-]{1,80})\/videos\/(?:[^/]{1,300}\/)?(\d{5,20})\/?$/;
const FACEBOOK_REEL = /^\/reel\/(\d{5,20})\/?$/;
const FACEBOOK_NUMBER = /^\d{5,20}$/;
const FACEBOOK_STORY = /^(?:\d{5,20}|pfbid\w{20,100})$/;

function facebook(url: URL): EmbedFrame | null {
  if (!/^\/plugins\/(?:post|video)\.php$/.test(url.pathname)) return facebookFrame(url);
  const page = webAddress(url.searchParams.get('href') ?? '');
  return page && FACEBOOK.hosts.includes(page.hostname) ? facebookFrame(page) : null;
}

function facebookFrame(url: URL): EmbedFrame | null {
  return facebookVideo(url) ?? facebookPost(url);
}

function facebookVideo({ pathname, searchParams }: URL): EmbedFrame | null {
  const [, page, video] = FACEBOOK_VIDEO.exec(pathname) ?? [];
  const reel = FACEBOOK_REEL.exec(pathname)?.[1];
  const isWatched = /^\/(?:watch(?:\/live)?|video\.php)\/?$/.test(pathname);
  const id = video ?? reel ?? (isWatched ? matching(FACEBOOK_NUMBER, searchParams.get('v')) : null);
  if (id === null) return null;
  const path = page ? `${page}/videos/${id}/` : reel ? `reel/${id}/` : `watch/?v=${id}`;
  const href = `https://www.facebook.com/${path}`;
  return {
    url: withQuery('https://www.facebook.com/plugins/video.php', { href, show_text: 'false' }),
    id,
    kind: 'video',
    title: 'Facebook video',
    aspectRatio: reel ? '9 / 16' : '16 / 9',
    height: null,
  };
}

function facebookPost({ pathname, searchParams }: URL): EmbedFrame | null {
  const [, page, post] = FACEBOOK_POST.exec(pathname) ?? [];
  if (page && post) return facebookPostFrame(`${page}/posts/${post}`, post);
  if (/^\/(?:permalink|story)\.php$/.test(pathname)) {
    const story = matching(FACEBOOK_STORY, searchParams.get('story_fbid'));
    const owner = matching(FACEBOOK_NUMBER, searchParams.get('id'));
    if (!story || !owner) return null;
    return facebookPostFrame(`permalink.php?story_fbid=${story}&id=${owner}`, story);
  }
  const isPhoto = /^\/photo(?:\.php|\/?)$/.test(pathname);
  const given = isPhoto ? searchParams.get('fbid') : FACEBOOK_PHOTO.exec(pathname)?.[1];
  const photo = matching(FACEBOOK_NUMBER, given);
  return photo ? facebookPostFrame(`photo.php?fbid=${photo}`, photo) : null;
}

function facebookPostFrame(path: string, id: string): EmbedFrame {
  const query = { href: `https://www.facebook.com/${path}`, show_text: 'true', width: '500' };
  return { url: withQuery('https://www.facebook.com/plugins/post.php', query), id };
}

const THREADS_PATH = /^\/(?:@|%40)([\w.]{1,30})\/post\/([\w-]{5,40})(?:\/embed)?\/?$/;

function threads({ pathname }: URL): EmbedFrame | null {
  const [, user, id] = THREADS_PATH.exec(pathname) ?? [];
  return user && id ? { url: `https://www.threads.com/@${user}/post/${id}/embed`, id } : null;
}

/** Title and number of a comment may follow; of a comment on its own, the title is `comment`. */
const REDDIT_PATH =
  /^\/(r|u|user)\/([\w-]{2,30})\/comments\/([a-z\d]{3,12})(?:\/[^/]{0,400}(?:\/([a-z\d]{3,12}))?)?\/?$/i;

function reddit({ pathname }: URL): EmbedFrame | null {
  const [, kind, place, post, comment] = REDDIT_PATH.exec(pathname) ?? [];
  if (!kind || !place || !post) return null;
  const page = `${kind.toLowerCase() === 'r' ? 'r' : 'user'}/${place}/comments/${post}/`;
  const path = page + (comment ? `comment/${comment}/` : '');
  return { url: `https://embed.reddit.com/${path}?embed=true`, id: comment ?? post };
}

export const X: EmbedProvider = {
  ...POST,
  name: 'x',
  title: 'Post on X',
  hosts: [
    'x.com',
    'www.x.com',
    'mobile.x.com',
    'platform.x.com',
    'twitter.com',
    'www.twitter.com',
    'mobile.twitter.com',
    'm.twitter.com',
    'platform.twitter.com',
  ],
  frameOf: x,
};

export const BLUESKY: EmbedProvider = {
  ...POST,
  name: 'bluesky',
  title: 'Post on Bluesky',
  hosts: ['bsky.app', 'www.bsky.app', 'embed.bsky.app'],
  frameOf: bluesky,
};

/**
 * Mastodon hosts: other hosts cannot be recognised by a URL. All are in the default of content.embedHosts.
 */
export const MASTODON: EmbedProvider = {
  ...POST,
  name: 'mastodon',
  title: 'Post on Mastodon',
  hosts: [
    'mastodon.social',
    'mastodon.online',
    'mastodon.world',
    'mstdn.social',
    'mas.to',
    'fosstodon.org',
    'hachyderm.io',
    'infosec.exchange',
    'techhub.social',
    'chaos.social',
    'journa.host',
    'newsie.social',
  ],
  isOnAnyHost: true,
  frameOf: mastodon,
};

export const INSTAGRAM: EmbedProvider = {
  ...POST,
  name: 'instagram',
  title: 'Post on Instagram',
  height: 700,
  hosts: ['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am', 'www.instagr.am'],
  frameOf: instagram,
};

export const FACEBOOK: EmbedProvider = {
  ...POST,
  name: 'facebook',
  title: 'Post on Facebook',
  hosts: ['facebook.com', 'www.facebook.com', 'm.facebook.com', 'web.facebook.com', 'mbasic.facebook.com'],
  frameOf: facebook,
};

export const THREADS: EmbedProvider = {
  ...POST,
  name: 'threads',
  title: 'Post on Threads',
  hosts: ['threads.com', 'www.threads.com', 'threads.net', 'www.threads.net'],
  frameOf: threads,
};

export const REDDIT: EmbedProvider = {
  ...POST,
  name: 'reddit',
  title: 'Post on Reddit',
  hosts: [
    'reddit.com',
    'www.reddit.com',
    'old.reddit.com',
    'new.reddit.com',
    'np.reddit.com',
    'm.reddit.com',
    'embed.reddit.com',
    'www.redditmedia.com',
  ],
  frameOf: reddit,
};
