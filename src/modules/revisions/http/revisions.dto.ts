import { isDeepStrictEqual } from 'node:util';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IntegerField } from '../../../platform/http/request/fields.js';
import type { Revision } from '../domain/revisions.repository.js';
import { diffTexts, type TextPiece } from '../text-diff.js';

/** A value of any field. */
const value = (description: string): ApiPropertyOptions => ({
  description,
  nullable: true,
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object', additionalProperties: true },
  ],
});

export class CompareRevisionsDto {
  @IntegerField({ min: 1, required: true, nullable: false, description: 'the former one' })
  from!: number;

  @IntegerField({ min: 1, nullable: false, description: 'the later one; the present one when absent' })
  to?: number;
}

export class RevisionResponse {
  @ApiProperty({ type: 'integer', description: 'version of the article', example: 7 })
  revision!: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'when it was made, seconds UTC' })
  created_ts!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'who made it; null for the service itself, and where it is not known any more',
  })
  author_id!: number | null;

  @ApiProperty({
    type: [String],
    description: 'fields in which it differs from the one before; empty for the first',
    example: ['headline'],
  })
  changed!: readonly string[];
}

export class TextPieceResponse {
  @ApiProperty({ type: String, enum: ['equal', 'delete', 'insert'] })
  op!: TextPiece['op'];

  @ApiProperty({ type: String })
  text!: string;
}

export class FieldDifferenceResponse {
  @ApiProperty({ type: String, example: 'headline' })
  field!: string;

  @ApiProperty(value('in the former one'))
  from!: unknown;

  @ApiProperty(value('in the later one'))
  to!: unknown;

  @ApiProperty({
    type: [TextPieceResponse],
    required: false,
    description: 'of texts: the way from one to the other, by words',
  })
  diff?: readonly TextPiece[];
}

export class ComparisonResponse {
  @ApiProperty({ type: [FieldDifferenceResponse] })
  fields!: readonly FieldDifferenceResponse[];
}

export const presentRevision = ({ revision, createdTs, authorId, changed }: Revision): RevisionResponse => ({
  revision,
  created_ts: createdTs,
  author_id: authorId,
  changed,
});

/** The fields that differ in two post objects with the same ones. */
export function presentComparison(former: object, later: object): ComparisonResponse {
  const values = new Map<string, unknown>(Object.entries(later));
  const fields = Object.entries(former)
    .map(([field, from]: [string, unknown]) => ({ field, from, to: values.get(field) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
    .map(({ field, from, to }) => {
      const areTexts = typeof from === 'string' && typeof to === 'string';
      return { field, from, to, ...(areTexts && { diff: diffTexts(from, to) }) };
    });
  return { fields };
}
