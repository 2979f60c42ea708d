import type { EntityTarget } from 'typeorm';
import { type Database, placeholders, type SqlValue } from '../database.js';
import { lockRow } from './lock-row.js';
import { RecordMapper } from './record-mapper.js';

interface Versioned {
  id: number;
  version: number;
}

/** A change of a row: its new version, and the fields that it touched. */
export interface RowChange {
  readonly id: number;
  readonly verb: 'create' | 'edit' | 'delete';
  readonly version: number;
  readonly fields: readonly string[];
}

/** The change by which a record is deleted. */
export const deletionOf = ({ id, version }: Readonly<Versioned>): RowChange => ({
  id,
  verb: 'delete',
  version: version + 1,
  fields: [],
});

/**
 * Names that clients have for columns; null for one that follows from others.
 * Columns that are not named keep their name.
 */
export type FieldNames = Readonly<Record<string, string | null>>;

/** The fields in which a row differs from what it was. */
export function changedFields(
  before: ReadonlyMap<string, SqlValue>,
  after: ReadonlyMap<string, SqlValue>,
  names: FieldNames,
): string[] {
  const columns = [...after].filter(([column, value]) => before.get(column) !== value);
  const fields = columns.map(([column]) => (column in names ? (names[column] ?? null) : column));
  return [...new Set(fields.filter((field) => field !== null))];
}

/**
 * Rows that have a version: every change raises it by one, and is noted; what changes nothing does neither.
 */
export class VersionedRows<R extends Versioned> {
  private readonly mapper: RecordMapper<R>;
  private readonly stored = new WeakMap<R, ReadonlyMap<string, SqlValue>>();

  constructor(
    private readonly database: Database,
    entity: EntityTarget<R>,
    private readonly names: FieldNames,
    private readonly note: (change: RowChange) => Promise<void>,
  ) {
    this.mapper = new RecordMapper(database, entity);
  }

  /** Takes note of a record as it was read, so that it can be saved. */
  loaded<T extends R | null>(record: T): T {
    if (record) this.stored.set(record, this.mapper.snapshot(record));
    return record;
  }

  /** Locks a record until the transaction ends. */
  lock(id: number): Promise<void> {
    return lockRow(this.database, this.mapper.table, id);
  }

  /** Selects, of some ids, the ones that there are. */
  async existing(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM ${this.mapper.table} WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    return rows.map(({ id }) => id);
  }

  async add(record: R): Promise<R> {
    record.version = 1;
    record.id = await this.mapper.insert(record);
    await this.note({ id: record.id, verb: 'create', version: 1, fields: [] });
    return this.loaded(record);
  }

  /** Writes what has changed. */
  async save(record: R): Promise<R> {
    const before = this.stored.get(record);
    if (!before) throw new Error('Only what was read or added can be saved.');
    const after = this.mapper.snapshot(record);
    if ([...after].every(([column, value]) => before.get(column) === value)) return record;
    record.version += 1;
    await this.mapper.update(record.id, before, record);
    const { id, version } = record;
    await this.note({ id, verb: 'edit', version, fields: changedFields(before, after, this.names) });
    return this.loaded(record);
  }

  /** Notes that a record is deleted, by whatever statement. */
  noteDeletion({ id, version }: Readonly<Versioned>): Promise<void> {
    return this.note(deletionOf({ id, version }));
  }
}
