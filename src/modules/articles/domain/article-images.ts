import { type MarkedMedia, markedMedia } from '../../content/domain/media-marks.js';
import { parseShortcode } from '../../content/domain/shortcode.js';
import type { ArticleRecord } from './article-record.js';

/** Images of an article, with the API names of their fields. */
export const IMAGE_SLOTS = [
  { id: 'imageId', idField: 'image_id', crops: 'manualImageCrops', cropsField: 'manual_image_crops' },
  {
    id: 'teaserImageId',
    idField: 'teaser_image_id',
    crops: 'teaserManualImageCrops',
    cropsField: 'teaser_manual_image_crops',
  },
  {
    id: 'socialTeaserImageId',
    idField: 'social_teaser_image_id',
    crops: 'socialTeaserManualImageCrops',
    cropsField: 'social_teaser_manual_image_crops',
  },
] as const;

/** An image that is sent in a field, with crops of it, and what was there before. */
export interface ImageUse {
  readonly id: number | null | undefined;
  readonly field: string;
  readonly formerId: number | null;
  readonly crops: object | null | undefined;
  readonly cropsField: string;
  readonly formerCrops: object;
}

/** The media of an article, by the ids in its fields and the marks in its rendered texts. */
export interface ShownMedia {
  readonly imageIds: readonly number[];
  readonly documentIds: readonly number[];
}

/** An image or a document that readers of an article get to see, and the field that shows it. */
export interface MediaReference extends MarkedMedia {
  readonly field: string;
}

export type LeadMediaTexts = Pick<ArticleRecord, 'media' | 'mediaHtml'>;

/** Limit for each kind; media beyond it do not count as used by this article. */
const MAX_MEDIA = 2000;

/**
 * The image of the library that the lead media show, where they are one shortcode and nothing else. What they
 * show is told by their rendering: whoever wrote them was allowed to see that, and it is known to be shown.
 */
export function mediaImageId({ media, mediaHtml }: LeadMediaTexts): number | null {
  const [shown] = markedMedia(mediaHtml);
  if (shown?.kind !== 'image') return null;
  const sent = media?.trim() ?? '';
  return sent.startsWith('[') && parseShortcode(sent) ? shown.id : null;
}

export function shownMedia(article: Readonly<ArticleRecord>): ShownMedia {
  const ids = { image: new Set<number>(), document: new Set<number>() };
  for (const { kind, id } of mediaReferences(article)) if (ids[kind].size < MAX_MEDIA) ids[kind].add(id);
  return { imageIds: [...ids.image], documentIds: [...ids.document] };
}

/** The library's media in the fields of an article and in its rendered texts. */
export function* mediaReferences(article: Readonly<ArticleRecord>): Generator<MediaReference> {
  const items = (article.listicle?.items ?? []).map((item, index) => ({
    item,
    path: `listicle.items[${index}].`,
  }));
  const images: [field: string, id: number | null][] = [
    ...IMAGE_SLOTS.map(({ id, idField }) => [idField, article[id]] as [string, number | null]),
    ...items.map(({ item, path }) => [`${path}image_id`, item.image_id] as [string, number | null]),
  ];
  for (const [field, id] of images) if (id !== null) yield { kind: 'image', id, field };
  const texts: [field: string, html: string | null | undefined][] = [
    ['body', article.description],
    ['media', article.mediaHtml],
    ...items.flatMap(({ item: { rendered }, path }): [string, string | null | undefined][] => [
      [`${path}headline_html`, rendered?.headline],
      [`${path}media`, rendered?.media],
      [`${path}body`, rendered?.body],
    ]),
  ];
  for (const [field, html] of texts) for (const marked of markedMedia(html)) yield { ...marked, field };
}
