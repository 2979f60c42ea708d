import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { BadgeResponse } from '../../badges/http/badge.presenter.js';
import type { CustomPage } from '../../permalinks/domain/custom-page.js';

import {
  Anything,
  ArticleAuthorResponse,
  CustomPageResponse,
  ImageInfo,
  ImageInfoProperty,
  Integer,
  LikesResponse,
  ListicleItemHtml,
  MaybeInteger,
  StatsResponse,
  Text,
  TimeToReadResponse,
} from './article-parts.response.js';

/** A post or draft as every endpoint shows it: every request field, and what the service adds. */
@ApiExtraModels(ImageInfo)
export class ArticleResponse {
  @Integer()
  id!: number;

  @ApiProperty({
    type: 'integer',
    enum: [0, 1, 2, 3],
    description: '0 published, 1 draft, 2 scheduled, 3 removed',
  })
  status!: number;

  @Integer('raised by every change; in quotes, the entity tag for If-Match')
  version!: number;

  @ApiProperty({ example: 'The bridge is open' })
  headline!: string;

  @Text()
  subheadline!: string | null;

  @Text('HTML, as it was sent')
  body!: string | null;

  @Text('the body made safe for readers, with shortcodes and embeds as HTML')
  description!: string | null;

  @ApiProperty({ description: 'slug part of the path', example: 'the-bridge-is-open' })
  basename!: string;

  @Text()
  manual_basename!: string | null;

  @ApiProperty({ example: 'https://example.com/the-bridge-is-open' })
  post_url!: string;

  @ApiProperty({
    required: false,
    description: 'page of the draft; shown by drafts, and by a post just unpublished',
  })
  draft_url?: string;

  @ApiProperty({ type: String, nullable: true, description: 'AMP page; null where the site has none' })
  amp_url!: string | null;

  @ApiProperty({ description: 'path of post_url', example: 'the-bridge-is-open' })
  slug!: string;

  @ApiProperty()
  raw_share_url!: string;

  @ApiProperty({ example: 'page' })
  type!: string;

  @ApiProperty({ type: [String], description: 'in the order and spelling sent' })
  tags!: string[];

  @ApiProperty({ type: [String] })
  public_tags!: string[];

  @Text()
  primary_tag!: string | null;

  @ApiProperty({ type: ['integer'] as never })
  sections!: number[];

  @ApiProperty({ type: ['integer'] as never, description: 'the same as sections' })
  subpages!: number[];

  @MaybeInteger()
  primary_section!: number | null;

  @ApiProperty({ type: ['integer'] as never, description: 'those sent, then those that tags bring' })
  badges!: number[];

  @ApiProperty({ type: [BadgeResponse], description: 'in the order of badges' })
  badges_details!: BadgeResponse[];

  @Text()
  page_title!: string | null;

  @Text()
  meta_description!: string | null;

  @Text()
  og_title!: string | null;

  @Text()
  og_description!: string | null;

  @MaybeInteger()
  image_id!: number | null;

  @Text('URL of the lead image')
  image!: string | null;

  @ImageInfoProperty('the lead image')
  image_info!: ImageInfo | object;

  @Text()
  image_external!: string | null;

  @Text()
  photo_credit!: string | null;

  @Text()
  photo_caption!: string | null;

  @Anything('crops of the lead image by ratio code')
  manual_image_crops!: object;

  @Text()
  image_size!: string | null;

  @MaybeInteger()
  teaser_image_id!: number | null;

  @Text()
  teaser_photo_credit!: string | null;

  @Text()
  teaser_photo_caption!: string | null;

  @Anything('crops of the teaser image')
  teaser_manual_image_crops!: object;

  @Text()
  teaser_image_size!: string | null;

  @ImageInfoProperty('the teaser image')
  teaser_image_info!: ImageInfo | object;

  @MaybeInteger()
  social_teaser_image_id!: number | null;

  @Text()
  social_teaser_photo_credit!: string | null;

  @Text()
  social_teaser_photo_caption!: string | null;

  @Anything('crops of the social teaser image')
  social_teaser_manual_image_crops!: object;

  @Text()
  social_teaser_image_size!: string | null;

  @ImageInfoProperty('the social teaser image')
  social_teaser_image_info!: ImageInfo | object;

  @Text('HTML or shortcodes, as it was sent')
  media!: string | null;

  @Text('the lead media made safe for readers, with shortcodes and embeds as HTML')
  media_html!: string | null;

  @Text()
  video!: string | null;

  @Anything('items and settings')
  listicle!: object;

  @ApiProperty({ type: [ListicleItemHtml], description: 'texts of the items, made safe for readers' })
  listicle_html!: ListicleItemHtml[];

  @Anything('as it was sent')
  product!: object;

  @Text()
  layout_name!: string | null;

  @Text()
  ee_layout_name!: string | null;

  @ApiProperty({ type: ['integer'] as never })
  roar_author_ids!: number[];

  @ApiProperty({ type: [ArticleAuthorResponse] })
  roar_authors!: ArticleAuthorResponse[];

  @Anything('as it was sent')
  roar_specific_data!: object;

  @ApiProperty({ type: [CustomPageResponse] })
  page_list!: readonly CustomPage[];

  @ApiProperty({ type: 'integer', format: 'int64', description: 'publication time, seconds UTC' })
  created_ts!: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'last change, seconds UTC' })
  updated_ts!: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'creation, seconds UTC' })
  inserted_ts!: number;

  @MaybeInteger('last publication, seconds UTC')
  last_published_ts!: number | null;

  @MaybeInteger('when it will be published, seconds UTC')
  scheduled_at!: number | null;

  @ApiProperty()
  partnernews_article!: boolean;

  @Integer('0 entry editor, 15 import, 20 API')
  provider_id!: number;

  @Text('external id')
  provider_post_id!: string | null;

  @Integer()
  site_id!: number;

  @ApiProperty()
  removed!: boolean;

  @ApiProperty()
  likes!: LikesResponse;

  @ApiProperty()
  stats!: StatsResponse;

  @Integer('words of the body')
  words_count!: number;

  @ApiProperty()
  time_to_read!: TimeToReadResponse;

  @ApiProperty({
    type: [String],
    required: false,
    description: 'answer of a write: what the client may not expect',
  })
  warnings?: string[];
}
