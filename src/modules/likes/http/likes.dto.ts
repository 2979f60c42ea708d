import { ApiProperty } from '@nestjs/swagger';
import { IdField } from '../../../platform/http/request/fields.js';
import { AuthorResponse } from '../../authors/http/author.presenter.js';

export class CreateLikeDto {
  @IdField({ description: 'who likes; the author of the key when absent', example: 7 })
  author_id?: number | null;
}

export class LikeResponse {
  @ApiProperty({ type: 'integer', format: 'int64', description: 'seconds UTC', example: 1795219200 })
  created_ts!: number;

  @ApiProperty()
  author!: AuthorResponse;
}
