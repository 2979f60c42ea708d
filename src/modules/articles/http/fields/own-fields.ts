import type { AddedField, AddedRequestField } from '../../../../platform/http/request/added-fields.js';
import {
  Fault,
  fault,
  type Reader,
  readFlag,
  readInteger,
  readList,
  readString,
} from '../../../../platform/http/request/fields.js';
import {
  type IntegerRange,
  MAX_STRING,
  MAX_TEXT,
  type OwnField,
  type OwnFields,
  type OwnValue,
  RANGE_ENDS,
} from '../../domain/own-fields.js';
import type { ShownField } from './field-selection.js';

/** Values of one criterion, as of the others. */
const MAX_VALUES = 100;

/** The fields of the extension as fields of the post object. */
export const ownShownFields = ({ all }: OwnFields): ShownField[] =>
  all.map((field) => [field.name, { relations: ['fields'], present: (article) => field.of(article) }]);

/** The same as requests have them. */
export const ownSentFields = ({ all }: OwnFields): AddedRequestField[] =>
  all.map((field) => ({ ...described(field), read: clearable(ownValueReader(field)) }));

/** The same as answers describe them. */
export const ownDescribedFields = ({ all }: OwnFields): AddedField[] => all.map(described);

/** Criteria of lists: values of which a post has one, and ranges of integers. */
export const ownCriteria = ({ filters }: OwnFields): AddedRequestField[] =>
  filters.flatMap((field) => [
    valuesOf(field),
    ...(field.hasRange ? RANGE_ENDS.map((end) => endOf(field, end)) : []),
  ]);

const valuesOf = (field: OwnField): AddedRequestField => {
  const readValues = readList(
    (sent) => ownValueReader(field)(sent) ?? fault('must not be empty'),
    MAX_VALUES,
  );
  return {
    name: field.name,
    read: (sent) => readValues(typeof sent === 'string' ? splitValues(sent) : sent),
    schema: {
      type: 'array',
      items: schemaOf(field),
      description: `posts with one of these values, comma-separated${field.options.type === 'string' ? '; a value with a comma is in double quotes' : ''}`,
    },
  };
};

/** One end of a range, as `date_from` and `date_to` are for times. */
const endOf = (field: OwnField, end: keyof IntegerRange): AddedRequestField => ({
  name: `${field.name}_${end}`,
  read: (sent) => {
    const value = readInteger()(sent);
    return value instanceof Fault ? value : new RangeEnd(field, end, value);
  },
  schema: { type: 'integer', description: `${end === 'from' ? 'least' : 'greatest'} value of ${field.name}` },
});

/** The value of one end that was sent. */
export class RangeEnd {
  constructor(
    private readonly field: OwnField,
    private readonly end: keyof IntegerRange,
    private readonly value: number,
  ) {}

  addTo(ranges: Record<string, IntegerRange>): void {
    const { name } = this.field;
    ranges[name] = this.field.within({ ...ranges[name], [this.end]: this.value });
  }
}

/** A value in double quotes, `""` for a quote in it, or what stands between commas. */
const VALUE = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/gy;

const splitValues = (text: string): string[] =>
  [...text.matchAll(VALUE)]
    .map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare.trim())
    .filter((value) => value !== '');

/** Reads a value as clients send it. */
const ownValueReader =
  (field: OwnField) =>
  (sent: unknown): OwnValue | Fault | null => {
    const value = READERS[field.options.type](sent);
    if (value instanceof Fault) return value;
    const kept = field.clean(value);
    const wrong = kept === null ? null : field.faultOf(kept);
    return wrong === null ? kept : fault(wrong);
  };

const READERS = {
  string: readString,
  text: readString,
  enum: readString,
  integer: readInteger(),
  boolean: readFlag,
} satisfies Record<OwnField['options']['type'], (sent: unknown) => OwnValue | Fault>;

const clearable =
  (read: Reader): Reader =>
  (sent) =>
    sent === null || sent === '' ? null : read(sent);

function described(field: OwnField): AddedField {
  const { description } = field.options;
  const schema = { ...schemaOf(field), nullable: true, ...(description !== undefined && { description }) };
  return { name: field.name, schema };
}

function schemaOf({ options }: OwnField): object {
  switch (options.type) {
    case 'string':
      return { type: 'string', maxLength: options.maxLength ?? MAX_STRING };
    case 'text':
      return { type: 'string', maxLength: options.maxLength ?? MAX_TEXT };
    case 'enum':
      return { type: 'string', enum: [...options.values] };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer': {
      const { min, max } = options;
      return {
        type: 'integer',
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      };
    }
  }
}
