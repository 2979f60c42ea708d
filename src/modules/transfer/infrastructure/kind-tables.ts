import type { DataSource } from 'typeorm';
import { joined, raw, type Sql, sql } from '../../../platform/database/sql.js';
import type { TransferKind, TransferPart } from '../transfer-kind.js';
import { TableColumns } from './table-columns.js';

interface PartColumns {
  readonly name: string;
  readonly part: TransferPart;
  readonly columns: TableColumns;
}

/** The tables of a kind: its own, and those of its parts. */
export class KindTables {
  readonly own: TableColumns;
  readonly key: readonly string[];
  readonly parts: readonly PartColumns[];

  constructor(
    source: DataSource,
    readonly kind: TransferKind,
  ) {
    this.own = new TableColumns(source, { ...kind, derived: { ...kind.derived, ...kind.only } });
    this.key = kind.key ?? ['id'];
    this.parts = Object.entries(kind.parts ?? {}).map(([name, part]) => ({
      name,
      part,
      columns: new TableColumns(source, part),
    }));
  }

  /** The rows that are of the kind, as a condition; null when all of the table are. */
  get condition(): Sql | null {
    const values = Object.entries(this.kind.only ?? {});
    if (values.length === 0) return null;
    return joined(
      values.map(([name, value]) => sql`${raw(name)} = ${value}`),
      ' AND ',
    );
  }

  /** Tables whose ids are numbers that are given once. */
  get numbered(): readonly TableColumns[] {
    const own = this.kind.key === undefined ? [this.own] : [];
    return [...own, ...this.parts.filter(({ part }) => part.ids !== undefined).map(({ columns }) => columns)];
  }

  /** Message about an invalid record of a file; null when it can be stored. */
  faultOf(record: unknown): string | null {
    if (!isObject(record)) return 'is not an object';
    const fault = this.own.faultOf(record, new Set(this.parts.map(({ name }) => name)));
    if (fault) return fault;
    for (const column of this.key) if (record[column] === undefined) return `${column}: is missing`;
    if (record.id === 0 && !this.kind.standing?.includes(0)) return 'id: must be above 0';
    for (const { name, columns } of this.parts) {
      const rows = record[name] ?? [];
      if (!Array.isArray(rows)) return `${name}: must be an array`;
      for (const row of rows as unknown[]) {
        const faultOfRow = isObject(row) ? columns.faultOf(row, new Set()) : 'must be objects';
        if (faultOfRow) return `${name}: ${faultOfRow}`;
      }
    }
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
