import { ApiProperty } from '@nestjs/swagger';
import { SecondsField } from '../../../platform/http/request/fields.js';
import { CursorPageDto, LimitField } from '../../../platform/http/request/page.dto.js';
import { ArticleResponse } from '../../articles/http/article.response.js';

export class SchedulePostDto {
  @SecondsField({
    required: true,
    description: 'when to publish, seconds UTC; in the future',
    example: 1893456000,
  })
  scheduled_at!: number;
}

/** Query of a list; all are listed without limit and cursor. */
export class ListScheduledPostsDto extends CursorPageDto {
  @LimitField(null, 100)
  declare limit?: number;

  get isEndless(): boolean {
    return this.limit === undefined && this.cursor === undefined;
  }
}

class PublicationResponse {
  @ApiProperty({ type: 'integer', description: 'how often publication has failed' })
  attempts!: number;

  @ApiProperty({ type: String, nullable: true, description: 'why it failed the last time' })
  last_error!: string | null;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    description: 'when it is tried next, seconds UTC',
  })
  next_attempt_at!: number | null;
}

/** A scheduled post: the post object, and how its publication goes. */
export class ScheduledPostResponse extends ArticleResponse {
  @ApiProperty({ description: 'how the publication goes' })
  publication!: PublicationResponse;
}
