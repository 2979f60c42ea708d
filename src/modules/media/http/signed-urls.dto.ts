import { ApiProperty } from '@nestjs/swagger';
import { IntegerField } from '../../../platform/http/request/fields.js';
import { MAX_SIGNED_SECONDS } from '../media.settings.js';
import { THUMBNAILS } from './image.presenter.js';

const END = { type: 'integer', format: 'int64', description: 'seconds UTC', example: 1795219200 } as const;

export class SignUrlsDto {
  @IntegerField({
    min: 1,
    max: MAX_SIGNED_SECONDS,
    description:
      'seconds for which the URLs open the file; those of the setting `media.signedUrlSeconds` when absent, 7 days at most',
    example: 3600,
  })
  expires_in?: number | null;
}

export class SignedImageUrlsResponse {
  @ApiProperty(THUMBNAILS)
  thumbnails!: Record<string, string>;

  @ApiProperty({ description: 'URL of the whole image' })
  image_original_url!: string;

  @ApiProperty(END)
  expires_ts!: number;
}

export class SignedDocumentUrlResponse {
  @ApiProperty({ description: 'URL of the file' })
  file_original_url!: string;

  @ApiProperty(END)
  expires_ts!: number;
}
