import {
  Field,
  FlagField,
  IdField,
  ListField,
  ObjectField,
  readList,
  SecondsField,
  StringField,
} from '../../../platform/http/fields.js';
import type { CustomPage } from '../../permalinks/domain/custom-page.js';
import type { SectionReference } from '../../sections/sections.service.js';
import type { ListicleInput } from '../domain/listicle.js';
import type { ArticleAction, ArticleInput } from '../article-input.js';
import {
  listicleSchema,
  readAction,
  readId,
  readListicle,
  readPages,
  readPrimarySection,
  readSection,
  readTag,
  sectionSchema,
} from './article-readers.js';

/** The fields of a post or draft as clients send them. Interface, chapter "Post and draft". */
export class EditArticleDto {
  @StringField({ minLength: 1, nullable: false, example: 'The bridge is open' })
  headline?: string;

  @StringField({ description: 'HTML', example: '<p>Since this morning …</p>' })
  body?: string | null;

  @StringField({ maxLength: 200, description: 'slug part; made of the headline when absent' })
  manual_basename?: string | null;

  @StringField()
  subheadline?: string | null;

  @StringField({ description: 'image, video or page by what the article has, when absent', example: 'page' })
  type?: string | null;

  @ListField(readTag, { items: { type: 'string' }, maxItems: 500, example: ['bridge', 'traffic'] })
  tags?: string[] | null;

  @Field(readTag, { description: 'joins the tags', example: 'bridge' }, { type: String })
  primary_tag?: string | null;

  @ListField(readSection, {
    items: sectionSchema,
    maxItems: 200,
    description: 'ids, titles, slugs or paths; Home or 0',
  })
  sections?: SectionReference[] | null;

  @Field(
    readPrimarySection,
    { description: 'has to be among the sections, when they are sent' },
    sectionSchema,
  )
  primary_section?: SectionReference | null;

  @ListField(readId, { items: { type: 'integer' }, maxItems: 1000, description: 'ids' })
  badges?: number[] | null;

  @StringField({ description: 'meta title; the headline is rendered when empty' })
  page_title?: string | null;

  @StringField({ description: 'the subheadline is rendered when empty' })
  meta_description?: string | null;

  @StringField()
  og_title?: string | null;

  @StringField()
  og_description?: string | null;

  @IdField({ description: 'lead image' })
  image_id?: number | null;

  @StringField({ description: 'URL of a lead image elsewhere' })
  image_external?: string | null;

  @StringField()
  photo_credit?: string | null;

  @StringField()
  photo_caption?: string | null;

  @ObjectField({ description: 'crops of the lead image, by ratio code' })
  manual_image_crops?: object | null;

  @StringField({ description: '`<width>x<height>` of the lead image', example: '1200x800' })
  image_size?: string | null;

  @IdField()
  teaser_image_id?: number | null;

  @StringField()
  teaser_photo_credit?: string | null;

  @StringField()
  teaser_photo_caption?: string | null;

  @ObjectField()
  teaser_manual_image_crops?: object | null;

  @StringField()
  teaser_image_size?: string | null;

  @IdField()
  social_teaser_image_id?: number | null;

  @StringField()
  social_teaser_photo_credit?: string | null;

  @StringField()
  social_teaser_photo_caption?: string | null;

  @ObjectField()
  social_teaser_manual_image_crops?: object | null;

  @StringField()
  social_teaser_image_size?: string | null;

  @StringField({ description: 'lead media: HTML or a shortcode' })
  media?: string | null;

  @StringField({ description: 'URL that is the source of an iframe' })
  video?: string | null;

  @Field(readListicle, {}, listicleSchema)
  listicle?: ListicleInput | null;

  @ObjectField({ description: 'kept as sent' })
  product?: object | null;

  @StringField()
  layout_name?: string | null;

  @Field(
    readList(readId, 100),
    { description: "absent on creation, or empty: the key's author", example: [7] },
    { type: 'array', items: { type: 'integer' } },
  )
  roar_author_ids?: number[] | null;

  @ObjectField({ description: 'custom fields, kept as sent' })
  roar_specific_data?: object | null;

  @Field(
    readPages,
    { description: 'custom URLs; the first web path is the path of the post' },
    {
      type: 'array',
      items: {
        type: 'object',
        required: ['view', 'path'],
        properties: { view: { type: 'string', enum: ['web', 'amp'] }, path: { type: 'string' } },
      },
    },
  )
  page_list?: CustomPage[] | null;

  @SecondsField({ description: 'publication time; null returns to the time of the first publication' })
  created_ts?: number | null;

  @SecondsField({ description: 'time of the last change; now when absent' })
  updated_ts?: number | null;

  @FlagField({ description: 'send to a third-party news aggregator' })
  partnernews_article?: boolean | null;

  @StringField()
  ee_layout_name?: string | null;

  @StringField({ maxLength: 255, description: 'external id; settable on creation only' })
  provider_post_id?: string | null;

  @FlagField({ description: '1 keeps the saved updated_ts, unless updated_ts is sent' })
  prevent_modifying_updated_ts?: boolean | null;

  @Field(readAction, {}, { type: String, enum: ['publish', 'unpublish', 'restore'] })
  action?: ArticleAction | null;

  toInput(): ArticleInput {
    return {
      content: {
        headline: this.headline,
        subheadline: this.subheadline,
        body: this.body,
        pageTitle: this.page_title,
        metaDescription: this.meta_description,
        ogTitle: this.og_title,
        ogDescription: this.og_description,
        imageId: this.image_id,
        imageExternal: this.image_external,
        photoCredit: this.photo_credit,
        photoCaption: this.photo_caption,
        manualImageCrops: this.manual_image_crops,
        imageSize: this.image_size,
        teaserImageId: this.teaser_image_id,
        teaserPhotoCredit: this.teaser_photo_credit,
        teaserPhotoCaption: this.teaser_photo_caption,
        teaserManualImageCrops: this.teaser_manual_image_crops,
        teaserImageSize: this.teaser_image_size,
        socialTeaserImageId: this.social_teaser_image_id,
        socialTeaserPhotoCredit: this.social_teaser_photo_credit,
        socialTeaserPhotoCaption: this.social_teaser_photo_caption,
        socialTeaserManualImageCrops: this.social_teaser_manual_image_crops,
        socialTeaserImageSize: this.social_teaser_image_size,
        media: this.media,
        video: this.video,
        product: this.product,
        layoutName: this.layout_name,
        eeLayoutName: this.ee_layout_name,
        roarSpecificData: this.roar_specific_data,
        partnernewsArticle: this.partnernews_article === null ? false : this.partnernews_article,
        manualBasename: this.manual_basename,
        pageList: this.page_list,
      },
      listicle: this.listicle,
      type: this.type === '' ? null : this.type,
      tags: this.tags === null ? [] : this.tags,
      primaryTag: this.primary_tag,
      sections: this.sections === null ? [] : this.sections,
      primarySection: this.primary_section,
      badges: this.badges === null ? [] : this.badges,
      authorIds: this.roar_author_ids === null ? [] : this.roar_author_ids,
      createdTs: this.created_ts,
      updatedTs: this.updated_ts,
      keepsUpdatedTs: this.prevent_modifying_updated_ts ?? undefined,
      providerPostId: this.provider_post_id,
      action: this.action ?? undefined,
    };
  }
}

/** The same fields for a new article, which has to have a headline. */
export class CreateArticleDto extends EditArticleDto {
  @StringField({ required: true, minLength: 1, example: 'The bridge is open' })
  declare headline: string;
}
