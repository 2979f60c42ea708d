import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { registerDecorator, ValidateIf, ValidateNested } from 'class-validator';
import { faultOfText, faultOfValuesIn } from '../../../kernel/text.js';
import { MAX_INT32 } from '../../../kernel/units.js';
import { addField, createRequest } from './request-object.js';

/**
 * Properties of request objects. Each decorator ends the quirks of the wire in one place: it reads what
 * clients send (`"7"` for 7, `1` for true, `a,b` for a list), says what is wrong with it, and describes the
 * field in the API documentation. An omitted field is undefined, a cleared one null.
 */
export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  readonly required?: boolean;
  /** Whether null clears the field. */
  readonly nullable?: boolean;
}

/** A fault of a value, and its place inside the field. */
export class Fault {
  constructor(
    readonly message: string,
    readonly path = '',
  ) {}

  below(path: string): Fault {
    return new Fault(this.message, path + this.path);
  }
}

/** Turns what was sent into the value of a field, or into a {@link Fault}. */
export type Reader = (value: unknown) => unknown;

const MILLISECONDS = 100_000_000_000;
/** The first second of the year 1: feeds and sitemaps have no way to write earlier ones. */
const YEAR_1_S = -62_135_596_800;

interface IntegerRange {
  readonly min?: number;
  readonly max?: number;
}

export const fault = (message: string): Fault => new Fault(message);

/** A text; a number stands for its digits. */
export const readString = (value: unknown): string | Fault => {
  if (typeof value === 'number') return textOf(value);
  if (typeof value !== 'string') return fault('must be a string');
  const wrong = faultOfText(value);
  return wrong === null ? value : fault(`must be ${wrong}`);
};

/** Digits of larger numbers are lost when JSON is parsed. */
const textOf = (number: number): string | Fault =>
  Math.abs(number) > Number.MAX_SAFE_INTEGER
    ? fault('must be a string: a number of this size loses digits')
    : String(number);

export const readInteger =
  ({ min = -MAX_INT32, max = MAX_INT32 }: IntegerRange = {}) =>
  (value: unknown): number | Fault => {
    const isNumeric = typeof value === 'string' && /^\s*-?\d{1,16}\s*$/.test(value);
    const number = isNumeric ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return fault('must be an integer');
    if (number < min) return fault(`must not be less than ${min}`);
    return number > max ? fault(`must not be greater than ${max}`) : number;
  };

/** The id of something that exists; `""` and 0 mean none, as clients send them. */
export const readIdOrNone = (value: unknown): number | Fault | null => {
  const id = value === '' ? 0 : readInteger({ min: 0 })(value);
  return id === 0 ? null : id;
};

export const readFlag = (value: unknown): boolean | Fault => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === true || text === 1 || text === '1' || text === 'true') return true;
  if (text === false || text === 0 || text === '0' || text === 'false' || text === '') return false;
  return fault('must be true or false');
};

/** Reads one of some words. */
export function readOneOf<T extends string>(...values: readonly T[]) {
  return (value: unknown): T | Fault =>
    values.find((known) => known === value) ?? fault(`must be ${values.join(' or ')}`);
}

const readSeconds: Reader = (value) => {
  const seconds = readInteger({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })(value);
  if (seconds instanceof Fault) return seconds;
  if (Math.abs(seconds) >= MILLISECONDS) return fault('must be in seconds; this looks like milliseconds');
  return seconds < YEAR_1_S ? fault('must not be before the year 1') : seconds;
};

/** An object that is kept as it was sent. */
export const readObject = (value: unknown): object | Fault => {
  const object = objectIn(value);
  const wrong = object instanceof Fault ? null : faultOfValuesIn(object);
  return wrong === null ? object : fault(`must hold ${wrong}`);
};

/** A list; "" is an empty one, as clients send it. */
export const readList =
  (readItem: Reader, maxItems = 1000): Reader =>
  (value) => {
    const items: unknown = value === '' ? [] : value;
    if (!Array.isArray(items)) return fault('must be a list');
    if (items.length > maxItems) return fault(`must not hold more than ${maxItems} items`);
    const read = items.map(readItem);
    const wrong = read.findIndex((item) => item instanceof Fault);
    return wrong < 0 ? read : (read[wrong] as Fault).below(`[${wrong}]`);
  };

/** A list as queries have it: separated by commas, a parameter for each item, or both. */
const readCommaList =
  (readItem: Reader, maxItems?: number): Reader =>
  (value) =>
    readList(readItem, maxItems)(typeof value === 'string' ? splitList(value) : value);

/** An object with known fields, each optional; what else it holds is ignored. */
export const readShape =
  (shape: Readonly<Record<string, Reader>>, required: readonly string[] = []): Reader =>
  (object) => {
    const value = objectIn(object);
    if (value instanceof Fault) return value;
    const read: Record<string, unknown> = {};
    for (const [name, readField] of Object.entries(shape)) {
      const sent = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      if (sent === undefined || sent === null) {
        if (required.includes(name)) return fault('is required').below(`.${name}`);
        if (sent === null) read[name] = null;
        continue;
      }
      const item = readField(sent);
      if (item instanceof Fault) return item.below(`.${name}`);
      read[name] = item;
    }
    return read;
  };

/** An empty list stands for an empty object: some languages cannot tell them apart. */
function objectIn(value: unknown): object | Fault {
  if (Array.isArray(value) && value.length === 0) return {};
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value
    : fault('must be an object');
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A property that is read by `read`. The other decorators of this file are made of it. */
export function Field(
  read: Reader,
  options: FieldOptions,
  documentation: ApiPropertyOptions,
): PropertyDecorator {
  const { required = false, nullable = !required, description, example } = options;
  return applyDecorators(
    ApiProperty({
      ...documentation,
      required,
      ...(nullable && { nullable }),
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
    } as ApiPropertyOptions),
    (target: object, name: string | symbol) => {
      addField(target, String(name), (value) => {
        if (value === undefined || (value === null && nullable)) return value;
        return value === null ? fault('must not be null') : read(value);
      });
    },
    HasNoFault(required),
  );
}

function HasNoFault(required: boolean): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'readable',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => !(value instanceof Fault) && !(required && value === undefined),
        defaultMessage: (validated) => {
          const value: unknown = validated?.value;
          return value instanceof Fault ? `${value.path} ${value.message}`.trim() : 'is required';
        },
      },
    });
  };
}

export const StringField = (options: FieldOptions & { maxLength?: number; minLength?: number } = {}) => {
  const { maxLength, minLength } = options;
  return Field(
    (value) => {
      const text = readString(value);
      if (text instanceof Fault) return text;
      if (maxLength !== undefined && text.length > maxLength)
        return fault(`must not be longer than ${maxLength} characters`);
      if (minLength !== undefined && text.trim().length < minLength) {
        return fault(
          minLength === 1 ? 'must not be empty' : `must not be shorter than ${minLength} characters`,
        );
      }
      return text;
    },
    options,
    {
      type: String,
      ...(maxLength !== undefined && { maxLength }),
      ...(minLength !== undefined && { minLength }),
    },
  );
};

export const IntegerField = (options: FieldOptions & IntegerRange = {}) =>
  Field(readInteger(options), options, {
    type: 'integer',
    ...(options.min !== undefined && { minimum: options.min }),
    ...(options.max !== undefined && { maximum: options.max }),
  });

export const IdField = (options: FieldOptions = {}) => Field(readIdOrNone, options, { type: 'integer' });

export const FlagField = (options: FieldOptions = {}) => Field(readFlag, options, { type: Boolean });

/** A point in time, whole seconds UTC. */
export const SecondsField = (options: FieldOptions = {}) =>
  Field(readSeconds, options, { type: 'integer', format: 'int64' });

/** An object that is kept as it was sent. */
export const ObjectField = (options: FieldOptions = {}) =>
  Field(readObject, options, { type: 'object', additionalProperties: true });

export type ListOptions = FieldOptions & {
  readonly items: Record<string, unknown>;
  readonly maxItems?: number;
};

/** A list of request objects: faults name their places, `stops[2].name`. */
export const ObjectListField = (
  itemType: () => Type<object>,
  options: Omit<ListOptions, 'items'> = {},
): PropertyDecorator => {
  const readItem = (value: unknown): unknown => {
    const sent = objectIn(value);
    return sent instanceof Fault ? sent : createRequest(itemType(), sent);
  };
  return applyDecorators(
    Field(readList(readItem, options.maxItems), options, { type: () => [itemType()] }),
    ValidateIf((_object, value) => value !== null),
    ValidateNested({ each: true }),
  );
};

/** A function without parameters reads nothing: it names the class of the items. */
export const ListField = (readItem: Reader, options: ListOptions) =>
  readItem.length === 0
    ? ObjectListField(readItem as () => Type<object>, options)
    : Field(readList(readItem, options.maxItems), options, { type: 'array', items: options.items });

/** A list in a query. */
export const CommaListField = (readItem: Reader, options: ListOptions) =>
  Field(readCommaList(readItem, options.maxItems), options, { type: 'array', items: options.items });
