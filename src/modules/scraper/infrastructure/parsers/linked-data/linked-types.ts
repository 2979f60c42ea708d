import type { LinkedItem } from '../../../domain/page-facts.js';
import type { FetchedPage } from '../../../page-parser.js';
import { addressIn, typesOf, valuesOf } from './linked-values.js';
import { isSamePage } from '../text.js';

/** The kind of a page by the type of its linked data, with a weight. */
interface Kind {
  readonly type: string;
  readonly rank: number;
}

const kind = (type: string, rank: number, ...names: readonly string[]) =>
  names.map((name): [string, Kind] => [name, { type, rank }]);

const KINDS = new Map<string, Kind>([
  ...kind('recipe', 7, 'Recipe'),
  ...kind('article', 6, 'Article', 'NewsArticle', 'AdvertiserContentArticle', 'AnalysisNewsArticle'),
  ...kind('article', 6, 'AskPublicNewsArticle', 'BackgroundNewsArticle', 'OpinionNewsArticle'),
  ...kind('article', 6, 'ReportageNewsArticle', 'ReviewNewsArticle', 'Report', 'SatiricalArticle'),
  ...kind('article', 6, 'ScholarlyArticle', 'MedicalScholarlyArticle', 'BlogPosting', 'LiveBlogPosting'),
  ...kind('article', 6, 'TechArticle', 'APIReference', 'CreativeWork', 'Review', 'CriticReview', 'HowTo'),
  ...kind('post', 6, 'SocialMediaPosting', 'DiscussionForumPosting'),
  ...kind('product', 5, 'Product', 'ProductGroup', 'IndividualProduct', 'ProductModel', 'Vehicle', 'Car'),
  ...kind('video', 4, 'VideoObject', 'Movie', 'Clip', 'TVEpisode', 'BroadcastEvent'),
  ...kind('audio', 4, 'AudioObject', 'PodcastEpisode', 'MusicRecording', 'MusicAlbum', 'RadioEpisode'),
  ...kind('website', 3, 'Event', 'Book', 'SoftwareApplication', 'MobileApplication', 'Course', 'JobPosting'),
  ...kind('map', 2, 'Map'),
  ...kind('image', 2, 'Photograph', 'ImageGallery'),
  ...kind(
    'website',
    1,
    'WebPage',
    'ItemPage',
    'AboutPage',
    'CollectionPage',
    'ProfilePage',
    'FAQPage',
    'QAPage',
  ),
]);
/** An article may have a video, too: the item about the page itself counts more than its kind. */
const RANK_OF_PAGE = 3.5;

export interface MainItem {
  readonly item: LinkedItem;
  readonly type: string;
  /** Whether it says no more than that there is a page. */
  readonly isPageOnly: boolean;
}

/**
 * The item that the page is about: the one that names its address, else the
 * most specific one, else the first.
 */
export function mainItem(items: readonly LinkedItem[], page: FetchedPage): MainItem | null {
  let best: { main: MainItem; score: number } | null = null;
  for (const item of items) {
    const found = kindOf(item);
    if (!found) continue;
    const isPageOnly = found.rank === 1;
    const score = found.rank + (!isPageOnly && isAbout(item, page) ? RANK_OF_PAGE : 0);
    if (!best || score > best.score) best = { main: { item, type: found.type, isPageOnly }, score };
  }
  return best?.main ?? null;
}

export function kindOf(item: LinkedItem): Kind | null {
  let best: Kind | null = null;
  for (const name of typesOf(item)) {
    const found = KINDS.get(name);
    if (found && (!best || found.rank > best.rank)) best = found;
  }
  return best;
}

/** @returns whether the item names the address of the page as its own */
export function isAbout(item: LinkedItem, page: FetchedPage): boolean {
  const canonical = page.facts?.links.find(({ rel }) => rel.includes('canonical'))?.href;
  const addresses = [page.url, page.requestedUrl, ...(canonical === undefined ? [] : [canonical])];
  return ['url', 'mainEntityOfPage', '@id'].some((property) =>
    valuesOf(item, property).some((value) => {
      const address = absolute(addressIn(value), page.url);
      return addresses.some((other) => isSamePage(address, other));
    }),
  );
}

function absolute(address: string, base: string): string {
  return address === '' || address.length > 2048 ? '' : (URL.parse(address, base)?.href ?? '');
}
