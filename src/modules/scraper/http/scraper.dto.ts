import { ApiProperty } from '@nestjs/swagger';
import { StringField } from '../../../platform/http/request/fields.js';
import type { ScrapedEmbed, ScrapedImage, ScrapedPage, ScrapedVideo } from '../domain/scraped-page.js';

export class ScrapeDto {
  @StringField({
    nullable: false,
    minLength: 1,
    maxLength: 4096,
    required: true,
    description: 'URL of the page, encoded',
    example: 'https://example.com/article',
  })
  url!: string;
}

class ScrapedImageResponse implements ScrapedImage {
  @ApiProperty({ example: 'https://example.com/photo.jpg' })
  url!: string;

  @ApiProperty({ type: 'integer', description: 'pixels; 0 when unknown', example: 1200 })
  width!: number;

  @ApiProperty({ type: 'integer', description: 'pixels; 0 when unknown', example: 630 })
  height!: number;

  @ApiProperty({ description: 'empty when unknown', example: 'jpg' })
  type!: string;

  @ApiProperty({ minimum: 0, maximum: 1, description: 'how well it stands for the page', example: 1 })
  weight!: number;
}

class ScrapedVideoResponse implements ScrapedVideo {
  @ApiProperty({ description: 'source of a frame', example: 'https://www.youtube-nocookie.com/embed/x' })
  embed_url!: string;

  @ApiProperty({ description: 'of the file, or of the page; empty when unknown', example: '' })
  url!: string;

  @ApiProperty({ type: 'integer', description: 'pixels; 0 when unknown', example: 0 })
  width!: number;

  @ApiProperty({ type: 'integer', description: 'pixels; 0 when unknown', example: 0 })
  height!: number;

  @ApiProperty({ description: 'media type; empty when unknown', example: 'text/html' })
  type!: string;
}

class ScrapedEmbedResponse implements ScrapedEmbed {
  @ApiProperty({
    description: 'to be put into body, media or a listicle item; empty when the page cannot be embedded',
    example: '[youtube https://youtu.be/dQw4w9WgXcQ expand=1]',
  })
  shortcode!: string;

  @ApiProperty({ description: 'HTML of the frame; empty when the page cannot be embedded' })
  media_html!: string;

  @ApiProperty({ example: 'dQw4w9WgXcQ' })
  shortcode_id!: string;

  @ApiProperty({ example: 'youtube' })
  shortcode_adapter!: string;
}

/** The page behind a URL. Unknown strings are empty. */
export class ScrapedPageResponse implements ScrapedPage {
  @ApiProperty({ example: 'A harbour of words' })
  title!: string;

  @ApiProperty({ example: 'A harbour of words' })
  headline!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ description: 'the article of the page, safe HTML' })
  body!: string;

  @ApiProperty({ description: 'canonical', example: 'https://example.com/article' })
  url!: string;

  @ApiProperty({ example: 'https://example.com/favicon.ico' })
  favicon!: string;

  @ApiProperty({ description: 'name of the parser that knew most', example: 'json-ld' })
  parser!: string;

  @ApiProperty({
    description: 'article, video, audio, image, post, recipe, product, map, document, feed, website',
    example: 'article',
  })
  type!: string;

  @ApiProperty({ description: 'whether the result is remembered for a while' })
  cacheable!: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'byline, site_name, published_time, modified_time, lang … as far as they are known; `incomplete` names the ' +
      'fields that could not be read in time (`body`): such a result is not remembered, ask again later',
    example: { byline: 'Paul Berry', site_name: 'Example', published_time: '2026-11-20T08:00:00Z' },
  })
  extra!: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: [String] })
  tags!: readonly string[];

  @ApiProperty({ type: [ScrapedImageResponse], description: 'best first' })
  images!: readonly ScrapedImageResponse[];

  @ApiProperty({ type: [ScrapedVideoResponse] })
  videos!: readonly ScrapedVideoResponse[];

  @ApiProperty()
  embed!: ScrapedEmbedResponse;
}
