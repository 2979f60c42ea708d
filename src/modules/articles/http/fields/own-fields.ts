import type { AddedField, AddedRequestField } from '../../../../platform/http/request/added-fields.js';
import {
  Fault,
  fault,
  type Reader,
  readCommaList,
  readFlag,
  readInteger,
  readString,
} from '../../../../platform/http/request/fields.js';
import {
  MAX_STRING,
  MAX_TEXT,
  type OwnField,
  type OwnFields,
  type OwnValue,
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

/** Criteria of lists: values of which a post has one. */
export const ownCriteria = ({ filters }: OwnFields): AddedRequestField[] =>
  filters.map((field) => ({
    name: field.name,
    read: readCommaList((sent) => ownValueReader(field)(sent) ?? fault('must not be empty'), MAX_VALUES),
    schema: {
      type: 'array',
      items: schemaOf(field),
      description: 'posts with one of these values, comma-separated',
    },
  }));

/** Reads a value as clients send it. */
export const ownValueReader =
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
