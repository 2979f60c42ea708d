import type { Dialect } from '../../../platform/database/data-sources.js';
import { joined, raw, type Sql, sql, type SqlValue } from '../../../platform/database/sql.js';
import type { TransferRecord, TransferValue } from '../transfer-kind.js';
import type { KindTables } from './kind-tables.js';
import type { SnapshotConnection } from './snapshot-connection.js';
import type { TableColumns } from './table-columns.js';

type Row = Record<string, SqlValue>;

/** Records that are in memory at a time, and bytes of their texts. */
const PAGE_ROWS = 100;
const PAGE_BYTES = 2_000_000;

/** Reads the records of a kind from a snapshot, a page at a time, by ranges of their key. */
export class KindReader {
  constructor(
    private readonly connection: SnapshotConnection,
    private readonly dialect: Dialect,
    private readonly tables: KindTables,
  ) {}

  async *read(): AsyncGenerator<readonly TransferRecord[], void> {
    const { own, key } = this.tables;
    for (let last: Row | null = null; ;) {
      const limit: number = await this.pageLength(last);
      const rows: Row[] = await this.select(
        sql`SELECT ${names(own)} FROM ${raw(own.table)} ${this.after(last)} ${orderedBy(key)} LIMIT ${limit}`,
      );
      if (rows.length === 0) return;
      const parts = await this.parts(rows);
      yield rows.map((row) => ({ ...own.plain(row), ...parts(row.id) }));
      last = rows.at(-1) ?? null;
    }
  }

  /** Number of records of the next page, so that their texts fit in memory. */
  private async pageLength(last: Row | null): Promise<number> {
    const { own, key } = this.tables;
    if (own.longNames.length === 0) return PAGE_ROWS;
    const length = this.dialect === 'mysql' ? 'LENGTH' : 'octet_length';
    const bytes = own.longNames.map((name) => `COALESCE(${length}(${name}), 0)`).join(' + ');
    const sizes = await this.select<{ bytes: number }>(
      sql`SELECT ${raw(bytes)} AS bytes FROM ${raw(own.table)} ${this.after(last)} ${orderedBy(key)} LIMIT ${PAGE_ROWS}`,
    );
    let sum = 0;
    const end = sizes.findIndex((row) => (sum += row.bytes) > PAGE_BYTES);
    return end < 0 ? sizes.length : Math.max(1, end);
  }

  /** Rows that belong to those of a page, by the id of their record. */
  private async parts(rows: readonly Row[]) {
    const found = new Map<string, Map<number, Record<string, TransferValue>[]>>();
    const ids = rows.map(({ id }) => Number(id));
    for (const { name, columns, part } of this.tables.parts) {
      const owner = raw(part.owner);
      const own = await this.select(
        sql`SELECT ${owner} AS owner_id, ${names(columns)} FROM ${raw(columns.table)} WHERE ${owner} IN (${ids})`,
      );
      const byOwner = Map.groupBy(own, (row) => Number(row.owner_id));
      const plain = [...byOwner].map(
        ([id, of]) => [id, of.map((row) => columns.plain(row)).sort(inOrder)] as const,
      );
      found.set(name, new Map(plain));
    }
    return (id: SqlValue | undefined): Record<string, TransferRecord[]> =>
      Object.fromEntries(
        [...found].flatMap(([name, byOwner]) => {
          const own = byOwner.get(Number(id));
          return own ? [[name, own]] : [];
        }),
      );
  }

  /** Rows of the kind after that one: as alternatives that each end in a range of the key. */
  private after(last: Row | null): Sql {
    const { key, condition } = this.tables;
    const alternatives = key.map((column, index) => {
      const equal = key.slice(0, index).map((before) => sql`${raw(before)} = ${last?.[before] ?? null}`);
      return sql`(${joined([...equal, sql`${raw(column)} > ${last?.[column] ?? null}`], ' AND ')})`;
    });
    const conditions = [
      ...(condition ? [condition] : []),
      ...(last ? [sql`(${joined(alternatives, ' OR ')})`] : []),
    ];
    return conditions.length === 0 ? raw('') : sql`WHERE ${joined(conditions, ' AND ')}`;
  }

  private select<T = Row>({ text, parameters }: Sql): Promise<T[]> {
    return this.connection.rows<T>(text, parameters);
  }
}

const names = (columns: TableColumns): Sql => raw(columns.names.join(', '));

const orderedBy = (key: readonly string[]): Sql => raw(`ORDER BY ${key.join(', ')}`);

/** Compares by position or id, then by content: the same order on both databases. */
function inOrder(one: Record<string, TransferValue>, other: Record<string, TransferValue>): number {
  const place = (row: Record<string, TransferValue>) => Number(row.position ?? row.id ?? 0);
  if (place(one) !== place(other)) return place(one) - place(other);
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
