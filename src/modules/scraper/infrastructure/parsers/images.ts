import type { ScrapedImage } from '../../domain/scraped-page.js';
import { pixels, webUrl } from './text.js';

const MAX_IMAGES = 30;
/** More than one page can want to show are not worth comparing. */
const MAX_CANDIDATES = 500;

/** Rank of an image as the page's picture, by its source. */
export const IMAGE_WEIGHTS = {
  self: 1,
  openGraph: 0.9,
  jsonLd: 0.85,
  microdata: 0.75,
  twitterCard: 0.8,
  metaTags: 0.7,
  article: 0.5,
  page: 0.3,
} as const;

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  pjpeg: 'jpg',
  jfif: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
  svg: 'svg',
  'svg+xml': 'svg',
  bmp: 'bmp',
  tif: 'tiff',
  tiff: 'tiff',
  heic: 'heic',
  ico: 'ico',
  'x-icon': 'ico',
  'vnd.microsoft.icon': 'ico',
};

const TRACKER =
  /[/._-](?:pixel|1x1|spacer|blank|clear|transparent|tracking|beacon|counter|spinner|loading|placeholder)[/._?-]|doubleclick|scorecardresearch|google-analytics|quantserve|facebook\.com\/tr/i;
const ORNAMENT =
  /(?:^|[/._\s-])(?:icons?|favicon|logos?|sprites?|avatars?|gravatar|badges?|buttons?|emojis?|smil(?:ey|ies)|ads?|adserver|banners?|share|headshots?|profile)(?:[/._\s\d?-]|$)/i;
const TINY = 2;
const SMALL = 100;
const LARGE = 600;

export interface FoundImage {
  readonly url: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  /** A content type, or an extension. */
  readonly type?: unknown;
  readonly alt?: string | null;
}

/**
 * @param weight of {@link IMAGE_WEIGHTS}
 * @returns [] when the address is none of the web
 */
export function scrapedImage(found: FoundImage, weight: number, base: string): readonly ScrapedImage[] {
  const url = webUrl(found.url, base);
  if (url === '') return [];
  const [width, height] = [pixels(found.width), pixels(found.height)];
  const type = imageType(found.type) || imageType(URL.parse(url)?.pathname.split('.').pop());
  const named = `${url} ${found.alt ?? ''}`.slice(0, 1000);
  return [{ url, width, height, type, weight: weighed(weight, { width, height, type, named }) }];
}

interface Look {
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly named: string;
}

function weighed(weight: number, { width, height, type, named }: Look): number {
  const isTiny = (width > 0 && width <= TINY) || (height > 0 && height <= TINY);
  if (isTiny || TRACKER.test(named)) return 0;
  if (type === 'svg' || type === 'ico' || ORNAMENT.test(named)) return rounded(weight * 0.1);
  const known = Math.min(width || height, height || width);
  if (known > 0 && known < SMALL) return rounded(weight * 0.3);
  // A strip is an advertisement or an ornament.
  if (width > 0 && height > 0 && Math.max(width / height, height / width) > 4) return rounded(weight * 0.4);
  const gain = Math.min(Math.sqrt(width * height), 2 * LARGE) / (2 * LARGE);
  return rounded(weight + (1 - weight) * 0.5 * gain);
}

/** `jpg` of `image/jpeg`, of `.JPG`; empty when it is unknown. */
export function imageType(type: unknown): string {
  if (typeof type !== 'string' || type.length > 100) return '';
  const name = type.trim().toLowerCase();
  const bare = name.startsWith('image/') ? name.slice('image/'.length) : name;
  return Object.hasOwn(TYPES, bare) ? (TYPES[bare] ?? '') : '';
}

/** All images that were found, each once, the best first. */
export function joinImages(found: readonly ScrapedImage[]): readonly ScrapedImage[] {
  const byKey = new Map<string, ScrapedImage>();
  for (const image of found.slice(0, MAX_CANDIDATES)) {
    const key = imageKey(image.url);
    const other = byKey.get(key);
    byKey.set(key, other ? joined(other, image) : image);
  }
  const area = ({ width, height }: ScrapedImage) => width * height;
  return [...byKey.values()]
    .sort((one, other) => other.weight - one.weight || area(other) - area(one))
    .slice(0, MAX_IMAGES);
}

/** The address of the larger one; of the first when a size is unknown. */
function joined(one: ScrapedImage, other: ScrapedImage): ScrapedImage {
  const isSame = one.url === other.url;
  const better = one.width > 0 && other.width > one.width ? other : one;
  const sized = isSame && one.width === 0 ? other : better;
  const weight = Math.max(one.weight, other.weight);
  // An image that turned out to be tiny is dropped for all parsers.
  const isTracker = isSame && Math.min(one.weight, other.weight) === 0;
  return {
    ...better,
    width: sized.width,
    height: sized.height,
    type: better.type || one.type || other.type,
    weight: isTracker ? 0 : weight,
  };
}

const SIZE_PARAMETER =
  /^(?:w|h|width|height|size|s|sz|resize|fit|crop|q|quality|dpr|auto|fm|format|scale|strip|itok|ssl|ixlib|smart|zoom)$/i;
const SIZE_IN_NAME = /-\d{2,4}x\d{2,4}(?=\.[a-z]{3,4}$)/i;

function imageKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const query = [...url.searchParams].filter(([key]) => !SIZE_PARAMETER.test(key)).slice(0, 50);
  return `${url.host}${url.pathname.replace(SIZE_IN_NAME, '')}?${query.map((pair) => pair.join('=')).join('&')}`;
}

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100;
}
