import { Body, Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  ApiProblems,
  ApiResource,
  ProblemResponse,
} from '../../../platform/http/response/problem.response.js';
import { Resumable } from '../../../platform/http/writes/resumable.js';
import { EditArticleDto } from '../../articles/http/article.dto.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { BulkRecords, isUnfinished, MAX_RECORDS } from './bulk-records.js';
import { type BulkRecordResponse, WrittenRecordResponse } from './post-bulk.dto.js';
import { UpsertQueryDto } from './post-upsert.dto.js';

/** Many posts at once. */
@ApiResource('Posts')
@Controller('api/1.3/posts')
export class PostBulkController {
  constructor(private readonly records: BulkRecords) {}

  @Post('bulk')
  @HttpCode(200)
  @Resumable(isUnfinished)
  @Requires('articles.publish', 'drafts.write', 'drafts.write.own', 'drafts.write.community')
  @ApiOperation({
    operationId: 'writePosts',
    summary: 'Create or edit many posts',
    description:
      'A record with `provider_post_id` creates the article that has this id under its `provider_id` (20 when absent), or edits it; any other creates one. Records are written in their order; one that fails does not stop the others, and its answer has the `status` and the fields of a problem. With an Idempotency-Key the records that succeed are committed together.',
  })
  @ApiExtraModels(EditArticleDto, WrittenRecordResponse, ProblemResponse)
  @ApiBody({
    schema: {
      type: 'array',
      maxItems: MAX_RECORDS,
      items: {
        allOf: [
          { $ref: getSchemaPath(EditArticleDto) },
          { type: 'object', properties: { provider_id: { type: 'integer', default: 20 } } },
        ],
      },
    },
  })
  @ApiOkResponse({
    description: 'what became of each record, in their order',
    schema: {
      type: 'array',
      items: {
        oneOf: [{ $ref: getSchemaPath(WrittenRecordResponse) }, { $ref: getSchemaPath(ProblemResponse) }],
      },
    },
  })
  @ApiProblems(413)
  write(
    @Body() records: unknown,
    @Query() query: UpsertQueryDto,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<BulkRecordResponse[]> {
    return this.records.write(records, { actor, request, publishes: query.publishes });
  }
}
