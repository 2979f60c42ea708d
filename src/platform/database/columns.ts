import { Column, type ColumnOptions, type ValueTransformer } from 'typeorm';

const toNumber: ValueTransformer = {
  to: (value: unknown): unknown => value,
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
};

const flag: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'boolean' ? Number(value) : value),
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value) !== 0),
};

const json: ValueTransformer = {
  to: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
  from: (value: unknown) => parseJson(value),
};

/** The value of a JSON column as the driver returns it: text, or null when unset. */
export function parseJson(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null;
}

type Options = Pick<ColumnOptions, 'nullable' | 'name' | 'default'>;

/** A text of any length, kept byte for byte. */
export const TextColumn = (options: Options = {}): PropertyDecorator =>
  Column({ type: 'longtext', nullable: true, ...options });

/** A text that is looked up: at most `length` characters, compared byte for byte. */
export const KeyColumn = (length: number, options: Options = {}): PropertyDecorator =>
  Column({ type: 'varchar', length, ...options });

/** A point in time, whole seconds UTC. */
export const SecondsColumn = (options: Options = {}): PropertyDecorator =>
  Column({ type: 'bigint', transformer: toNumber, ...options });

/** A number that grows for ever. */
export const CountColumn = (options: Options = {}): PropertyDecorator =>
  Column({ type: 'bigint', transformer: toNumber, ...options });

export const IntegerColumn = (options: Options = {}): PropertyDecorator =>
  Column({ type: 'int', ...options });

export const FlagColumn = (options: Options = {}): PropertyDecorator =>
  Column({ type: 'tinyint', transformer: flag, default: 0, ...options });

/** A JSON value, kept as text. */
export const JsonColumn = (options: Options = {}): PropertyDecorator =>
  Column({ type: 'longtext', nullable: true, transformer: json, ...options });

/** A JSON value whose form has changed. @param read makes a value of today of what is stored */
export const FormerJsonColumn = (read: (stored: unknown) => unknown): PropertyDecorator =>
  Column({
    type: 'longtext',
    nullable: true,
    transformer: { ...json, from: (value: unknown) => read(parseJson(value)) },
  });
