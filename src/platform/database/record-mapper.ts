import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { type Database, placeholders, type SqlValue } from './database.js';

interface Column {
  readonly property: string;
  readonly name: string;
  readonly read: (value: unknown) => unknown;
  readonly write: (value: unknown) => SqlValue;
  readonly isGenerated: boolean;
}

const same = (value: unknown): unknown => value;

/**
 * Rows of one table as plain records, after the columns that its entity declares. For tables whose rows are read
 * and written too often for TypeORM's own hydration and change tracking.
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
      };
    });
  }

  /** `a.id, a.created_ts, …` */
  selection(alias: string): string {
    return this.columns.map(({ name }) => `${alias}.${name}`).join(', ');
  }

  /** Fills a record with what a row of {@link selection} holds. */
  read<T extends R>(row: Readonly<Record<string, unknown>>, record: T): T {
    for (const { property, name, read } of this.columns)
      (record as Record<string, unknown>)[property] = read(row[name]);
    return record;
  }

  /** What the row of a record would hold, by column. */
  snapshot(record: R): Map<string, SqlValue> {
    const values = this.columns.filter(({ isGenerated }) => !isGenerated);
    return new Map(values.map(({ name, property, write }) => [name, write(record[property])]));
  }

  /** @returns the id of the new row */
  insert(record: R): Promise<number> {
    const values = this.snapshot(record);
    const marks = [...values].map(() => '?').join(', ');
    return this.database.insert(
      `INSERT INTO ${this.table} (${[...values.keys()].join(', ')}) VALUES (${marks})`,
      [...values.values()],
    );
  }

  /** Inserts records that have their ids already, in one statement. */
  async insertAll(records: readonly R[]): Promise<void> {
    const row = `(${placeholders(this.columns)})`;
    await this.database.execute(
      `INSERT INTO ${this.table} (${this.columns.map(({ name }) => name).join(', ')}) VALUES ${records.map(() => row).join(', ')}`,
      records.flatMap((record) => this.columns.map(({ property, write }) => write(record[property]))),
    );
  }

  /** Writes what has changed since the snapshot was taken. */
  async update(id: number, before: ReadonlyMap<string, SqlValue>, record: R): Promise<void> {
    const changed = [...this.snapshot(record)].filter(([name, value]) => before.get(name) !== value);
    if (changed.length === 0) return;
    const assignments = changed.map(([name]) => `${name} = ?`).join(', ');
    await this.database.execute(`UPDATE ${this.table} SET ${assignments} WHERE id = ?`, [
      ...changed.map(([, value]) => value),
      id,
    ]);
  }
}
