import type { PageFacts, PageImage, PageLink } from '../../domain/page-facts.ts';
import { DateLines } from './date-lines.ts';
import { imageOf } from './images.ts';
import { linkedItems } from './linked-data.ts';
import { Microdata } from './microdata.ts';
import { Addresses, collapse, collapseOrNull, textOf } from './texts.ts';
import { type DomDocument, type DomElement, elementsOf } from './markup/dom.ts';

const MAX_METAS = 500;
const MAX_LINKS = 500;
const MAX_IMAGES = 300;
const MAX_FRAMES = 100;
const MAX_TIMES = 100;
const MAX_BYLINES = 10;
/** Elements that are looked into for the name of an author. */
const MAX_TRIED = 100;
const MAX_HEADINGS = 10;
/** Generators of documentation put a link to itself behind a heading. */
const PERMALINK = /\s*¶\s*$/;
const MAX_BYLINE = 100;
const MAX_LANG = 35;
const MAX_SHORT = 200;

const META_NAMES = ['name', 'property', 'itemprop', 'http-equiv'];
const BYLINE = /(?:^|[\s_-])(?:byline|author|dateline-author|writtenby|written-by|p-author)(?=$|[\s_-])/i;
/** Parts of what an author's box is made of that are not the name. */
const NO_BYLINE = /(?:avatar|image|photo|bio|social|link-list|desc|info|box|widget|archive)/i;

type Image = Omit<PageImage, 'isInArticle'>;

/** All facts but the article, read in one way through the elements of a page. */
export class DocumentFacts {
  private readonly addresses: Addresses;
  private readonly microdata: Microdata;
  private triedBylines = 0;
  private title: string | null = null;
  private lang: string | null = null;
  private readonly headings: string[] = [];
  private readonly metas: { name: string; content: string }[] = [];
  private readonly links: PageLink[] = [];
  private readonly scripts: string[] = [];
  private readonly images = new Map<string, Image>();
  private readonly frames = new Set<string>();
  private readonly videos = new Map<string, { url: string; type: string | null }>();
  private readonly published = new Set<string>();
  private readonly times = new Set<string>();
  private readonly changed = new Set<string>();
  private readonly dates = new DateLines();
  private readonly bylines = new Set<string>();

  constructor(document: DomDocument, url: string) {
    this.addresses = new Addresses(url, document.querySelector('base[href]')?.getAttribute('href') ?? null);
    this.microdata = new Microdata(this.addresses);
    for (const element of elementsOf(document)) this.visit(element);
  }

  /**
   * @param article that was found on the page: its times come first, and its images are told from the others
   */
  facts(article: DomElement | null = null): Omit<PageFacts, 'article' | 'isArticleUnread'> {
    const within = article ? articleMedia(article, this.addresses) : null;
    const pragma = this.metas.find(({ name }) => name === 'content-language')?.content;
    return {
      lang: this.lang ?? collapseOrNull(pragma, MAX_LANG),
      title: this.title,
      headings: this.headings,
      metas: this.metas,
      links: this.links,
      jsonLd: linkedItems(this.scripts),
      microdata: this.microdata.found,
      images: this.allImages(within?.images ?? new Map<string, Image>()),
      frames: [...this.frames],
      videos: [...this.videos.values()],
      times: this.allTimes(within?.times ?? []),
      dates: this.dates.found,
      bylines: [...this.bylines],
    };
  }

  /** Times of changes are not those of the page. */
  private allTimes(inArticle: readonly string[]): string[] {
    const times = new Set([...this.published, ...inArticle, ...this.times]);
    return [...times]
      .filter((time) => this.published.has(time) || !this.changed.has(time))
      .slice(0, MAX_TIMES);
  }

  /** Images of the page, with those of the article, which may stand after the last one that was taken. */
  private allImages(inArticle: ReadonlyMap<string, Image>): PageImage[] {
    const images = new Map([...this.images, ...inArticle]);
    const all = [...images.values()].map((image) => {
      const known = this.images.get(image.url) ?? image;
      return { ...known, isInArticle: inArticle.has(image.url) };
    });
    const first = all.filter(({ isInArticle }) => isInArticle).slice(0, MAX_IMAGES);
    const others = all.filter(({ isInArticle }) => !isInArticle).slice(0, MAX_IMAGES - first.length);
    const taken = new Set([...first, ...others]);
    return all.filter((image) => taken.has(image));
  }

  private visit(element: DomElement): void {
    this.microdata.visit(element);
    this.dates.visit(element);
    this.addByline(element);
    switch (element.localName) {
      case 'html':
      case 'body':
        this.lang ??= languageOf(element);
        break;
      case 'title':
        this.title ??= collapseOrNull(element.textContent);
        break;
      case 'h1':
        this.addHeading(element);
        break;
      case 'meta':
        this.addMeta(element);
        break;
      case 'link':
        this.addLink(element);
        break;
      case 'script':
        this.scripts.push(element.textContent);
        break;
      case 'img':
        this.addImage(element);
        break;
      case 'iframe':
        this.addFrame(element);
        break;
      case 'video':
        this.addVideo(element, element.getAttribute('type'));
        break;
      case 'source':
        if (element.parentElement?.localName === 'video')
          this.addVideo(element, element.getAttribute('type'));
        break;
    }
    this.addTime(element);
  }

  private addHeading(element: DomElement): void {
    const heading = this.headings.length < MAX_HEADINGS ? textOf(element).replace(PERMALINK, '') : '';
    if (heading) this.headings.push(heading);
  }

  private addMeta(element: DomElement): void {
    const content = collapse(element.getAttribute('content') ?? '');
    const names = META_NAMES.map((attribute) => nameOf(element.getAttribute(attribute)));
    for (const name of new Set(names)) {
      if (name && content && this.metas.length < MAX_METAS) this.metas.push({ name, content });
    }
  }

  private addLink(element: DomElement): void {
    const href = this.addresses.absolute(element.getAttribute('href'));
    if (!href || this.links.length >= MAX_LINKS) return;
    this.links.push({
      rel: tokensOf(element.getAttribute('rel')),
      href,
      type: collapseOrNull(element.getAttribute('type'), MAX_SHORT),
      sizes: collapseOrNull(element.getAttribute('sizes'), MAX_SHORT),
      title: collapseOrNull(element.getAttribute('title')),
    });
  }

  /** The same image may stand in `<noscript>` once more, and say more of itself. */
  private addImage(element: DomElement): void {
    const image = imageOf(element, this.addresses);
    if (!image) return;
    const known = this.images.get(image.url);
    if (known) {
      const { width, height, alt } = image;
      this.images.set(image.url, {
        url: image.url,
        width: known.width ?? width,
        height: known.height ?? height,
        alt: known.alt ?? alt,
      });
    } else if (this.images.size < MAX_IMAGES) this.images.set(image.url, image);
  }

  private addFrame(element: DomElement): void {
    const { addresses } = this;
    const sources = ['src', 'data-src', 'data-lazy-src'].map((name) => element.getAttribute(name));
    const url = sources.map((source) => addresses.absolute(source)).find((address) => address !== null);
    if (url && this.frames.size < MAX_FRAMES) this.frames.add(url);
  }

  private addVideo(element: DomElement, type: string | null): void {
    const { addresses } = this;
    const url =
      addresses.absolute(element.getAttribute('src')) ?? addresses.absolute(element.getAttribute('data-src'));
    if (!url || this.videos.has(url) || this.videos.size >= MAX_FRAMES) return;
    this.videos.set(url, { url, type: collapseOrNull(type, MAX_SHORT) });
  }

  private addTime(element: DomElement): void {
    const properties = tokensOf(element.getAttribute('itemprop'));
    const isPublished = properties.includes('datepublished') || element.hasAttribute('pubdate');
    const isTime = element.localName === 'time';
    if ((!isTime && !isPublished) || properties.includes('datemodified')) return;
    const value = timeOf(element) ?? textOf(element, MAX_SHORT);
    const isChange = /updat|modif/i.test(element.getAttribute('class') ?? '') && !isPublished;
    const times = isPublished ? this.published : isChange ? this.changed : this.times;
    if (value && times.size < MAX_TIMES) times.add(value);
  }

  private addByline(element: DomElement): void {
    if (this.bylines.size >= MAX_BYLINES || this.triedBylines >= MAX_TRIED || !isByline(element)) return;
    this.triedBylines += 1;
    const named = element.querySelector('[itemprop~="name"]');
    const text = (named?.getAttribute('content') ?? textOf(named ?? element, MAX_SHORT))
      .replace(BY, '')
      .trim();
    if (text && text.length <= MAX_BYLINE && /\p{L}/u.test(text)) this.bylines.add(collapse(text));
  }
}

const BY = /^(?:written by|posted by|by)[\s:]+/i;

function isByline(element: DomElement): boolean {
  const tag = element.localName;
  if (tag === 'meta' || tag === 'link' || tag === 'body' || tag === 'html') return false;
  if (tag === 'a' && tokensOf(element.getAttribute('rel')).includes('author')) return true;
  if (tokensOf(element.getAttribute('itemprop')).includes('author')) return true;
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  return BYLINE.test(names) && !NO_BYLINE.test(names);
}

function languageOf(element: DomElement): string | null {
  return collapseOrNull(element.getAttribute('lang') ?? element.getAttribute('xml:lang'), MAX_LANG);
}

function nameOf(value: string | null): string {
  return value ? collapse(value, MAX_SHORT).toLowerCase() : '';
}

function tokensOf(value: string | null): string[] {
  return value ? collapse(value, MAX_SHORT).toLowerCase().split(' ').filter(Boolean) : [];
}

const TIME_ATTRIBUTES = ['datetime', 'content'];

/** As it stands in an attribute. */
function timeOf(element: DomElement): string | null {
  const attributes = element.localName === 'abbr' ? ['title', ...TIME_ATTRIBUTES] : TIME_ATTRIBUTES;
  const values = attributes.map((name) => collapseOrNull(element.getAttribute(name), MAX_SHORT));
  return values.find((value) => value !== null) ?? null;
}

/** Images of the article, after readability cleaned it. */
function articleMedia(
  article: DomElement,
  addresses: Addresses,
): { images: Map<string, Image>; times: string[] } {
  const images = new Map<string, Image>();
  for (const element of article.querySelectorAll('img')) {
    const image = images.size < MAX_IMAGES ? imageOf(element, addresses) : null;
    if (image) images.set(image.url, image);
  }
  const times = [...article.querySelectorAll('time')].slice(0, MAX_TIMES);
  return { images, times: times.map((time) => timeOf(time) ?? textOf(time, MAX_SHORT)).filter(Boolean) };
}
