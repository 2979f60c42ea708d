import { isoTime } from '../../../../kernel/clock.js';
import type { AddedField } from '../../../../platform/http/request/added-fields.js';
import { excerptOf } from '../../../content/rendering/html-text.js';
import { effectiveCrops } from '../../../media/domain/manual-crops.js';
import type { ImageLinks } from '../../../media/images/image-links.js';
import type { ArticleRecord } from '../../domain/article-record.js';
import type { ArticleRelations, SelectedArticle } from '../../domain/article-view.js';
import { NOT_RENDERED } from '../../domain/listicle.js';
import { sentListicle } from './article-fields.js';
import { type ArticleField, derived } from './field-kinds.js';
import { imageOf } from './image-fields.js';

type FormerField = Omit<ArticleField, 'schema'> & Pick<AddedField, 'schema'>;

/** The smallest size that shows the whole of an image. */
const THUMBNAIL = '210x';
const TEXT = { type: 'string', nullable: true };
const TIME = { type: 'string', format: 'date-time' };
const TAGS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      slug: { type: 'string' },
      is_primary: { type: 'boolean' },
    },
  },
};

const field = <C extends keyof ArticleRecord = never, R extends keyof ArticleRelations = never>(
  needs: { readonly columns?: readonly C[]; readonly relations?: readonly R[] },
  present: (article: SelectedArticle<C, R>, site: Parameters<ArticleField['present']>[1]) => unknown,
  schema: AddedField['schema'] = TEXT,
): FormerField => ({ ...derived(needs, present, {}), schema });

/** A column of seconds in ISO 8601, UTC. */
const time = (name: 'insertedTs' | 'createdTs' | 'updatedTs'): FormerField =>
  field({ columns: [name] }, (article) => isoTime(article[name]), TIME);

/** The lead image in a size; one of another site has a single URL. */
const leadImage = (links: ImageLinks, size: string): FormerField =>
  field(
    { columns: ['imageId', 'imageExternal', 'manualImageCrops'] },
    ({ imageId, imageExternal, manualImageCrops, images }) => {
      const image = imageOf({ images }, imageId);
      return image ? links.thumbnailUrl(image, size, effectiveCrops(manualImageCrops, image)) : imageExternal;
    },
  );

const author = (key: 'title' | 'avatar'): FormerField =>
  field({ relations: ['authors'] }, ({ authors: [first], images }, { presentAuthor }) =>
    first ? presentAuthor(first, imageOf({ images }, first.imageId))[key] : null,
  );

/**
 * Fields that the post object of a predecessor had: `compatibility.postFields` adds them. They are made of
 * what the others are made of, so they cost a list no statement.
 */
export const formerFields = (links: ImageLinks): Readonly<Record<string, FormerField>> => ({
  image_thumb: leadImage(links, THUMBNAIL),
  ...Object.fromEntries([...links.sizes.keys()].map((size) => [`image${size}`, leadImage(links, size)])),
  teaser_image: field({ columns: ['teaserImageId'] }, ({ teaserImageId, images }, { imageUrl }) => {
    const image = imageOf({ images }, teaserImageId);
    return image && imageUrl(image);
  }),
  brief: field({ columns: ['description'] }, ({ description }) => excerptOf(description ?? ''), {
    type: 'string',
    description: 'the first words of the text, 300 characters at most',
  }),
  continue_reading: field({}, () => '', { type: 'string' }),
  author_name: author('title'),
  author_avatar: author('avatar'),
  inserted_date: time('insertedTs'),
  created_date: time('createdTs'),
  updated_date: time('updatedTs'),
  primary_section_slug: field({ relations: ['sections'] }, ({ sections }) => {
    const path = sections.find(({ isPrimary }) => isPrimary)?.fullUrl;
    return path?.slice(path.lastIndexOf('/') + 1) ?? null;
  }),
  primary_tag_slug: field(
    { relations: ['tags'] },
    ({ tags }) => tags.find(({ isPrimary }) => isPrimary)?.slug ?? null,
  ),
  tags_info: field(
    { relations: ['tags'] },
    ({ tags }) => tags.map(({ title, slug, isPrimary }) => ({ name: title, slug, is_primary: isPrimary })),
    TAGS,
  ),
  source_url: field({}, () => null),
  listicle: field(
    { columns: ['listicle'] },
    ({ listicle }): object => {
      if (!listicle) return {};
      const { items, settings } = sentListicle(listicle);
      const htmlOf = (index: number) => (listicle.items[index]?.rendered ?? NOT_RENDERED).media;
      return { items: items.map((item, index) => ({ ...item, media_html: htmlOf(index) })), settings };
    },
    { type: 'object', description: 'items and settings; each item has `media_html`' },
  ),
});
