import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { CustomPage } from '../../permalinks/domain/custom-page.js';

/* Properties and parts of the post object. */

export const Text = (description?: string) =>
  ApiProperty({ type: String, nullable: true, ...(description !== undefined && { description }) });
export const Integer = (description?: string) =>
  ApiProperty({ type: 'integer', ...(description !== undefined && { description }) });
export const MaybeInteger = (description?: string) =>
  ApiProperty({ type: 'integer', nullable: true, ...(description !== undefined && { description }) });
export const Anything = (description?: string) =>
  ApiProperty({
    type: 'object',
    additionalProperties: true,
    ...(description !== undefined && { description: `${description}; {} when unset` }),
  });

export class ArticleAuthorResponse {
  @Integer()
  id!: number;

  @ApiProperty({ description: 'slug', example: 'paulberry' })
  name!: string;

  @ApiProperty({ description: 'display name', example: 'Paul Berry' })
  title!: string;

  @ApiProperty({ description: 'URL of the picture' })
  avatar!: string;

  @ApiProperty({ description: 'URL of the public profile page' })
  profile_href!: string;

  @ApiProperty({ description: 'biography, HTML' })
  about_html!: string;

  @ApiProperty({ description: 'what of it may be shown' })
  about_html_safe!: string;
}

export class CustomPageResponse implements CustomPage {
  @ApiProperty({ enum: ['web', 'amp'] })
  view!: string;

  @ApiProperty({ description: 'decoded' })
  path!: string;
}

export class LikesResponse {
  @Integer()
  count!: number;
}

export class StatsResponse {
  @Integer()
  page_views_count!: number;
}

export class TimeToReadResponse {
  @ApiProperty({ description: 'how it was found out', example: 'words' })
  calculation!: string;

  @Integer()
  in_seconds!: number;
}

/** An image of an article, with the crops that the article gives it. */
export class ImageInfo {
  @Integer()
  id!: number;

  @Integer('pixels')
  width!: number;

  @Integer('pixels')
  height!: number;

  @ApiProperty()
  is_animated_gif!: boolean;

  @Text('what the image shows, for those who cannot see it')
  alt!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'URLs by size, and of the whole image as `origin`',
  })
  thumbnails!: Record<string, string>;

  @Anything('by ratio code: the crop in effect, and the sizes that show it')
  manual_image_crops!: object;

  @ApiProperty({ description: 'URL of the whole image' })
  image_original_url!: string;
}

export const ImageInfoProperty = (description: string) =>
  ApiProperty({
    oneOf: [{ $ref: getSchemaPath(ImageInfo) }, { type: 'object', maxProperties: 0 }],
    description: `${description}; {} when there is none`,
  });

export class ListicleItemHtml {
  @Integer()
  id!: number;

  @Text('of headline_html')
  headline!: string | null;

  @Text()
  media!: string | null;

  @Text()
  body!: string | null;
}
