import { isoTime, type UtcSeconds } from '../../kernel/clock.js';
import { element, parent, XML_HEAD } from '../feeds/formats/xml.js';

export interface SitemapUrl {
  readonly url: string;
  /** null when nobody knows. */
  readonly modified: UtcSeconds | null;
}

export interface NewsUrl {
  readonly url: string;
  readonly title: string;
  readonly published: UtcSeconds;
}

export interface Publication {
  readonly name: string;
  /** BCP 47. */
  readonly locale: string;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9';

const HEAD = `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n`;
const END = '</urlset>\n';

/** A sitemap, piece by piece; nothing when there is not one URL, as the protocol has no empty one. */
export async function* urlset(pages: AsyncIterable<readonly SitemapUrl[]>): AsyncGenerator<string, void> {
  let head = HEAD;
  for await (const urls of pages) {
    if (urls.length === 0) continue;
    yield head + urls.map(urlOf).join('');
    head = '';
  }
  if (head === '') yield END;
}

/** Google’s protocol for news. */
export function newsUrlset(urls: readonly NewsUrl[], { name, locale }: Publication): string {
  const publication = parent('news:publication', [
    element('news:name', name),
    element('news:language', newsLanguage(locale)),
  ]);
  const entries = urls.map(({ url, title, published }) =>
    parent('url', [
      element('loc', url),
      parent('news:news', [
        publication,
        element('news:publication_date', isoTime(published)),
        element('news:title', title),
      ]),
    ]),
  );
  return `${XML_HEAD}${parent('urlset', entries, { xmlns: NAMESPACE, 'xmlns:news': NEWS_NAMESPACE })}\n`;
}

export function sitemapIndex(urls: readonly string[]): string {
  const entries = urls.map((url) => parent('sitemap', [element('loc', url)]));
  return `${XML_HEAD}${parent('sitemapindex', entries, { xmlns: NAMESPACE })}\n`;
}

function urlOf({ url, modified }: SitemapUrl): string {
  const lastmod = modified === null ? '' : element('lastmod', isoTime(modified));
  return `<url>${element('loc', url)}${lastmod}</url>\n`;
}

/** ISO 639; for Chinese, Google wants to know which script. */
function newsLanguage(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize();
  if (language !== 'zh') return language;
  return script === 'Hant' ? 'zh-tw' : 'zh-cn';
}
