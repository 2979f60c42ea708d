import { STATUS_CODES } from 'node:http';
import { applyDecorators } from '@nestjs/common';
import {
  ApiProperty,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { PROBLEM_MEDIA_TYPE } from '../../errors/problem.js';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

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

class CurrentVersionResponse {
  @ApiProperty({ type: 'integer', example: 4 })
  version!: number;

  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, description: 'seconds UTC' })
  updated_ts!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'author; null for the service itself' })
  author_id!: number | null;
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

  @ApiProperty({
    type: [FieldErrorResponse],
    required: false,
    description: 'for invalid input, each fault; for version-mismatch, each field that has changed since',
  })
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
    type: CurrentVersionResponse,
    required: false,
    description: 'for version-mismatch, the present version, as far as its time and author are known',
  })
  current?: CurrentVersionResponse;

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
  409: 'Conflict with what is stored; with Retry-After, a request with this Idempotency-Key is under way',
  410: 'No longer kept',
  412: 'If-Match does not match',
  413: 'Too large',
  415: 'Media type not supported',
  422: 'Understood, but impossible to do',
  429: 'Too many requests; see Retry-After',
  503: 'Overloaded or shutting down; see Retry-After',
  507: 'The storage is full',
};

const HEADERS = {
  RetryAfter: { description: 'seconds to wait before the next try', schema: { type: 'integer' as const } },
  RateLimit: {
    description:
      'requests that are left, and seconds until there are more (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' as const, example: '"key";r=0;t=12' },
  },
  RateLimitPolicy: {
    description: 'requests of a key in a time, in seconds',
    schema: { type: 'string' as const, example: '"key";q=600;w=60' },
  },
  Challenge: {
    description: 'ways to authenticate (RFC 9110, 11.6.1)',
    schema: { type: 'string' as const },
  },
};

/** The header Retry-After of an answer. */
export const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const HEADERS_BY_STATUS: Readonly<Record<number, Readonly<Record<string, { readonly $ref: string }>>>> = {
  401: { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } },
  409: RETRY_AFTER,
  429: {
    ...RETRY_AFTER,
    RateLimit: { $ref: '#/components/headers/RateLimit' },
    'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  },
  503: RETRY_AFTER,
};

/** `NotFound` of 404. */
const nameOf = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(/[^A-Za-z]/g, '');

/** The failures that routes refer to, and the headers of these, as components of the description. */
export function problemComponents() {
  const content = { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: getSchemaPath(ProblemResponse) } } };
  const responses = Object.entries(DESCRIPTIONS).map(([status, description]) => {
    const headers = HEADERS_BY_STATUS[Number(status)];
    return [nameOf(Number(status)), { description, ...(headers && { headers }), content }];
  });
  return { headers: HEADERS, responses: Object.fromEntries(responses) as Responses };
}

/** Refers to a failure. @throws Error for a status that routes do not fail with */
export function problemReference(status: number): { $ref: string } {
  if (!(status in DESCRIPTIONS)) throw new Error(`problem.response.ts has no description of ${status}`);
  return { $ref: `#/components/responses/${nameOf(status)}` };
}

/** Documents the failures of a route. */
export function ApiProblems(...statuses: number[]): ClassDecorator & MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiResponse({ status, ...problemReference(status) })));
}

/** Documents a controller whose routes need a key. */
export function ApiResource(tag: string): ClassDecorator {
  return applyDecorators(ApiTags(tag), ApiSecurity('key'), ApiProblems(400, 401, 403));
}
