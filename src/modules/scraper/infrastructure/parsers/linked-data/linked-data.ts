import type { LinkedItem } from '../../../domain/page-facts.js';
import type { ScrapedImage, ScrapedVideo } from '../../../domain/scraped-page.js';
import type { FetchedPage, Findings } from '../../../page-parser.js';
import { cleanByline } from '../authors/bylines.js';
import { isOrganization } from '../authors/publishers.js';
import { scrapedImage } from '../images.js';
import { productOf, recipeOf } from './linked-details.js';
import { kindOf, type MainItem, mainItem } from './linked-types.js';
import { addressIn, isItem, type LinkedItems, textIn, textOf, typesOf, valuesOf } from './linked-values.js';
import { tagsOf } from '../tags.js';
import { comparable, withoutSiteName } from '../titles.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS, pixels, webUrl } from '../text.js';
import { cleanTime } from '../times/times.js';

const PUBLISHERS = ['publisher', 'sourceOrganization', 'provider'];
const MAX_ITEMS = 500;
const MAX_IMAGES = 20;
const MAX_VIDEOS = 10;

/**
 * Facts from schema.org items, in JSON-LD or microdata.
 *
 * @param weight of the images
 * @returns null when none of them is about the page
 */
export function findingsOfItems(linked: LinkedItems, page: FetchedPage, weight: number): Findings | null {
  const items = linked.items
    .slice(0, MAX_ITEMS)
    .flatMap((item) => [item, ...linked.values(item, 'mainEntity').filter((inner) => isItem(inner))]);
  const main = mainItem(items, page);
  const siteName = siteNameOf(linked, items, main, page);
  const videos = videosOf(linked, items, main, page.url);
  if (!main)
    return siteName === '' && videos.length === 0 ? null : { extra: known({ site_name: siteName }), videos };
  const { item } = main;
  return {
    ...textsOf(main, page, siteName),
    url: main.isPageOnly ? '' : webUrl(addressIn({ url: item.url }), page.url),
    type: main.isPageOnly && videos.length === 0 ? '' : main.type,
    extra: known({
      byline: bylineOf(linked, item),
      site_name: siteName,
      published_time: timeOf(item, 'datePublished', 'uploadDate', 'dateCreated'),
      modified_time: timeOf(item, 'dateModified'),
      lang: languageOf(item),
      section: textOf(item, ['articleSection']),
      duration: main.type === 'video' || main.type === 'audio' ? textOf(item, ['duration']) : '',
      recipe: main.type === 'recipe' ? recipeOf(item) : {},
      product: main.type === 'product' ? productOf(item) : {},
    }),
    tags: tagsOf(valuesOf(item, 'keywords').map((keyword) => (isItem(keyword) ? textIn(keyword) : keyword))),
    images: imagesOf(linked, item, weight, page.url),
    videos,
  };
}

function textsOf({ item, isPageOnly }: MainItem, page: FetchedPage, siteName: string): Findings {
  // Pages name themselves with less care than they name what they are about.
  if (isPageOnly && declares(page, 'og:title')) return {};
  const documentTitle = cleanText(page.facts?.title);
  const headline = textOf(item, ['headline']);
  const named = textOf(item, ['name']);
  // Some name the site here.
  const name = headline !== '' && comparable(named) === comparable(siteName) ? '' : named;
  // The headline of the article is the title only where the page has the same one.
  const isTitle = comparable(withoutSiteName(documentTitle, siteName, [headline])) === comparable(headline);
  return {
    title: name || (isTitle ? headline : ''),
    headline: withoutSiteName(headline || name, siteName, page.facts?.headings),
    description: textOf(item, ['description', 'abstract'], MAX_DESCRIPTION_CHARACTERS),
  };
}

/** The publisher that the article names; a company that is named elsewhere mostly says less than the site. */
function siteNameOf(
  linked: LinkedItems,
  items: readonly LinkedItem[],
  main: MainItem | null,
  page: FetchedPage,
) {
  const named = (values: readonly unknown[]) => values.map((value) => nameIn(value)).find(Boolean) ?? '';
  const publisher = main ? named(valuesOf(main.item, ...PUBLISHERS)) : '';
  if (publisher !== '' || declares(page, 'og:site_name')) return publisher;
  const owners = main
    ? [...linked.values(main.item, ...PUBLISHERS), ...linked.values(main.item, 'isPartOf')]
    : [];
  const sites = items.filter((item) => typesOf(item).includes('WebSite'));
  return named([...owners.filter((owner) => !isItem(owner) || kindOf(owner) === null), ...sites]);
}

/** @returns empty for an address in the place of a name */
function nameIn(value: unknown): string {
  const text = textIn(value);
  return /^https?:/i.test(text) ? '' : text;
}

function declares(page: FetchedPage, property: string): boolean {
  return page.facts?.metas.some(({ name }) => name === property) ?? false;
}

/** Persons, where there are any. */
function bylineOf(linked: LinkedItems, item: LinkedItem): string {
  const authors = linked.values(item, 'author', 'creator');
  const persons = authors.filter((author) => !isItem(author) || !isOrganization(author));
  return namesOf(persons) || namesOf(authors);
}

function namesOf(authors: readonly unknown[]): string {
  const names = authors.map((author) => (isItem(author) ? nameOf(author) : author));
  return cleanByline(names.filter((name) => typeof name === 'string'));
}

function nameOf(person: LinkedItem): string {
  return (
    textOf(person, ['name']) || `${textOf(person, ['givenName'])} ${textOf(person, ['familyName'])}`.trim()
  );
}

function timeOf(item: LinkedItem, ...properties: readonly string[]): string {
  for (const property of properties)
    for (const value of valuesOf(item, property)) {
      const time = cleanTime(isItem(value) ? value['@value'] : value);
      if (time !== '') return time;
    }
  return '';
}

function languageOf(item: LinkedItem): string {
  const [language] = valuesOf(item, 'inLanguage');
  const text = isItem(language) ? textOf(language, ['alternateName', 'name', '@id']) : cleanText(language);
  return /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i.test(text) ? text.replace(/_/g, '-') : '';
}

function imagesOf(
  linked: LinkedItems,
  item: LinkedItem,
  weight: number,
  base: string,
): readonly ScrapedImage[] {
  const declared = linked.values(item, 'image', 'primaryImageOfPage', 'thumbnailUrl', 'thumbnail', 'photo');
  return declared.slice(0, MAX_IMAGES).flatMap((image) => {
    if (!isItem(image)) return scrapedImage({ url: image }, weight, base);
    const [url] = valuesOf(image, 'contentUrl', 'url', 'contentURL');
    return scrapedImage(
      {
        url: url === undefined ? image['@id'] : addressIn(url),
        width: sizeOf(image, 'width'),
        height: sizeOf(image, 'height'),
        type: image.encodingFormat,
      },
      weight,
      base,
    );
  });
}

/** A number, or a quantity with a value. */
function sizeOf(item: LinkedItem, property: string): number {
  const [size] = valuesOf(item, property);
  return pixels(isItem(size) ? (size.value ?? size.name) : size);
}

function videosOf(
  linked: LinkedItems,
  items: readonly LinkedItem[],
  main: MainItem | null,
  base: string,
): readonly ScrapedVideo[] {
  const inside = main ? linked.values(main.item, 'video', 'videos', 'trailer') : [];
  const own = main ? linked.values(main.item, 'mainEntity', 'mainEntityOfPage') : [];
  return [...inside, ...own, ...items]
    .filter((item) => isItem(item))
    .filter((item) => kindOf(item)?.type === 'video')
    .flatMap((item) => {
      const embedUrl = webUrl(addressIn(valuesOf(item, 'embedUrl', 'embedURL')[0]), base);
      const url = webUrl(addressIn(valuesOf(item, 'contentUrl', 'contentURL')[0]), base);
      if (embedUrl === '' && url === '') return [];
      const type = cleanText(item.encodingFormat, 100);
      return [
        { embed_url: embedUrl, url, width: sizeOf(item, 'width'), height: sizeOf(item, 'height'), type },
      ];
    })
    .slice(0, MAX_VIDEOS);
}
