import { Injectable } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Point } from '../domain/crops.js';
import type { Image } from '../domain/image.entity.js';
import { ImageLinks, type ShownCrop } from '../images/image-links.js';
import { ImageMarkup } from '../images/image-markup.js';

const CROP = {
  type: 'object',
  properties: {
    width: { type: 'integer' },
    top: { type: 'integer' },
    height: { type: 'integer' },
    left: { type: 'integer' },
    sizes: { type: 'array', items: { type: 'string' } },
  },
} as const;
const CROPS = {
  type: 'object',
  additionalProperties: CROP,
  description: 'by ratio code: the crop in effect, pixels of the original, and the sizes that show it',
  example: { '3x1': { width: 1200, top: 200, height: 400, left: 0, sizes: ['1200x400', '600x200'] } },
} as const;
export const THUMBNAILS = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'URLs by size, and of the whole image as `origin`',
} as const;

class PointResponse implements Point {
  @ApiProperty({ type: 'integer', description: 'pixels from the left', example: 820 })
  x!: number;

  @ApiProperty({ type: 'integer', description: 'pixels from the top', example: 310 })
  y!: number;
}

class IptcResponse {
  @ApiProperty({ example: 'Ann Lee' })
  'by-line'!: string;

  @ApiProperty({ example: 'The bridge at dawn' })
  'caption/abstract'!: string;
}

class ImageShortcodeParams {
  @ApiProperty()
  is_animated_gif!: boolean;

  @ApiProperty({ description: 'URL-encoded JSON' })
  crop_info!: string;

  @ApiProperty(CROPS)
  manual_image_crops!: Record<string, ShownCrop>;

  @ApiProperty(THUMBNAILS)
  thumbnails!: Record<string, string>;

  @ApiProperty({ example: '1200x800' })
  original_size!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  expand!: number;
}

/** An image as every endpoint shows it. Interface, chapter "Image". */
export class ImageResponse {
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  @ApiProperty({ format: 'uuid' })
  task_id!: string;

  @ApiProperty({ example: '9F86D081884C7D65' })
  shortcode_id!: string;

  @ApiProperty()
  is_animated_gif!: boolean;

  @ApiProperty({ type: 'integer', description: 'pixels', example: 800 })
  height!: number;

  @ApiProperty({ type: 'integer', description: 'pixels', example: 1200 })
  width!: number;

  @ApiProperty({ example: 'bridge.jpg' })
  filename!: string;

  @ApiProperty({ description: 'what the file says; empty when it does not' })
  iptc!: IptcResponse;

  @ApiProperty({ description: 'and caption, photo_credit, alt, link_url, title, link_target when set' })
  shortcode_params!: ImageShortcodeParams;

  @ApiProperty(THUMBNAILS)
  thumbnails!: Record<string, string>;

  @ApiProperty(CROPS)
  manual_image_crops!: Record<string, ShownCrop>;

  @ApiPropertyOptional({
    type: PointResponse,
    description: 'the focal point that was set; absent where the one that was found counts',
  })
  focal_point?: Point;

  @ApiProperty({ description: 'HTML' })
  media_html!: string;

  @ApiProperty({ description: 'for body, media and listicle', example: '[cms-image 12 …]' })
  shortcode!: string;

  @ApiProperty({ description: 'URL of the whole image' })
  image_original_url!: string;
}

/** Shows images with their thumbnails and crops as the API has them. */
@Injectable()
export class ImagePresenter {
  constructor(
    private readonly links: ImageLinks,
    private readonly markup: ImageMarkup,
  ) {}

  present(image: Image): ImageResponse {
    const thumbnails = this.links.thumbnails(image);
    const crops = this.links.crops(image);
    return {
      id: image.id,
      task_id: image.taskId,
      shortcode_id: image.shortcodeId,
      is_animated_gif: image.isAnimatedGif,
      height: image.height,
      width: image.width,
      filename: image.filename,
      iptc: image.iptc ?? { 'by-line': '', 'caption/abstract': '' },
      shortcode_params: {
        is_animated_gif: image.isAnimatedGif,
        crop_info: this.markup.cropInfo(image),
        manual_image_crops: crops,
        thumbnails,
        original_size: `${image.width}x${image.height}`,
        expand: 1,
        ...this.markup.wordsOf(image),
      },
      thumbnails,
      manual_image_crops: crops,
      ...(image.chosenPoint && { focal_point: image.chosenPoint }),
      media_html: this.markup.figure(image),
      shortcode: this.markup.shortcode(image),
      image_original_url: this.links.originUrl(image),
    };
  }
}
