import { ApiProperty } from '@nestjs/swagger';
import { DAY_S } from '../../../kernel/units.js';
import { IntegerField } from '../../../platform/http/request/fields.js';
import { asCreation } from '../../../platform/http/writes/dry-run.js';
import { shownOnce } from '../../../platform/http/writes/shown-once.js';
import type { PreviewLink } from '../domain/preview-link.entity.js';
import type { IssuedLink } from '../preview-links.service.js';

const STANDARD_S = 7 * DAY_S;
const MAX_LIFETIME_S = 30 * DAY_S;
const SECONDS = {
  type: 'integer',
  format: 'int64',
  description: 'seconds UTC',
  example: 1795219200,
} as const;

export class CreatePreviewLinkDto {
  @IntegerField({
    min: 1,
    max: MAX_LIFETIME_S,
    description: 'seconds for which the link opens the article; 7 days when absent, 30 at most',
    example: STANDARD_S,
  })
  expires_in?: number | null;

  toExpiresIn(): number {
    return this.expires_in ?? STANDARD_S;
  }
}

export class PreviewLinkResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ type: 'integer', description: 'author who has made it', example: 7 })
  author_id!: number;

  @ApiProperty(SECONDS)
  created_ts!: number;

  @ApiProperty(SECONDS)
  expires_ts!: number;
}

export class IssuedPreviewLinkResponse extends PreviewLinkResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'answered this once: it holds the token; null in a dry run, and when the request is sent again',
    example: 'https://site.example/tides?preview=…',
  })
  url!: string | null;
}

export const presentLink = ({ id, authorId, createdTs, expiresTs }: PreviewLink): PreviewLinkResponse => ({
  id,
  author_id: authorId,
  created_ts: createdTs,
  expires_ts: expiresTs,
});

export function presentIssued({ link, url }: IssuedLink): IssuedPreviewLinkResponse {
  return asCreation(shownOnce(Object.assign(presentLink(link), { url }), 'url'));
}
