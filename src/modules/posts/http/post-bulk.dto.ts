import { ApiProperty } from '@nestjs/swagger';
import type { ProblemResponse } from '../../../platform/http/response/problem.response.js';
import { ArticleResponse } from '../../articles/http/article.response.js';

/** A record that was written. */
export class WrittenRecordResponse {
  @ApiProperty({ type: 'integer', enum: [200] })
  status!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: ArticleResponse })
  post!: ArticleResponse;
}

/** The answer of a record: the post, or the problem. */
export type BulkRecordResponse = WrittenRecordResponse | ProblemResponse;
