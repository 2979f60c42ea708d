import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiProperty,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { PROBLEM_MEDIA_TYPE } from '../../errors/problem.js';

class FieldErrorResponse {
  @ApiProperty({ description: 'JSON path of the field', example: 'sections[2]' })
  field!: string;

  @ApiProperty({ example: 'must be an integer' })
  message!: string;
}

class FieldChangeResponse {
  @ApiProperty({ example: 'title' })
  field!: string;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'seconds UTC', example: 1795219200 })
  changed_at!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'author; null for the service itself' })
  changed_by!: number | null;
}

/** Every failure of every route looks like this (RFC 9457). */
export class ProblemResponse {
  @ApiProperty({ example: 'about:blank' })
  type!: string;

  @ApiProperty({ example: 'Bad Request' })
  title!: string;

  @ApiProperty({ type: 'integer', example: 400 })
  status!: number;

  @ApiProperty({ description: 'what went wrong, for people', example: 'headline: is required' })
  detail!: string;

  @ApiProperty({ description: 'path of the request', example: '/api/1.3/posts' })
  instance!: string;

  @ApiProperty({ description: 'what went wrong, for programs; stable', example: 'invalid-input' })
  code!: string;

  @ApiProperty({ type: [FieldErrorResponse], required: false, description: 'for invalid input, each fault' })
  errors?: FieldErrorResponse[];

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'for provider-post-id-taken, the article that has the id',
  })
  conflicting_id?: number;

  @ApiProperty({ type: 'integer', required: false, description: 'for version-mismatch, the present version' })
  version?: number;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    required: false,
    description: 'for version-mismatch, when it was changed last; seconds UTC',
  })
  changed_at?: number;

  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    description: 'for version-mismatch, the author who changed it last; null for the service itself',
  })
  changed_by?: number | null;

  @ApiProperty({
    type: [FieldChangeResponse],
    required: false,
    description:
      'for version-mismatch, each field that has changed since the version of If-Match, with its latest change; left out when that is not known any more',
  })
  changed?: FieldChangeResponse[];
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'Malformed or invalid input',
  401: 'Key missing, unknown, revoked or expired',
  403: "The key's author may not do this",
  404: 'There is no such resource',
  409: 'Conflict with what is stored',
  412: 'If-Match does not match',
  413: 'Too large',
  415: 'Media type not supported',
  422: 'Understood, but impossible to do',
  429: 'Too many requests; see Retry-After',
  503: 'Overloaded or shutting down; see Retry-After',
};

/** Describes a failure of a route. */
export function problemResponse(status: number) {
  return {
    description: DESCRIPTIONS[status] ?? '',
    content: { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: getSchemaPath(ProblemResponse) } } },
  };
}

/** Documents the failures of a route. */
export function ApiProblems(...statuses: number[]): ClassDecorator & MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ProblemResponse),
    ...statuses.map((status) => ApiResponse({ status, ...problemResponse(status) })),
  );
}

/** Documents a controller whose routes need a key. */
export function ApiResource(tag: string): ClassDecorator {
  return applyDecorators(ApiTags(tag), ApiSecurity('key'), ApiProblems(400, 401, 403));
}
