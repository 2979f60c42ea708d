import { ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import type { CustomPage } from '../../permalinks/domain/custom-page.js';

/* Schemas and parts of the post object. */

type Schema = ApiPropertyOptions;
const described = (schema: Schema, description?: string): Schema => ({
  ...schema,
  ...(description !== undefined && { description }),
});

export const text = (description?: string) => described({ type: String, nullable: true }, description);
export const flag = (description?: string) => described({ type: Boolean }, description);
export const integer = (description?: string) => described({ type: 'integer' }, description);
export const maybeInteger = (description?: string) =>
  described({ type: 'integer', nullable: true }, description);
export const seconds = (description: string) => described({ type: 'integer', format: 'int64' }, description);
export const integers = (description?: string) => described({ type: ['integer'] as never }, description);
export const anything = (description: string) =>
  described({ type: 'object', additionalProperties: true }, `${description}; {} when unset`);

export class ArticleAuthorResponse {
  @ApiProperty(integer())
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
  @ApiProperty(integer())
  count!: number;
}

export class StatsResponse {
  @ApiProperty(integer())
  page_views_count!: number;
}

export class TimeToReadResponse {
  @ApiProperty({ description: 'how it was found out', example: 'words' })
  calculation!: string;

  @ApiProperty(integer())
  in_seconds!: number;
}

/** An image of an article, with the crops that the article gives it. */
export class ImageInfo {
  @ApiProperty(integer())
  id!: number;

  @ApiProperty(integer('pixels'))
  width!: number;

  @ApiProperty(integer('pixels'))
  height!: number;

  @ApiProperty()
  is_animated_gif!: boolean;

  @ApiProperty(text('what the image shows, for those who cannot see it'))
  alt!: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'URLs by size, and of the whole image as `origin`',
  })
  thumbnails!: Record<string, string>;

  @ApiProperty(anything('by ratio code: the crop in effect, and the sizes that show it'))
  manual_image_crops!: object;

  @ApiProperty({ description: 'URL of the whole image' })
  image_original_url!: string;
}

export const imageInfoOf = (image: string): Schema => ({
  type: Object,
  oneOf: [{ $ref: getSchemaPath(ImageInfo) }, { type: 'object', maxProperties: 0 }],
  description: `${image}; {} when there is none`,
});

export class ListicleItemHtml {
  @ApiProperty(integer())
  id!: number;

  @ApiProperty(text('of headline_html'))
  headline!: string | null;

  @ApiProperty(text())
  media!: string | null;

  @ApiProperty(text())
  body!: string | null;
}
