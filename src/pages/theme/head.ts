import { attributes, html, raw, type RawHtml } from '../../kernel/html.js';
import type { HeadModel, PageModel, PostModel, SiteModel } from '../models/page-models.js';
import { addressOf, each, when } from './fragments.js';

export const PAPER = '#fffefb';
export const PAPER_DARK = '#171614';

type Tags = readonly (readonly [name: string, content: string | null])[];

/** The common head of a page and its AMP page, without the files that they load. */
export function metadata({ site, head }: PageModel, post?: PostModel): string {
  const isIndexed = head.isIndexed && !post?.isDraft;
  return html`<title>${head.title}</title>
${named([
  ['description', head.description],
  ['robots', isIndexed ? 'max-image-preview:large' : 'noindex'],
  ...card(head),
])}${graph([...openGraph(site, head), ...(post ? article(head, post) : [])])}
${when(addressOf(head.canonical), (url) => html`<link rel="canonical" href="${url}">\n`)}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${PAPER}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${PAPER_DARK}" media="(prefers-color-scheme: dark)">
${each(head.data, jsonLd)}`;
}

/** Links to related resources: feeds, neighbours, the AMP page. */
export function relations({ site, head }: PageModel): string {
  const of = (rel: string, href: string | null, more: { type?: string; title?: string } = {}) =>
    when(addressOf(href), (address) => `<link${attributes({ rel, href: address, ...more }).html}>\n`);
  const feeds = [...(head.feeds ? [head.feeds] : []), { ...site.feeds, title: site.name }];
  return html`${of('amphtml', head.amp)}${of('prev', head.previous)}${of('next', head.next)}${each(
    feeds,
    ({ rss, atom, json, title }) =>
      html`${of('alternate', rss, { type: 'application/rss+xml', title })}${of('alternate', atom, { type: 'application/atom+xml', title })}${of('alternate', json, { type: 'application/feed+json', title })}`,
  )}`;
}

function openGraph(site: SiteModel, { kind, social, canonical }: HeadModel): Tags {
  const { image } = social;
  return [
    ['og:type', kind],
    ['og:site_name', site.name],
    ['og:title', social.title],
    ['og:description', social.description],
    ['og:url', addressOf(canonical)],
    ['og:locale', territoryOf(site.locale)],
    ...(image
      ? ([
          ['og:image', addressOf(image.src)],
          ['og:image:width', image.width?.toString() ?? null],
          ['og:image:height', image.height?.toString() ?? null],
          ['og:image:alt', image.alt],
        ] as const)
      : []),
  ];
}

const territories = new Map<string, string | null>();

/** The territory of the site's locale; looking it up takes 2 % of a page, so it is remembered. */
function territoryOf(locale: string): string | null {
  const known = territories.get(locale);
  if (known !== undefined) return known;
  const territory = findTerritory(locale);
  territories.set(locale, territory);
  return territory;
}

/** `language_TERRITORY`, as Open Graph wants it: of a language alone, where most of its readers are. */
function findTerritory(locale: string): string | null {
  try {
    const { language, region = '' } = new Intl.Locale(locale).maximize();
    return /^[A-Z]{2}$/.test(region) ? `${language}_${region}` : null;
  } catch {
    return null;
  }
}

function article({ kind }: HeadModel, { published, updated, authors, section, tags }: PostModel): Tags {
  if (kind !== 'article') return [];
  return [
    ['article:published_time', published.iso],
    ['article:modified_time', updated?.iso ?? null],
    ['article:section', section?.title ?? null],
    ...authors.map(({ url }) => ['article:author', addressOf(url)] as const),
    ...tags.map(({ title }) => ['article:tag', title] as const),
  ];
}

function card({ social: { title, description, image } }: HeadModel): Tags {
  return [
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', addressOf(image?.src ?? null)],
    ['twitter:image:alt', image?.alt ?? null],
  ];
}

/** Meta tags, without empty ones. */
function tagsBy(key: 'name' | 'property', tags: Tags): RawHtml {
  return each(
    tags.filter(([, content]) => content !== null && content !== ''),
    ([name, content]) => html`<meta ${raw(key)}="${name}" content="${content}">\n`,
  );
}

const named = (tags: Tags) => tagsBy('name', tags);
const graph = (tags: Tags) => tagsBy('property', tags);

/** No text in it can end the script, or begin a comment in it. */
function jsonLd(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`;
}
