import type { Database, SqlValue } from '../../../platform/database/database.js';
import { insertion } from '../../../platform/database/sql.js';
import type { NewIds, TransferPart, TransferRecord, TransferValue } from '../transfer-kind.js';
import type { KindTables } from './kind-tables.js';
import type { TableColumns } from './table-columns.js';

type Row = Record<string, TransferValue>;

/** Values and bytes of one INSERT. A server takes a packet of 16 MB, in which quotes double. */
const MAX_VALUES = 10_000;
const MAX_CHARACTERS = 1_000_000;

/** Stores records of a kind. */
export class KindWriter {
  constructor(
    private readonly database: Database,
    private readonly tables: KindTables,
    private readonly ids: NewIds,
    private readonly mayBeThere: boolean,
  ) {}

  async insert(records: readonly TransferRecord[]): Promise<void> {
    const { kind, own, parts } = this.tables;
    const owners = records.map((record) => ({ record, row: this.rowOf(own, record, kind.name) }));
    await this.insertRows(
      own,
      owners.map(({ row }) => row),
    );
    for (const { name, part, columns } of parts) {
      const rows = owners.flatMap(({ record, row }) =>
        ((record[name] ?? []) as readonly TransferRecord[]).map((of) => this.partOf(columns, part, of, row)),
      );
      await this.insertRows(columns, rows);
    }
  }

  private rowOf(columns: TableColumns, record: TransferRecord, ownKind: string | undefined): Row {
    const { references = {}, derived = {}, texts = {} } = columns.declaration;
    const row: Row = {};
    for (const name of columns.names) {
      const value = columns.valueOf(record, name);
      const kind = references[name] ?? (name === 'id' ? ownKind : undefined);
      row[name] = kind !== undefined && typeof value === 'number' ? this.ids.of(kind, value) : value;
    }
    for (const [name, { plain, withIds }] of Object.entries(texts)) {
      const text = row[name];
      if (typeof text !== 'string') continue;
      const own = plain?.(text) ?? text;
      row[name] = withIds?.(own, this.ids, Number(row.id)) ?? own;
    }
    for (const [name, value] of Object.entries(derived))
      row[name] = typeof value === 'function' ? value() : value;
    return row;
  }

  private partOf(columns: TableColumns, part: TransferPart, record: TransferRecord, owner: Row): Row {
    const row = this.rowOf(columns, record, part.ids);
    row[part.owner] = owner.id ?? null;
    for (const name of part.copied ?? []) row[name] = owner[name] ?? null;
    return row;
  }

  private async insertRows(columns: TableColumns, rows: readonly Row[]): Promise<void> {
    const names = Object.keys(rows[0] ?? {});
    for (const batch of batches(rows, names.length)) await this.insertBatch(columns, names, batch);
  }

  private async insertBatch(
    columns: TableColumns,
    names: readonly string[],
    rows: readonly Row[],
  ): Promise<void> {
    const standing = new Set(columns === this.tables.own ? this.tables.kind.standing : []);
    const fresh = rows.filter(({ id }) => !standing.has(Number(id ?? Number.NaN)));
    for (const row of rows) if (!fresh.includes(row)) await this.update(columns, names, row);
    if (fresh.length === 0) return;
    const values = fresh.map((row) => names.map((name) => small(row[name] ?? null)));
    const { text, parameters } = insertion(columns.table, names, values);
    await this.database.execute(text + this.ending(names), parameters);
    for (const one of fresh) {
      const long = names.filter((name) => isLong(one[name]));
      for (const name of long) await this.update(columns, [name], one);
    }
  }

  /** Leaves rows that are there as they are. */
  private ending(names: readonly string[]): string {
    if (!this.mayBeThere) return '';
    return this.database.dialect === 'mysql'
      ? ` ON DUPLICATE KEY UPDATE ${names[0] ?? ''} = ${names[0] ?? ''}`
      : ' ON CONFLICT DO NOTHING';
  }

  private async update(columns: TableColumns, names: readonly string[], row: Row): Promise<void> {
    const assignments = names.map((name) => `${name} = ?`).join(', ');
    const condition = columns.key.map((name) => `${name} = ?`).join(' AND ');
    await this.database.execute(`UPDATE ${columns.table} SET ${assignments} WHERE ${condition}`, [
      ...names.map((name) => row[name] ?? null),
      ...columns.key.map((name) => row[name] ?? null),
    ]);
  }
}

const isLong = (value: TransferValue | undefined): boolean =>
  typeof value === 'string' && value.length > MAX_CHARACTERS;

/** A large text travels alone, afterwards. */
const small = (value: TransferValue): SqlValue => (isLong(value) ? '' : value);

/** Batches of rows whose values and texts fit into one statement. */
function* batches(rows: readonly Row[], columns: number): Generator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    let own = 0;
    for (const value of Object.values(row))
      if (typeof value === 'string' && !isLong(value)) own += value.length;
    if (
      batch.length > 0 &&
      ((batch.length + 1) * columns > MAX_VALUES || characters + own > MAX_CHARACTERS)
    ) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(row);
    characters += own;
  }
  if (batch.length > 0) yield batch;
}
