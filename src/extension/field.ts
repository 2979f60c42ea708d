import { MAX_INT32 } from '../kernel/units.js';
import {
  MAX_STRING,
  MAX_TEXT,
  OwnField,
  type OwnFieldOptions,
  RANGE_ENDS,
} from '../modules/articles/domain/own-fields.js';

const MAX_FIELDS = 20;
const MAX_VALUES = 100;
/** Longer ones are no names for anybody. */
const MAX_NAME_LENGTH = 60;

/** The type of the values of a field that is declared like this. */
export type ValueOf<Options extends OwnFieldOptions> = Options extends {
  readonly type: 'enum';
  readonly values: readonly (infer Value extends string)[];
}
  ? Value
  : { string: string; text: string; integer: number; boolean: boolean; enum: string }[Options['type']];

/**
 * Declares a field of articles. Its name begins with that of the extension, so that it is never one of the
 * service: `field('newsroom_reading_level', { type: 'enum', values: ['easy', 'hard'], filter: true })`.
 */
export function field<const Options extends OwnFieldOptions>(
  name: string,
  options: Options,
): OwnField<ValueOf<Options>> {
  return new OwnField<ValueOf<Options>>(name, options);
}

/** Faults in the declared fields of an extension, a sentence each. */
export function* faultsOfFields(extension: string, fields: readonly OwnField[]): Generator<string> {
  if (fields.length > MAX_FIELDS) yield `fields: there are ${fields.length}, and ${MAX_FIELDS} at most`;
  const names = new Set<string>();
  for (const { name, options } of fields) {
    if (!name.startsWith(`${extension}_`)) yield `fields: "${name}" must begin with "${extension}_"`;
    else if (!/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)+$/.test(name) || name.length > MAX_NAME_LENGTH)
      yield `fields: "${name}" must be words of lower-case letters and digits, joined by "_", ${MAX_NAME_LENGTH} characters at most`;
    if (names.has(name)) yield `fields: "${name}" is declared twice`;
    names.add(name);
    const range = fields.find(
      (one) => one.hasRange && RANGE_ENDS.some((end) => name === `${one.name}_${end}`),
    );
    if (range) yield `fields: "${name}" is the name by which lists ask for a range of "${range.name}"`;
    for (const fault of faultsOfOptions(options)) yield `fields: "${name}" ${fault}`;
  }
}

function* faultsOfOptions(options: OwnFieldOptions): Generator<string> {
  const { type } = options;
  if (!Object.hasOwn(OPTIONS, type)) {
    yield `has the type "${type as string}"; there are ${Object.keys(OPTIONS).join(', ')}`;
    return;
  }
  const known = [...COMMON_OPTIONS, ...OPTIONS[type]];
  for (const name of Object.keys(options))
    if (!known.includes(name)) yield `has an option "${name}"; of type ${type} it has ${known.join(', ')}`;
  if (options.type === 'text' && 'filter' in options) yield 'is a text, by which no list can be filtered';
  if (options.type === 'enum') yield* faultsOfValues(options.values);
  if (options.type === 'string' || options.type === 'text') {
    const most = options.type === 'string' ? MAX_STRING : MAX_TEXT;
    const { maxLength = most } = options;
    if (!Number.isInteger(maxLength) || maxLength < 1 || maxLength > most)
      yield `has a maxLength of ${maxLength}; it must be 1 to ${most}`;
  }
  if (options.type === 'integer') {
    const { min = -MAX_INT32, max = MAX_INT32 } = options;
    if (![min, max].every((end) => Number.isInteger(end) && Math.abs(end) <= MAX_INT32))
      yield `has a range beyond ${MAX_INT32}, or not of integers`;
    if (min > max) yield 'has a min above its max';
  }
}

const COMMON_OPTIONS = ['type', 'description', 'internal', 'filter'];
/** The options of each type besides. */
const OPTIONS: Readonly<Record<OwnFieldOptions['type'], readonly string[]>> = {
  string: ['maxLength'],
  text: ['maxLength'],
  integer: ['min', 'max'],
  boolean: [],
  enum: ['values'],
};

function* faultsOfValues(values: readonly string[]): Generator<string> {
  if (values.length === 0 || values.length > MAX_VALUES) yield `must have 1 to ${MAX_VALUES} values`;
  if (new Set(values).size < values.length) yield 'has a value twice';
  for (const value of values)
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(value))
      yield `has the value "${value}"; values are 1 to 40 lower-case letters, digits and "_", the first a letter`;
}
