import type { Image } from '../../../media/domain/image.entity.js';
import type { IMAGE_SLOTS } from '../../domain/article-images.js';
import type { ArticleView } from '../../domain/article-view.js';
import { derived, idContent, objectContent, textContent } from './field-kinds.js';
import { type ImageInfo, imageInfoOf, text } from '../article-parts.response.js';

type ImageSlot = (typeof IMAGE_SLOTS)[number];

export const imageOf = ({ images }: Pick<ArticleView, 'images'>, id: number | null): Image | null =>
  images.get(id ?? 0) ?? null;

/** An image with all its sizes; {} where there is none. */
const imageInfo = (id: ImageSlot['id'], crops: ImageSlot['crops'], name: string) =>
  derived(
    { columns: [id, crops] },
    (article, { presentImage }): ImageInfo | object => {
      const image = imageOf(article, article[id]);
      return image ? presentImage(image, article[crops]) : {};
    },
    imageInfoOf(name),
  );

/** The fields of the lead image, the teaser and the social teaser. */
export const IMAGE_FIELDS = {
  image_id: idContent('imageId', { description: 'lead image' }),
  image: derived(
    { columns: ['imageId', 'imageExternal'] },
    (article, { imageUrl }) => {
      const image = imageOf(article, article.imageId);
      return image ? imageUrl(image) : article.imageExternal;
    },
    text('URL of the lead image'),
  ),
  image_info: imageInfo('imageId', 'manualImageCrops', 'the lead image'),
  image_external: textContent('imageExternal', { description: 'URL of a lead image elsewhere' }),
  photo_credit: textContent('photoCredit'),
  photo_caption: textContent('photoCaption'),
  manual_image_crops: objectContent(
    'manualImageCrops',
    { description: 'crops of the lead image, by ratio code' },
    'crops of the lead image by ratio code',
  ),
  image_size: textContent('imageSize', {
    description: '`<width>x<height>` of the lead image',
    example: '1200x800',
  }),
  teaser_image_id: idContent('teaserImageId'),
  teaser_photo_credit: textContent('teaserPhotoCredit'),
  teaser_photo_caption: textContent('teaserPhotoCaption'),
  teaser_manual_image_crops: objectContent('teaserManualImageCrops', {}, 'crops of the teaser image'),
  teaser_image_size: textContent('teaserImageSize'),
  teaser_image_info: imageInfo('teaserImageId', 'teaserManualImageCrops', 'the teaser image'),
  social_teaser_image_id: idContent('socialTeaserImageId'),
  social_teaser_photo_credit: textContent('socialTeaserPhotoCredit'),
  social_teaser_photo_caption: textContent('socialTeaserPhotoCaption'),
  social_teaser_manual_image_crops: objectContent(
    'socialTeaserManualImageCrops',
    {},
    'crops of the social teaser image',
  ),
  social_teaser_image_size: textContent('socialTeaserImageSize'),
  social_teaser_image_info: imageInfo(
    'socialTeaserImageId',
    'socialTeaserManualImageCrops',
    'the social teaser image',
  ),
};
