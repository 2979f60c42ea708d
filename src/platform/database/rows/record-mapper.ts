import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { TooLargeError } from '../../../kernel/errors.js';
import { MEGABYTE } from '../../../kernel/units.js';
import { type Database, placeholders } from '../database.js';
import { Sql, type SqlValue } from '../sql.js';

interface Column {
  readonly property: string;
  readonly name: string;
  readonly read: (value: unknown) => unknown;
  readonly write: (value: unknown) => SqlValue;
  readonly isGenerated: boolean;
  /** Whether it may hold megabytes. */
  readonly isText: boolean;
}

const same = (value: unknown): unknown => value;

/**
 * Rows of one table as plain records, after the columns that its entity declares. For tables whose rows are
 * read and written too often for TypeORM's own hydration and change tracking.
 */
export class RecordMapper<R extends ObjectLiteral> {
  readonly table: string;
  private readonly columns: readonly Column[];

  constructor(
    private readonly database: Database,
    entity: EntityTarget<R>,
  ) {
    const metadata = database.sources.writer.getMetadata(entity);
    this.table = metadata.tableName;
    this.columns = metadata.columns.map((column) => {
      const transformer = Array.isArray(column.transformer) ? column.transformer[0] : column.transformer;
      return {
        property: column.propertyName,
        name: column.databaseName,
        read: transformer ? (value: unknown) => transformer.from(value) as unknown : same,
        write: (value: unknown) => (transformer ? transformer.to(value) : (value ?? null)) as SqlValue,
        isGenerated: column.isGenerated,
        isText: column.type === 'longtext',
      };
    });
  }

  /** `a.id, a.created_ts, …`, of all properties or of those named; of the id at least. */
  selection(alias: string, properties?: ReadonlySet<keyof R>): string {
    return this.selected(properties)
      .map(({ name }) => `${alias}.${name}`)
      .join(', ');
  }

  /** `a.id AS a_id, …`, for a statement that joins it to another table. */
  joinedSelection(alias: string): string {
    return this.columns.map(({ name }) => `${alias}.${name} AS ${alias}_${name}`).join(', ');
  }

  /** Fills a record with what a row of {@link joinedSelection} holds; null when nothing was joined. */
  readJoined<T extends R>(row: Readonly<Record<string, unknown>>, alias: string, record: T): T | null {
    if (row[`${alias}_id`] === null) return null;
    for (const { property, name, read } of this.columns)
      (record as Record<string, unknown>)[property] = read(row[`${alias}_${name}`]);
    return record;
  }

  /** Bytes of the texts in a row of {@link selection}. */
  textBytes(alias: string, properties?: ReadonlySet<keyof R>): string {
    const length = this.database.dialect === 'mysql' ? 'LENGTH' : 'octet_length';
    const texts = this.selected(properties).filter(({ isText }) => isText);
    return ['0', ...texts.map(({ name }) => `COALESCE(${length}(${alias}.${name}), 0)`)].join(' + ');
  }

  /** Fills a record with what a row of {@link selection} holds. */
  read<T extends R>(row: Readonly<Record<string, unknown>>, record: T, properties?: ReadonlySet<keyof R>): T {
    for (const { property, name, read } of this.selected(properties))
      (record as Record<string, unknown>)[property] = read(row[name]);
    return record;
  }

  private selected(properties: ReadonlySet<keyof R> | undefined): readonly Column[] {
    if (!properties) return this.columns;
    return this.columns.filter(({ property, isGenerated }) => isGenerated || properties.has(property));
  }

  /** The values that the row of a record would hold, by column. */
  snapshot(record: R): Map<string, SqlValue> {
    const values = this.columns.filter(({ isGenerated }) => !isGenerated);
    return new Map(values.map(({ name, property, write }) => [name, write(record[property])]));
  }

  /**
   * @returns the id of the new row
   * @throws TooLargeError
   */
  async insert(record: R): Promise<number> {
    const values = this.snapshot(record);
    mustFitPacket(values);
    // Columns that are not named are null.
    const [small, large] = bySize([...values].filter(([, value]) => value !== null));
    const id = await this.database.insert(
      `INSERT INTO ${this.table} (${small.map(([name]) => name).join(', ')}) VALUES (${placeholders(small)})`,
      small.map(([, value]) => value),
    );
    for (const value of large) {
      const { text, parameters } = this.assignment(id, [value]);
      await this.database.defer(text, parameters);
    }
    return id;
  }

  /** Inserts records that have their ids already, in one statement. */
  async insertAll(records: readonly R[]): Promise<void> {
    await this.database.insertRows(
      this.table,
      this.columns.map(({ name }) => name),
      records.map((record) => this.columns.map(({ property, write }) => write(record[property]))),
    );
  }

  /** Writes what has changed since the snapshot was taken. @throws TooLargeError */
  async update(id: number, before: ReadonlyMap<string, SqlValue>, record: R): Promise<void> {
    for (const { text, parameters } of this.changes(id, before, record))
      await this.database.execute(text, parameters);
  }

  /** The same, deferred. @throws TooLargeError */
  async deferUpdate(id: number, before: ReadonlyMap<string, SqlValue>, record: R): Promise<void> {
    for (const { text, parameters } of this.changes(id, before, record))
      await this.database.defer(text, parameters);
  }

  private changes(id: number, before: ReadonlyMap<string, SqlValue>, record: R): Sql[] {
    const values = this.snapshot(record);
    mustFitPacket(values);
    const [small, large] = bySize([...values].filter(([name, value]) => before.get(name) !== value));
    const together = small.length > 0 ? [this.assignment(id, small)] : [];
    return [...together, ...large.map((value) => this.assignment(id, [value]))];
  }

  private assignment(id: number, values: readonly Value[]): Sql {
    const assignments = values.map(([name]) => `${name} = ?`).join(', ');
    const parameters = [...values.map(([, value]) => value), id];
    return new Sql(`UPDATE ${this.table} SET ${assignments} WHERE id = ?`, parameters);
  }
}

type Value = readonly [column: string, value: SqlValue];

/** A row travels in one packet, and servers take and send 16 MB at most unless they are told otherwise. */
const MAX_ROW_BYTES = 14 * MEGABYTE;
/** Quotes and backslashes double on their way to the server, so a large text travels alone. */
const LARGE_CHARACTERS = MEGABYTE;

function bySize(values: readonly Value[]): [small: Value[], large: Value[]] {
  const isLarge = ([, value]: Value) => typeof value === 'string' && value.length > LARGE_CHARACTERS;
  return [values.filter((value) => !isLarge(value)), values.filter(isLarge)];
}

function mustFitPacket(values: ReadonlyMap<string, SqlValue>): void {
  let bytes = 0;
  for (const value of values.values()) if (typeof value === 'string') bytes += Buffer.byteLength(value);
  if (bytes <= MAX_ROW_BYTES) return;
  throw new TooLargeError(
    'texts-too-large',
    `All texts together, with what is rendered of them, exceed the limit of ${MAX_ROW_BYTES} bytes.`,
  );
}
