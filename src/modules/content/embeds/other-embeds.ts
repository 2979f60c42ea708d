import { percentDecoded } from '../../../kernel/text.js';
import { EMBED_FRAMES, type EmbedFrame, type EmbedProvider, matching, withQuery } from './embed-provider.js';

const IMAGE = { kind: 'image', aspectRatio: '4 / 3', height: null } as const;

/** The title may stand before the id; of files, a long token does. */
const GIPHY_PATH =
  /^\/(?:gifs|stickers|clips|embed)\/(?:[^/]{0,300}-)?([A-Za-z\d]{5,32})(?:\/(?:video|html5|fullscreen))?\/?$/;
const GIPHY_FILE =
  /^\/(?:media\/)?(?:v1\.[\w-]{10,300}\/)?([A-Za-z\d]{5,32})(?:\/[\w-]{1,40})?\.(?:gif|mp4|webp)$/;

function giphy({ hostname, pathname }: URL): EmbedFrame | null {
  const path = /^(?:www\.)?giphy\.com$/.test(hostname) ? GIPHY_PATH : GIPHY_FILE;
  const id = path.exec(pathname)?.[1];
  return id ? { url: `https://giphy.com/embed/${id}`, id } : null;
}

const IMGUR_IMAGE = /^\/(?:r\/\w{1,30}\/)?([A-Za-z\d]{5}|[A-Za-z\d]{7})(?:\/embed)?\/?$/;
/** A letter after the id is the size of the file. */
const IMGUR_FILE = /^\/([A-Za-z\d]{5}|[A-Za-z\d]{7})[sbtmlh]?\.(?:jpe?g|png|gifv?|webp|mp4)$/;
const IMGUR_ALBUM =
  /^\/(?:a|gallery|t\/[\w-]{1,60})\/(?:[^/]{0,300}-)?([A-Za-z\d]{5}|[A-Za-z\d]{7})(?:\/embed)?\/?$/;
const IMGUR_PAGES = 'about account contact emerald gallery memegen privacy removal rules'.split(' ');

function imgur({ hostname, pathname }: URL): EmbedFrame | null {
  const album = IMGUR_ALBUM.exec(pathname)?.[1];
  if (album && hostname !== 'i.imgur.com')
    return { url: `https://imgur.com/a/${album}/embed?pub=true`, id: album, title: 'Imgur album' };
  const image = (hostname === 'i.imgur.com' ? IMGUR_FILE : IMGUR_IMAGE).exec(pathname)?.[1];
  if (!image || IMGUR_PAGES.includes(image)) return null;
  return { url: `https://imgur.com/${image}/embed?pub=true`, id: image };
}

/** The path after `in` is the playlist that the reader came from. */
const FLICKR_PATH =
  /^\/photos\/([\w-]{1,64})((?:@|%40)N\d{2})?\/(?:(albums|sets)\/)?(\d{3,20})(?:\/in\/.{0,100})?(?:\/player)?\/?$/;

function flickr({ pathname }: URL): EmbedFrame | null {
  const [, user, number = '', album, id] = FLICKR_PATH.exec(pathname) ?? [];
  if (user === undefined || id === undefined) return null;
  const owner = `https://www.flickr.com/photos/${user}${percentDecoded(number)}`;
  return album ? { url: `${owner}/albums/${id}/player/`, id } : { url: `${owner}/${id}/player/`, id };
}

const DATAWRAPPER_CHART = /^\/([A-Za-z\d]{5})(?:\/(\d{1,5}))?(?:\/(?:index|plain)\.html)?\/?$/;
const DATAWRAPPER_PAGE = /^\/_\/([A-Za-z\d]{5})\/?$/;

function datawrapper({ hostname, pathname }: URL): EmbedFrame | null {
  const path = hostname === 'datawrapper.dwcdn.net' ? DATAWRAPPER_CHART : DATAWRAPPER_PAGE;
  const [, id, version] = path.exec(pathname) ?? [];
  if (id === undefined) return null;
  return { url: `https://datawrapper.dwcdn.net/${id}/${version ? `${version}/` : ''}`, id };
}

/** A place in Google's own words; pieces of the form `!3d48.85` and no others. */
const MAP_CODE = /^(?:!\d{1,3}[a-z][^!\p{Cc}<>"]{0,300}){1,200}$/u;
/** Text that was typed into the search of a map. */
const MAP_QUERY = /^[^\p{Cc}\p{Cs}<>"]{1,200}$/u;
const MAP_PLACE = /^\/maps\/(?:place|search)\/([^/@]{1,600})(?:\/|$)/;
const MAP_LL = /^-?\d{1,2}(?:\.\d{1,20})?,-?\d{1,3}(?:\.\d{1,20})?$/;
const MAP_ZOOM = /^\d{1,2}$/;
const MAP_POINT = /\/@(-?\d{1,2}(?:\.\d{1,20})?,-?\d{1,3}(?:\.\d{1,20})?),(\d{1,2})(?:\.\d{1,4})?z/;
/** Google's number of a place. */
const MAP_ID = /!1s(0x[\da-f]{1,16}:0x[\da-f]{1,16})/;

function googleMaps(url: URL): EmbedFrame | null {
  const { hostname, pathname, searchParams } = url;
  if (pathname === '/maps/embed') {
    const pb = matching(MAP_CODE, searchParams.get('pb'));
    const frame = pb && withQuery('https://www.google.com/maps/embed', { pb });
    return frame && frame.length <= MAX_MAP_URL ? { url: frame, id: MAP_ID.exec(pb)?.[1] ?? '' } : null;
  }
  const isMap = hostname.startsWith('maps.') ? /^\/(?:maps\/?)?$/ : /^\/maps\/?$/;
  const path = percentDecoded(pathname);
  const [, point = searchParams.get('ll'), zoom = searchParams.get('z')] = MAP_POINT.exec(path) ?? [];
  const place = MAP_PLACE.exec(pathname)?.[1];
  let query = path.startsWith('/maps/@') ? point : null;
  if (isMap.test(pathname)) query = searchParams.get('q');
  else if (/^\/maps\/search\/?$/.test(pathname)) query = searchParams.get('query');
  else if (place) query = percentDecoded(place.replaceAll('+', ' '));
  query = matching(MAP_QUERY, query?.trim());
  if (query === null) return null;
  const ll = matching(MAP_LL, point);
  const z = matching(MAP_ZOOM, zoom);
  const frame = withQuery('https://www.google.com/maps', {
    q: query,
    ...(ll && ll !== query ? { ll } : {}),
    ...(z ? { z } : {}),
    output: 'embed',
  });
  return { url: frame, id: MAP_ID.exec(path)?.[1] ?? query };
}

const MAX_MAP_URL = 4_000;

const CODEPEN_PATH =
  /^\/((?:team\/)?[\w-]{1,64})\/(?:pen|embed(?:\/preview)?|full|details|live|pres)\/([A-Za-z\d]{4,32})\/?$/;

function codepen({ pathname }: URL): EmbedFrame | null {
  const [, user, id] = CODEPEN_PATH.exec(pathname) ?? [];
  return user && id ? { url: `https://codepen.io/${user}/embed/${id}?default-tab=result`, id } : null;
}

const GIST_PATH =
  /^\/(?:([a-z\d](?:[a-z\d-]{0,37}[a-z\d])?)\/)?([a-f\d]{20,32}|\d{1,12})(?:\/[a-f\d]{40})?(?:\.js|\.pibb)?\/?$/i;
const GIST_FILE = /^[\p{L}\p{N}_+ .-]{1,200}$/u;

/** Gists refuse to be framed. GitHub offers a script, which a page of the service runs. */
function gist({ pathname, searchParams }: URL, site: URL | null): EmbedFrame | null {
  const [, owner, id] = GIST_PATH.exec(pathname) ?? [];
  if (id === undefined || !site) return null;
  const path = owner === undefined ? id : `${owner}/${id}`;
  const file = matching(GIST_FILE, searchParams.get('file'));
  const query = file === null ? '' : `?${new URLSearchParams({ file }).toString()}`;
  return {
    url: `${site.href.replace(/\/$/, '')}/${GIST_FRAMES}/${path}${query}`,
    script: `https://gist.github.com/${path}.js${query}`,
    id,
  };
}

/** Path of the frames of gists. */
export const GIST_FRAMES = `${EMBED_FRAMES}/gists`;

export const GIPHY: EmbedProvider = {
  ...IMAGE,
  name: 'giphy',
  title: 'GIF of Giphy',
  hosts: [
    'giphy.com',
    'www.giphy.com',
    'i.giphy.com',
    'media.giphy.com',
    ...[0, 1, 2, 3, 4].map((number) => `media${number}.giphy.com`),
  ],
  frameOf: giphy,
};

export const IMGUR: EmbedProvider = {
  ...IMAGE,
  name: 'imgur',
  title: 'Imgur image',
  hosts: ['imgur.com', 'www.imgur.com', 'm.imgur.com', 'i.imgur.com'],
  frameOf: imgur,
};

export const FLICKR: EmbedProvider = {
  ...IMAGE,
  name: 'flickr',
  title: 'Flickr photo',
  hosts: ['flickr.com', 'www.flickr.com', 'm.flickr.com'],
  frameOf: flickr,
};

export const DATAWRAPPER: EmbedProvider = {
  name: 'datawrapper',
  title: 'Datawrapper chart',
  kind: 'chart',
  aspectRatio: '4 / 3',
  height: null,
  hosts: ['datawrapper.dwcdn.net', 'www.datawrapper.de', 'datawrapper.de'],
  frameOf: datawrapper,
};

const MAP_COUNTRIES =
  'at be ca ch co.in co.jp co.uk com.au com.br com.mx cz de dk es fi fr ie it nl no pl pt se'.split(' ');

export const GOOGLE_MAPS: EmbedProvider = {
  name: 'google-maps',
  title: 'Google map',
  kind: 'map',
  aspectRatio: '4 / 3',
  height: null,
  hosts: ['com', ...MAP_COUNTRIES].flatMap((end) => [
    `google.${end}`,
    `www.google.${end}`,
    `maps.google.${end}`,
  ]),
  frameOf: googleMaps,
};

export const CODEPEN: EmbedProvider = {
  name: 'codepen',
  title: 'CodePen',
  kind: 'code',
  aspectRatio: '16 / 9',
  height: null,
  hosts: ['codepen.io', 'www.codepen.io'],
  frameOf: codepen,
};

export const GIST: EmbedProvider = {
  name: 'gist',
  title: 'GitHub gist',
  kind: 'code',
  aspectRatio: '16 / 9',
  height: 400,
  hosts: ['gist.github.com'],
  frameOf: gist,
};
