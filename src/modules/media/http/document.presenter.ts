import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { DocumentMarkup } from '../documents/document-markup.js';
import type { MediaDocument } from '../domain/document.entity.js';

class DocumentShortcodeParams {
  @ApiProperty({ type: 'integer', example: 1 })
  site_id!: number;

  @ApiProperty({ example: 'Annual report.pdf' })
  original_filename!: string;
}

/** A document as every endpoint shows it. Interface, chapter "Document". */
export class DocumentResponse {
  @ApiProperty({ type: 'integer', example: 7 })
  id!: number;

  @ApiProperty({ description: 'in the URL', example: 'annual-report.pdf' })
  filename!: string;

  @ApiProperty({
    description: 'as it was sent; readers download it under this name',
    example: 'Annual report.pdf',
  })
  original_filename!: string;

  @ApiProperty({ description: 'URL of the file' })
  file_original_url!: string;

  @ApiProperty({ description: 'HTML' })
  media_html!: string;

  @ApiProperty({ example: '9F86D081884C7D65' })
  shortcode_id!: string;

  @ApiProperty({
    description: 'for body, media and listicle',
    example: '[cms-document-pdf 7 site_id=1 original_filename="Annual report.pdf"]',
  })
  shortcode!: string;

  @ApiProperty()
  shortcode_params!: DocumentShortcodeParams;
}

/** Shows documents as the API has them. */
@Injectable()
export class DocumentPresenter {
  constructor(private readonly markup: DocumentMarkup) {}

  present(document: MediaDocument): DocumentResponse {
    return {
      id: document.id,
      filename: document.filename,
      original_filename: document.originalFilename,
      file_original_url: this.markup.url(document),
      media_html: this.markup.link(document),
      shortcode_id: document.shortcodeId,
      shortcode: this.markup.shortcode(document),
      shortcode_params: this.markup.shortcodeParams(document),
    };
  }
}
