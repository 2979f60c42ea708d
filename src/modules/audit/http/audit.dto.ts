import { ApiProperty } from '@nestjs/swagger';
import { InvalidError } from '../../../kernel/errors.js';
import {
  Fault,
  fault,
  Field,
  IntegerField,
  readString,
  SecondsField,
} from '../../../platform/http/request/fields.js';
import { CursorPageDto } from '../../../platform/http/request/page.dto.js';
import { type AuditRecord, MAX_NAME } from '../domain/audit-record.entity.js';
import type { AuditFilter } from '../domain/audit-records.repository.js';

const NAME = /^[a-z\d]+(?:-[a-z\d]+)*$/;

function readName(value: unknown): string | Fault {
  const text = readString(value);
  if (text instanceof Fault) return text;
  return NAME.test(text) && text.length <= MAX_NAME
    ? text
    : fault(`must be a name of small letters, digits and hyphens, ${MAX_NAME} characters at most`);
}

const NameField = (description: string, example: string) =>
  Field(
    readName,
    { nullable: false, description, example },
    { type: String, maxLength: MAX_NAME, pattern: NAME.source },
  );

export class ListAuditDto extends CursorPageDto {
  @IntegerField({ min: 1, nullable: false, description: 'writes in the name of this author' })
  author_id?: number;

  @NameField('writes of resources of this kind', 'post')
  resource?: string;

  @IntegerField({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    nullable: false,
    description: 'writes of resources with this id',
  })
  resource_id?: number;

  @NameField('writes of this kind', 'publish')
  verb?: string;

  @SecondsField({ nullable: false, description: 'seconds UTC, inclusive' })
  from?: number;

  @SecondsField({ nullable: false, description: 'seconds UTC, inclusive; not before `from`' })
  to?: number;

  /** @throws InvalidError for an end before the beginning */
  toFilter(): AuditFilter {
    const { author_id: authorId, resource, resource_id: resourceId, verb, from, to } = this;
    if (from !== undefined && to !== undefined && to < from)
      throw InvalidError.field('to', 'must not be before from');
    return { authorId, resource, resourceId, verb, from, to };
  }
}

export class WrittenResourceResponse {
  @ApiProperty({ type: String, description: 'its kind', example: 'post' })
  type!: string;

  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, description: 'null for the whole site' })
  id!: number | null;
}

export class AuditRecordResponse {
  @ApiProperty({ type: 'integer', format: 'int64', example: 1024 })
  id!: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'seconds UTC', example: 1795219200 })
  at!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'author of the key; null for commands, jobs and the service itself',
    example: 7,
  })
  author_id!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'the first characters of the key, as lists of keys have them',
    example: 'Yx3kQz8a',
  })
  key!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'null where it was no request', example: 'PUT' })
  method!: string | null;

  @ApiProperty({
    type: String,
    description: 'pattern of the route; `cli` with a command, `job` with a name, `service`',
    example: '/api/1.3/posts/:id',
  })
  route!: string;

  @ApiProperty({ type: WrittenResourceResponse })
  resource!: WrittenResourceResponse;

  @ApiProperty({ type: String, example: 'publish' })
  verb!: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'of the answer; null where it was no request',
    example: 200,
  })
  status!: number | null;

  @ApiProperty({ type: String, nullable: true, description: '`x-request-id` of the answer' })
  request_id!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'of the client; null unless `audit.addresses`' })
  address!: string | null;
}

export const presentRecord = (record: AuditRecord): AuditRecordResponse => ({
  id: record.id,
  at: record.createdTs,
  author_id: record.authorId,
  key: record.keyPrefix,
  method: record.method,
  route: record.route,
  resource: { type: record.resource, id: record.resourceId },
  verb: record.verb,
  status: record.status,
  request_id: record.requestId,
  address: record.address,
});
