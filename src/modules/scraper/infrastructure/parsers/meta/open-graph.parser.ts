import type { PageFacts } from '../../../domain/page-facts.js';
import type { ScrapedImage, ScrapedVideo } from '../../../domain/scraped-page.js';
import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { cleanByline } from '../authors/bylines.js';
import { IMAGE_WEIGHTS, scrapedImage } from '../images.js';
import { Metas } from './metas.js';
import { tagsOf } from '../tags.js';
import { withoutSiteName } from '../titles.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS, pixels, webUrl } from '../text.js';
import { cleanTime } from '../times/times.js';

const MAX_MEDIA = 20;

const TYPES: Readonly<Record<string, string>> = {
  article: 'article',
  blog: 'website',
  website: 'website',
  product: 'product',
  image: 'image',
  video: 'video',
  music: 'audio',
  audio: 'audio',
  recipe: 'recipe',
  place: 'map',
};

/** The Open Graph protocol. */
export class OpenGraphParser implements PageParser {
  readonly name = 'open-graph';

  parse({ facts, url }: FetchedPage): Findings | null {
    if (!facts) return null;
    const metas = new Metas(facts);
    const title = cleanText(metas.first('og:title'));
    const siteName = cleanText(metas.first('og:site_name'));
    return {
      title,
      headline: withoutSiteName(title, siteName, facts.headings),
      description: cleanText(metas.first('og:description'), MAX_DESCRIPTION_CHARACTERS),
      url: webUrl(metas.first('og:url'), url),
      type: typeOf(metas),
      extra: known({
        byline: cleanByline(metas.all('article:author', 'og:article:author', 'og:author', 'book:author')),
        site_name: siteName,
        published_time: firstTime(
          metas,
          'article:published_time',
          'og:article:published_time',
          'video:release_date',
        ),
        modified_time: firstTime(metas, 'article:modified_time', 'og:updated_time', 'article:updated_time'),
        lang: languageOf(metas.first('og:locale')),
        section: cleanText(metas.first('article:section', 'og:article:section')),
        duration: cleanText(metas.first('video:duration', 'og:video:duration', 'music:duration'), 20),
        product: known({
          price: cleanText(metas.first('product:price:amount', 'og:price:amount'), 50),
          currency: cleanText(metas.first('product:price:currency', 'og:price:currency'), 10),
          brand: cleanText(metas.first('product:brand')),
          availability: cleanText(metas.first('product:availability', 'og:availability'), 50),
          condition: cleanText(metas.first('product:condition'), 50),
        }),
      }),
      tags: tagsOf([
        ...metas.all('article:tag', 'og:article:tag'),
        ...metas.all('video:tag', 'og:video:tag'),
      ]),
      images: mediaOf(facts, 'og:image').flatMap((image) => imageOf(image, url)),
      videos: mediaOf(facts, 'og:video').flatMap((video) => videoOf(video, url)),
    };
  }
}

function typeOf(metas: Metas): string {
  const [kind = ''] = metas.first('og:type').trim().toLowerCase().slice(0, 50).split(/[.:]/).slice(-2);
  const type = Object.hasOwn(TYPES, kind) ? (TYPES[kind] ?? '') : '';
  return type === '' && metas.first('article:published_time') !== '' ? 'article' : type;
}

function firstTime(metas: Metas, ...names: readonly string[]): string {
  return names.map((name) => cleanTime(metas.first(name))).find(Boolean) ?? '';
}

/** `en-US` of `en_US`. */
function languageOf(locale: string): string {
  const text = locale.trim().replace(/_/g, '-');
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,2}$/i.test(text) ? text : '';
}

type Medium = Record<string, string>;

/** Structured properties belong to the medium that was named before them. */
function mediaOf({ metas }: PageFacts, property: string): readonly Medium[] {
  const media: Medium[] = [];
  let current: Medium | null = null;
  for (const { name, content } of metas) {
    if (name === property || name === `${property}:url` || name === `${property}:src`) {
      if (current && (current.url ?? content) === content) {
        current.url = content;
        continue;
      }
      if (media.length === MAX_MEDIA) break;
      current = { url: content };
      media.push(current);
    } else if (name.startsWith(`${property}:`)) {
      if (!current) media.push((current = {}));
      const key = name.slice(property.length + 1);
      if (['secure_url', 'width', 'height', 'type', 'alt'].includes(key)) current[key] = content;
    }
  }
  return media;
}

function imageOf(image: Medium, base: string): readonly ScrapedImage[] {
  return scrapedImage({ ...image, url: image.secure_url ?? image.url }, IMAGE_WEIGHTS.openGraph, base);
}

/** A URL that is no file is a player. */
function videoOf(video: Medium, base: string): readonly ScrapedVideo[] {
  const address = webUrl(video.secure_url ?? video.url, base) || webUrl(video.url, base);
  const type = cleanText(video.type, 100).toLowerCase();
  if (address === '' || type.includes('shockwave')) return [];
  const isFile =
    type.startsWith('video/') || /\.(?:mp4|m4v|webm|mov|ogv|m3u8)$/i.test(new URL(address).pathname);
  return [
    {
      embed_url: isFile ? '' : address,
      url: isFile ? address : '',
      width: pixels(video.width),
      height: pixels(video.height),
      type,
    },
  ];
}
