import type { DataSource } from 'typeorm';
import { MAX_INT32 } from '../../../kernel/units.js';
import type { RowClass, TransferPart, TransferTable, TransferValue } from '../transfer-kind.js';

type Row = Readonly<Record<string, unknown>>;

/** A column that travels. */
interface Column {
  readonly name: string;
  readonly isNumber: boolean;
  /** The least and the highest number. */
  readonly range: readonly [number, number];
  readonly isJson: boolean;
  /** Whether it may hold megabytes. */
  readonly isLong: boolean;
  readonly isNullable: boolean;
  /** Characters; null for no limit. */
  readonly length: number | null;
  readonly default: TransferValue;
}

const INTEGERS = [-(2 ** 31), MAX_INT32] as const;
/** Some sections have ids that every site has. */
const IDS = [0, MAX_INT32] as const;
const RANGES = new Map<unknown, readonly [number, number]>([
  ['tinyint', [0, 1]],
  ['bigint', [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
]);
const NUMBERS = new Set<unknown>(['int', 'integer', 'bigint', 'tinyint', Number]);

/**
 * The columns of a table that travel, in the order in which its entity declares
 * them: the same on both databases.
 */
export class TableColumns {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Primary key of the table itself. */
  readonly key: readonly string[];

  constructor(
    source: DataSource,
    readonly declaration: TransferTable | TransferPart,
  ) {
    const metadata = source.getMetadata(declaration.entity as RowClass & (new () => object));
    const { derived = {} } = declaration;
    const { owner, copied = [] } = { owner: '', ...declaration } as Partial<TransferPart>;
    const left = new Set([...Object.keys(derived), ...copied, owner]);
    this.table = metadata.tableName;
    this.key = metadata.primaryColumns.map(({ databaseName }) => databaseName);
    this.columns = metadata.columns
      .filter(({ databaseName }) => !left.has(databaseName))
      .map((column) => ({
        name: column.databaseName,
        isNumber: column.isGenerated || NUMBERS.has(column.type),
        range: column.isGenerated ? IDS : (RANGES.get(column.type) ?? INTEGERS),
        // The one transformer of texts.
        isJson: column.type === 'longtext' && column.transformer !== undefined,
        isLong: column.type === 'longtext',
        isNullable: column.isNullable,
        length: column.type === 'varchar' ? Number(column.length) : null,
        default: (column.default ?? null) as TransferValue,
      }));
  }

  get names(): readonly string[] {
    return this.columns.map(({ name }) => name);
  }

  get longNames(): readonly string[] {
    return this.columns.filter(({ isLong }) => isLong).map(({ name }) => name);
  }

  /** Exported values of a row, without nulls. */
  plain(row: Row): Record<string, TransferValue> {
    const { texts = {} } = this.declaration;
    const values: Record<string, TransferValue> = {};
    for (const { name, isNumber } of this.columns) {
      const value = row[name];
      if (value === null || value === undefined) continue;
      if (isNumber) values[name] = Number(value);
      else values[name] = texts[name]?.plain?.(value as string) ?? (value as string);
    }
    return values;
  }

  /** Message about an invalid value of a file. */
  faultOf(record: Row, others: ReadonlySet<string>): string | null {
    const known = new Map(this.columns.map((column) => [column.name, column]));
    for (const name of Object.keys(record))
      if (!known.has(name) && !others.has(name))
        return `${name}: is not known here; the export is of another version`;
    for (const column of this.columns) {
      const fault = faultOf(column, record[column.name]);
      if (fault) return `${column.name}: ${fault}`;
    }
    return null;
  }

  /**
   * The value of a column, as it is stored; numbers of a file may be missing where the table has a default.
   */
  valueOf(record: Row, name: string): TransferValue {
    const value = record[name] as TransferValue | undefined;
    if (value !== undefined) return value;
    const column = this.columns.find((one) => one.name === name);
    return column?.isNullable === false ? column.default : null;
  }
}

function faultOf(column: Column, value: unknown): string | null {
  if (value === undefined) {
    const mayBeMissing = column.isNullable || column.isLong || column.default !== null;
    return mayBeMissing ? null : 'is missing';
  }
  if (column.isNumber) return isWithin(value, column.range) ? null : `must be ${rangeOf(column.range)}`;
  if (typeof value !== 'string' || !value.isWellFormed()) return 'must be a text';
  const { length } = column;
  if (column.isJson && !isJson(value)) return 'must be JSON';
  return length !== null && value.length > length && Array.from(value).length > length
    ? `must not be longer than ${length} characters`
    : null;
}

const isWithin = (value: unknown, [least, highest]: readonly [number, number]): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= highest;

const rangeOf = ([least, highest]: readonly [number, number]): string =>
  `a whole number from ${least} to ${highest}`;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
