import { type EmbeddingSite, embedOf } from '../../../content/embeds/embeds.js';
import type { PageFacts, PageLink } from '../../domain/page-facts.js';
import type { ScrapedImage, ScrapedVideo } from '../../domain/scraped-page.js';
import type { FetchedPage, Findings, PageParser } from '../../page-parser.js';
import { cleanByline } from './authors/bylines.js';
import { Publishers } from './authors/publishers.js';
import { IMAGE_WEIGHTS, scrapedImage } from './images.js';
import { providerEmbed, videoOfEmbed } from './meta/provider.parser.js';
import { comparable, cutsFormula, withoutLastPart, withoutSiteName } from './titles.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS, webUrl } from './text.js';
import { cleanTime } from './times/times.js';
import { dateInAddress, dateOfLine, isPlausible, writtenDate } from './times/written-dates.js';

const MAX_VIDEOS = 10;
const MAX_FRAMES = 200;
const MAX_BYLINES = 3;
/** Numbers of which either may be the month. */
const DAY_OR_MONTH = /^\d{1,2}[/.-]\d/;
/** A shorter text is no article. */
const MIN_ARTICLE_CHARACTERS = 500;

/** The visible page: title, article, images. */
export class HtmlParser implements PageParser {
  readonly name = 'html';

  constructor(private readonly site: EmbeddingSite) {}

  parse(page: FetchedPage): Findings | null {
    const { facts, url } = page;
    if (!facts) return null;
    const { article } = facts;
    const siteName = cleanText(article?.siteName);
    return {
      ...titlesOf(facts, siteName),
      description: cleanText(article?.excerpt, MAX_DESCRIPTION_CHARACTERS),
      body: article?.html ?? '',
      url: canonicalOf(page),
      favicon: faviconOf(facts.links, url),
      type: (article?.text.length ?? 0) >= MIN_ARTICLE_CHARACTERS ? 'article' : 'website',
      extra: known({
        byline: bylineOf(page, [article?.byline, ...facts.bylines.slice(0, MAX_BYLINES)]),
        site_name: siteName,
        published_time: cleanTime(article?.publishedTime) || timeOf(page, facts),
        lang: languageOf(facts.lang),
        excerpt: cleanText(article?.excerpt, MAX_DESCRIPTION_CHARACTERS),
      }),
      images: imagesOf(facts, url),
      videos: videosOf(page, facts, this.site),
    };
  }
}

function titlesOf(facts: PageFacts, siteName: string): Findings {
  const whole = cleanText(facts.title);
  const headings = facts.headings.map((heading) => cleanText(heading)).filter((heading) => heading !== '');
  const bare = withoutSiteName(whole, siteName, headings) || (headings[0] ?? '');
  const heading = headingOf(whole, headings);
  const part = withoutLastPart(whole) ?? cleanText(facts.article?.title);
  const isWhole = cutsFormula(part) || headings.some((one) => comparable(one) === comparable(whole));
  return {
    title: (isWhole ? whole : part) || bare,
    // The name of the site may be a heading, too.
    headline: heading.length < bare.length / 2 ? bare : heading,
  };
}

/** The first that names a person, else the first. */
function bylineOf(page: FetchedPage, texts: readonly unknown[]): string {
  const publishers = new Publishers(page, [page.facts?.article?.siteName]);
  const bylines = texts.map((text) => cleanByline([text])).filter((byline) => byline !== '');
  return bylines.find((byline) => publishers.personsIn(byline) !== '') ?? bylines[0] ?? '';
}

/** Time by a marked time, else by the URL, else by lines with a date. */
function timeOf(page: FetchedPage, { times, dates }: PageFacts): string {
  const found = [
    ...times.map((time) => (DAY_OR_MONTH.test(time) ? '' : cleanTime(time)) || writtenDate(time)?.date),
    dateInAddress(page.url),
    dateInAddress(canonicalOf(page)),
    ...dates.map((line) => dateOfLine(line)),
  ];
  return found.find((time) => time !== undefined && isPlausible(time)) ?? '';
}

/** The first heading is often the site's; the article's stands in the title, and is longer. */
function headingOf(title: string, headings: readonly string[]): string {
  const words = comparable(title);
  // A heading that the title begins with counts for a quarter more.
  const length = (text: string) => text.length + (words.startsWith(text) ? text.length / 4 : 0);
  let best = { heading: '', length: 0 };
  for (const heading of headings) {
    const text = comparable(heading);
    if (words.includes(text) && length(text) > best.length) best = { heading, length: length(text) };
  }
  return best.heading;
}

/** Canonical URL of a page. Some sites name the front page on all pages: that one is ignored. */
function canonicalOf({ facts, url }: FetchedPage): string {
  const href = facts?.links.find(({ rel }) => rel.includes('canonical'))?.href;
  const canonical = webUrl(href, url);
  if (canonical === '') return '';
  return new URL(canonical).pathname === '/' && URL.parse(url)?.pathname !== '/' ? '' : canonical;
}

const VECTOR_SIDE = 64;
const TOUCH_SIDE = 120;
const PLAIN_SIDE = 16;

/** The largest real icon. */
function faviconOf(links: readonly PageLink[], base: string): string {
  let best = { side: 0, url: '' };
  for (const link of links) {
    const isTouch = link.rel.some((rel) => rel.startsWith('apple-touch-icon'));
    if (!isTouch && !link.rel.includes('icon')) continue;
    const url = webUrl(link.href, base);
    const side = sideOf(link) || (isTouch ? TOUCH_SIDE : PLAIN_SIDE);
    if (url !== '' && side > best.side) best = { side, url };
  }
  return best.url || webUrl('/favicon.ico', base);
}

function sideOf({ sizes, type, href }: PageLink): number {
  if (sizes?.toLowerCase() === 'any' || type === 'image/svg+xml' || href.endsWith('.svg')) return VECTOR_SIDE;
  const sides = [...(sizes ?? '').slice(0, 200).matchAll(/\b(\d{1,4})x\d{1,4}\b/gi)].map(([, side]) =>
    Number(side),
  );
  return Math.max(0, ...sides);
}

function languageOf(lang: string | null): string {
  const text = (lang ?? '').trim().replace(/_/g, '-');
  return /^[a-z]{2,3}(?:-[a-z\d]{1,8}){0,3}$/i.test(text) ? text : '';
}

function imagesOf(facts: PageFacts, base: string): readonly ScrapedImage[] {
  return facts.images.slice(0, 300).flatMap((image, index) => {
    const weight = image.isInArticle ? IMAGE_WEIGHTS.article : IMAGE_WEIGHTS.page;
    // Earlier images weigh slightly more.
    return scrapedImage(image, weight - Math.min(index, 50) / 1000, base);
  });
}

/** Players of known providers, and files that the page plays itself. */
function videosOf(page: FetchedPage, facts: PageFacts, site: EmbeddingSite): readonly ScrapedVideo[] {
  const files = facts.videos.flatMap((video) => {
    const url = webUrl(video.url, page.url);
    return url === '' ? [] : [{ embed_url: '', url, width: 0, height: 0, type: cleanText(video.type, 100) }];
  });
  // Frames on a provider's own page are about other things.
  const frames = providerEmbed(page, site) ? [] : facts.frames.slice(0, MAX_FRAMES);
  const players = frames.map((frame) => embedOf(frame, undefined, site)).filter((embed) => embed !== null);
  return [...players.flatMap((embed) => videoOfEmbed(embed)), ...files].slice(0, MAX_VIDEOS);
}
