import type { ScrapedEmbed, ScrapedPage, ScrapedVideo } from '../../domain/scraped-page.js';
import type { FetchedPage, Findings } from '../../page-parser.js';
import { Publishers } from './authors/publishers.js';
import { joinImages } from './images.js';
import { FIELD_PRECEDENCE, inOrder, isBuiltIn, PRECEDENCE } from './precedence.js';
import { tagsOf } from './tags.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS, says, webUrl } from './text.js';
import { withoutSiteName } from './titles.js';

const MAX_BODY_BYTES = 500 * 1024;
const MAX_VIDEOS = 20;
const NO_EMBED: ScrapedEmbed = { shortcode: '', media_html: '', shortcode_id: '', shortcode_adapter: '' };

export interface ParserFindings {
  readonly parser: string;
  readonly findings: Findings;
}

/**
 * Merges the findings of all parsers. Built-in parsers come in {@link PRECEDENCE},
 * in the places that they have in the list; others keep theirs. `body` and
 * `media_html` are as they were found: they are made safe elsewhere.
 */
export function mergeFindings(page: FetchedPage, found: readonly ParserFindings[]): ScrapedPage {
  const all = inOrder(found, ({ parser }) => parser, PRECEDENCE);
  const extra = extraOf(page, all);
  const title = cleanText(first(all, 'title'));
  const headline = cleanText(first(all, 'headline')) || title;
  const siteName = typeof extra.site_name === 'string' ? extra.site_name : '';
  const description = cleanText(first(all, 'description'), MAX_DESCRIPTION_CHARACTERS);
  const body = capped(textOf(first(all, 'body')));
  const isUnread = page.facts?.isArticleUnread ?? false;
  return {
    title: title || headline,
    headline: withoutSiteName(headline, siteName, page.facts?.headings),
    description,
    body,
    url: webUrl(first(all, 'url'), page.url) || webUrl(page.url),
    favicon: webUrl(first(all, 'favicon'), page.url),
    parser: all.find(({ findings }) => isKnowing(findings))?.parser ?? '',
    type: cleanText(first(all, 'type'), 50) || 'website',
    // A later read may find more.
    cacheable: !isUnread && (first(all, 'cacheable') ?? true),
    extra: known({
      ...extra,
      excerpt: extra.excerpt ?? description,
      incomplete: isUnread && body === '' ? ['body'] : [],
    }),
    tags: tagsOf(all.flatMap(({ findings }) => findings.tags ?? [])),
    images: joinImages(
      all.flatMap(({ findings }) => findings.images ?? []).filter(({ url }) => webUrl(url) !== ''),
    ),
    videos: joinVideos(all.flatMap(({ findings }) => findings.videos ?? [])),
    embed: { ...NO_EMBED, ...first(all, 'embed') },
  };
}

function first<F extends keyof Findings>(
  found: readonly ParserFindings[],
  field: F,
): Findings[F] | undefined {
  const order = FIELD_PRECEDENCE[field] ?? [];
  const one = inOrder(found, ({ parser }) => parser, order).find(({ findings }) => isSaid(findings[field]));
  return one?.findings[field];
}

/** An embed of empty texts says nothing. */
function isSaid(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).some(says)
    : says(value);
}

function isKnowing(findings: Findings): boolean {
  return Object.entries(findings).some(([field, value]) => field !== 'cacheable' && isSaid(value));
}

function extraOf(page: FetchedPage, found: readonly ParserFindings[]): Readonly<Record<string, unknown>> {
  const keys = new Set(found.flatMap(({ findings }) => Object.keys(findings.extra ?? {})));
  const firsts = Object.fromEntries([...keys].map((key) => [key, extrasOf(found, key)[0]?.value]));
  return known({ ...firsts, ...(keys.has('byline') && { byline: bylineOf(page, found) }) });
}

interface Extra {
  readonly parser: string;
  readonly value: unknown;
}

function extrasOf(found: readonly ParserFindings[], key: string): readonly Extra[] {
  const order = Object.hasOwn(FIELD_PRECEDENCE, key) ? (FIELD_PRECEDENCE[key] ?? []) : [];
  return inOrder(found, ({ parser }) => parser, order)
    .map(({ parser, findings }) => ({ parser, extra: findings.extra ?? {} }))
    .filter(({ extra }) => Object.hasOwn(extra, key) && says(extra[key]))
    .map(({ parser, extra }) => ({ parser, value: extra[key] }));
}

/** The first that names a person, else the first: that of the site or of its publisher. */
function bylineOf(page: FetchedPage, found: readonly ParserFindings[]): unknown {
  const bylines = extrasOf(found, 'byline');
  const first = bylines[0];
  // A parser of an extension is certain of its byline.
  if (!first || !isBuiltIn(first.parser)) return first?.value;
  const siteNames = ['site_name', 'publisher'].flatMap((key) => extrasOf(found, key));
  const publishers = new Publishers(
    page,
    siteNames.map(({ value }) => value),
  );
  for (const { value } of bylines) {
    const persons = typeof value === 'string' ? publishers.personsIn(value) : '';
    if (persons !== '') return persons;
  }
  return first.value;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Cut between elements, as far as there is a place for it. */
function capped(html: string): string {
  if (Buffer.byteLength(html) <= MAX_BODY_BYTES) return html;
  const part = Buffer.from(html).subarray(0, MAX_BODY_BYTES).toString();
  const end = part.lastIndexOf('>') + 1;
  return part.slice(0, end || part.length - 1);
}

function joinVideos(videos: readonly ScrapedVideo[]): readonly ScrapedVideo[] {
  const byAddress = new Map<string, ScrapedVideo>();
  for (const video of videos.slice(0, MAX_VIDEOS * 5)) {
    const [embedUrl, url] = [webUrl(video.embed_url), webUrl(video.url)];
    const key = embedUrl || url;
    if (key === '') continue;
    const first = byAddress.get(key) ?? { ...video, embed_url: embedUrl, url };
    byAddress.set(key, {
      embed_url: embedUrl,
      url: first.url || url,
      width: first.width || video.width,
      height: first.height || video.height,
      type: first.type || video.type,
    });
  }
  return [...byAddress.values()].slice(0, MAX_VIDEOS);
}
