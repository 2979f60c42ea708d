import type { BadgeFacts } from '../../badges/domain/badge.entity.js';
import type { BadgeResponse } from '../../badges/http/badge.presenter.js';
import type { Image } from '../../media/domain/image.entity.js';
import type { ArticleSelection } from '../article-criteria.js';
import type { IMAGE_SLOTS } from '../domain/article-images.js';
import { type ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { ArticleAuthorView, ArticleRelations, ArticleView } from '../domain/article-view.js';
import { type Listicle, NOT_RENDERED } from '../domain/listicle.js';
import type { ArticleAuthorResponse, ImageInfo } from './article-parts.response.js';
import type { ArticleResponse } from './article.response.js';

/** What the post object shows that is not the article's own. */
export interface SiteFacts {
  readonly id: number;
  readonly urlOf: (path: string) => string;
  readonly ampUrlOf: (path: string, ampPath: string | null) => string | null;
  readonly presentAuthor: (author: ArticleAuthorView, portrait: Image | null) => ArticleAuthorResponse;
  readonly presentBadge: (badge: BadgeFacts, image: Image | null) => BadgeResponse;
  readonly imageUrl: (image: Image) => string;
  readonly presentImage: (image: Image, crops: object | null) => ImageInfo;
}

/** How fast people read, in words a second (238 a minute). */
const WORDS_PER_SECOND = 238 / 60;

/** A field of the post object: what of the article it is made of, and how. */
interface ArticleField {
  readonly columns?: readonly (keyof ArticleRecord)[];
  readonly relations?: readonly (keyof ArticleRelations)[];
  readonly present: (article: ArticleView, site: SiteFacts) => unknown;
}

const plain = (column: keyof ArticleRecord): ArticleField => ({
  columns: [column],
  present: (article) => article[column],
});
/** An object that is {} when unset, a list that is [] when unset. */
const object = (column: keyof ArticleRecord): ArticleField => ({
  columns: [column],
  present: (article) => article[column] ?? {},
});
const url: ArticleField = { columns: ['path'], present: ({ path }, { urlOf }) => urlOf(path) };
const tags: ArticleField = {
  relations: ['tags'],
  present: (article) => article.tags.map(({ title }) => title),
};
const sections: ArticleField = {
  relations: ['sections'],
  present: (article) => article.sections.map(({ sectionId }) => sectionId),
};

const imageOf = ({ images }: ArticleView, id: number | null): Image | null => images.get(id ?? 0) ?? null;

/** An image with all its sizes; {} where there is none. */
const imageInfo = (
  id: (typeof IMAGE_SLOTS)[number]['id'],
  crops: (typeof IMAGE_SLOTS)[number]['crops'],
): ArticleField => ({
  columns: [id, crops],
  present: (article, { presentImage }) => {
    const image = imageOf(article, article[id]);
    return image ? presentImage(image, article[crops]) : {};
  },
});

function asSent({ items, settings }: Listicle): object {
  return {
    items: items.map(({ rendered, ...item }) => ({
      ...item,
      headline_html_safe: rendered?.headline ?? null,
    })),
    settings,
  };
}

const TABLE: Readonly<Record<Exclude<keyof ArticleResponse, 'warnings'>, ArticleField>> = {
  id: plain('id'),
  status: plain('status'),
  version: plain('version'),
  headline: plain('headline'),
  subheadline: plain('subheadline'),
  body: plain('body'),
  description: plain('description'),
  basename: plain('basename'),
  manual_basename: plain('manualBasename'),
  post_url: url,
  draft_url: { columns: ['path'], present: ({ path }, { urlOf }) => `${urlOf(path)}?draft=1` },
  amp_url: {
    columns: ['path', 'ampPath'],
    present: ({ path, ampPath }, { ampUrlOf }) => ampUrlOf(path, ampPath),
  },
  slug: { columns: ['path'], present: ({ path }) => path.slice(1) },
  raw_share_url: url,
  type: plain('type'),
  tags,
  public_tags: tags,
  primary_tag: {
    relations: ['tags'],
    present: (article) => article.tags.find(({ isPrimary }) => isPrimary)?.title ?? null,
  },
  sections,
  subpages: sections,
  primary_section: {
    relations: ['sections'],
    present: (article) => article.sections.find(({ isPrimary }) => isPrimary)?.sectionId ?? null,
  },
  badges: { relations: ['badges'], present: (article) => article.badges.map(({ badgeId }) => badgeId) },
  badges_details: {
    relations: ['badges', 'badgeDetails'],
    present: (article, { presentBadge }) =>
      article.badgeDetails.map(({ badge }) => presentBadge(badge, imageOf(article, badge.imageId))),
  },
  page_title: plain('pageTitle'),
  meta_description: plain('metaDescription'),
  og_title: plain('ogTitle'),
  og_description: plain('ogDescription'),
  image_id: plain('imageId'),
  image: {
    columns: ['imageId', 'imageExternal'],
    present: (article, { imageUrl }) => {
      const image = imageOf(article, article.imageId);
      return image ? imageUrl(image) : article.imageExternal;
    },
  },
  image_info: imageInfo('imageId', 'manualImageCrops'),
  image_external: plain('imageExternal'),
  photo_credit: plain('photoCredit'),
  photo_caption: plain('photoCaption'),
  manual_image_crops: object('manualImageCrops'),
  image_size: plain('imageSize'),
  teaser_image_id: plain('teaserImageId'),
  teaser_photo_credit: plain('teaserPhotoCredit'),
  teaser_photo_caption: plain('teaserPhotoCaption'),
  teaser_manual_image_crops: object('teaserManualImageCrops'),
  teaser_image_size: plain('teaserImageSize'),
  teaser_image_info: imageInfo('teaserImageId', 'teaserManualImageCrops'),
  social_teaser_image_id: plain('socialTeaserImageId'),
  social_teaser_photo_credit: plain('socialTeaserPhotoCredit'),
  social_teaser_photo_caption: plain('socialTeaserPhotoCaption'),
  social_teaser_manual_image_crops: object('socialTeaserManualImageCrops'),
  social_teaser_image_size: plain('socialTeaserImageSize'),
  social_teaser_image_info: imageInfo('socialTeaserImageId', 'socialTeaserManualImageCrops'),
  media: plain('media'),
  media_html: plain('mediaHtml'),
  video: plain('video'),
  listicle: { columns: ['listicle'], present: ({ listicle }) => (listicle ? asSent(listicle) : {}) },
  listicle_html: {
    columns: ['listicle'],
    present: ({ listicle }) =>
      (listicle?.items ?? []).map(({ id, rendered = NOT_RENDERED }) => ({ id, ...rendered })),
  },
  product: object('product'),
  layout_name: plain('layoutName'),
  ee_layout_name: plain('eeLayoutName'),
  roar_author_ids: { relations: ['authors'], present: (article) => article.authors.map(({ id }) => id) },
  roar_authors: {
    relations: ['authors'],
    present: (article, { presentAuthor }) =>
      article.authors.map((author) => presentAuthor(author, imageOf(article, author.imageId))),
  },
  roar_specific_data: object('roarSpecificData'),
  page_list: { columns: ['pageList'], present: ({ pageList }) => pageList ?? [] },
  created_ts: plain('createdTs'),
  updated_ts: plain('updatedTs'),
  inserted_ts: plain('insertedTs'),
  last_published_ts: plain('lastPublishedTs'),
  scheduled_at: plain('scheduledAt'),
  partnernews_article: plain('partnernewsArticle'),
  provider_id: plain('providerId'),
  provider_post_id: plain('providerPostId'),
  site_id: { present: (_article, { id }) => id },
  removed: { columns: ['status'], present: ({ status }) => status === ArticleStatus.Removed },
  likes: { columns: ['likesCount'], present: ({ likesCount }) => ({ count: likesCount }) },
  stats: {
    columns: ['pageViewsCount'],
    present: ({ pageViewsCount }) => ({ page_views_count: pageViewsCount }),
  },
  words_count: plain('wordsCount'),
  time_to_read: {
    columns: ['wordsCount'],
    present: ({ wordsCount }) => ({
      calculation: 'words',
      in_seconds: Math.round(wordsCount / WORDS_PER_SECOND),
    }),
  },
};

const FIELDS = Object.entries(TABLE).map(([name, { present }]) => [name, present] as const);

/** Every field, in the order of the table. */
export function presentAll(article: ArticleView, site: SiteFacts, withDraftUrl: boolean): ArticleResponse {
  // A copy of something with the same keys: an object that is put together key by key is slow to make, and to print.
  const shown: Record<string, unknown> = { ...TABLE };
  for (const [name, present] of FIELDS) shown[name] = present(article, site);
  if (!withDraftUrl) shown.draft_url = undefined;
  return shown as unknown as ArticleResponse;
}

export function presentSome(
  article: ArticleView,
  site: SiteFacts,
  fields: ReadonlySet<string>,
): ArticleResponse {
  const chosen = FIELDS.filter(([name]) => fields.has(name));
  return Object.fromEntries(
    chosen.map(([name, present]) => [name, present(article, site)]),
  ) as unknown as ArticleResponse;
}

/** The names of the fields that a client asks for; undefined for all. What is no field is no one's fault. */
export function chooseFields(
  included: readonly string[] | undefined,
  excluded: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (!included && !excluded) return undefined;
  const names = Object.keys(TABLE).filter((name) => name !== 'draft_url');
  return new Set(names.filter((name) => (included?.includes(name) ?? true) && !excluded?.includes(name)));
}

/** What of an article has to be read to show these fields. */
export function selectionOf(fields: ReadonlySet<string> | undefined): ArticleSelection | undefined {
  if (!fields) return undefined;
  const chosen = Object.entries(TABLE).filter(([name]) => fields.has(name));
  return {
    columns: new Set(chosen.flatMap(([, { columns }]) => columns ?? [])),
    relations: new Set(chosen.flatMap(([, { relations }]) => relations ?? [])),
  };
}
