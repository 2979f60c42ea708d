import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../../kernel/errors.js';
import { MAX_INT32 } from '../../../kernel/units.js';
import { Database } from '../../../platform/database/database.js';
import { retryStatement } from '../../../platform/database/retry.js';
import { joined, raw, type Sql, sql, type SqlValue } from '../../../platform/database/sql.js';
import { type RecordReader, SiteRecords } from '../site-records.js';
import { declaredKinds, type NewIds, type TransferKind, type TransferRecord } from '../transfer-kind.js';
import { KindReader } from './kind-reader.js';
import { KindTables } from './kind-tables.js';
import { KindWriter } from './kind-writer.js';
import { withSnapshot } from './snapshot-connection.js';

/** Authors are the one kind of which a site that is empty may have a record: its Administrator. */
const AUTHORS = 'authors';

/** Retries for a minute in all: longer than any transaction of the service. */
const PATIENTLY = { tries: 12, pauseMs: 1000 };

@Injectable()
export class SqlSiteRecords extends SiteRecords {
  private readonly tables = new Map<TransferKind, KindTables>();

  constructor(private readonly database: Database) {
    super();
  }

  snapshot<T>(work: (read: RecordReader) => Promise<T>): Promise<T> {
    const { sources, dialect } = this.database;
    return withSnapshot(sources, (connection) =>
      work((kind) => new KindReader(connection, dialect, this.tablesOf(kind)).read()),
    );
  }

  faultOf(kind: TransferKind, record: unknown): string | null {
    return this.tablesOf(kind).faultOf(record);
  }

  async isEmpty(): Promise<boolean> {
    for (const kind of declaredKinds()) {
      const { own, condition } = this.tablesOf(kind);
      const standing = kind.standing?.length ?? 0;
      const most = kind.name === AUTHORS ? 1 : standing;
      const rows = await this.database.select(
        sql`SELECT 1 FROM ${raw(own.table)} WHERE ${condition ?? raw('1 = 1')} LIMIT ${most + 1}`,
      );
      if (rows.length > most) return false;
    }
    return true;
  }

  async reserveIds(kind: TransferKind, count: number): Promise<number> {
    for (;;) {
      const before = await this.lastId(kind);
      await this.raiseIds(kind, before + count);
      // A record that was given the next id in between, also by a transaction that has ended only now.
      if ((await this.highestId(kind, before + count)) <= before) return before;
    }
  }

  async raiseIds(kind: TransferKind, highest: number): Promise<void> {
    if (highest > MAX_INT32)
      throw new ConflictError('ids-used-up', `There are no more ids for ${kind.name}.`);
    const { writer } = this.database.sources;
    for (const { table } of this.tablesOf(kind).numbered) {
      if (this.database.dialect === 'mysql') {
        const raise = `ALTER TABLE ${table} AUTO_INCREMENT = ${highest + 1}`;
        await retryStatement(() => writer.query(raise), PATIENTLY);
        continue;
      }
      await writer.query(
        'INSERT INTO sqlite_sequence (name, seq) SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
        [table, table],
      );
      await writer.query('UPDATE sqlite_sequence SET seq = ? WHERE name = ? AND seq < ?', [
        highest,
        table,
        highest,
      ]);
    }
  }

  /** The last id that was given, also to a record that is gone. */
  private async lastId(kind: TransferKind): Promise<number> {
    let last = await this.highestId(kind, MAX_INT32);
    for (const { table } of this.tablesOf(kind).numbered) last = Math.max(last, await this.counterOf(table));
    return last;
  }

  private async counterOf(table: string): Promise<number> {
    const { writer } = this.database.sources;
    if (this.database.dialect === 'sqlite') {
      const counters = 'SELECT seq AS last FROM sqlite_sequence WHERE name = ?';
      const [row] = await writer.query<{ last: number }[]>(counters, [table]);
      return row?.last ?? 0;
    }
    // The tables of the information schema may be out of date for a day on MySQL.
    const [row] = await writer.query<Record<string, string>[]>(`SHOW CREATE TABLE ${table}`);
    const [, next = 1] = / AUTO_INCREMENT=(\d+)/.exec(row?.['Create Table'] ?? '') ?? [];
    return Number(next) - 1;
  }

  /** @param most ids above it do not count */
  private async highestId(kind: TransferKind, most: number): Promise<number> {
    const { writer } = this.database.sources;
    let highest = 0;
    for (const { table } of this.tablesOf(kind).numbered) {
      const statement = `SELECT MAX(id) AS id FROM ${table} WHERE id <= ?`;
      const [row] = await writer.query<{ id: number | null }[]>(statement, [most]);
      highest = Math.max(highest, row?.id ?? 0);
    }
    return highest;
  }

  async known(kind: TransferKind, records: readonly TransferRecord[]): Promise<ReadonlyMap<number, number>> {
    const known = new Map<number, number>();
    for (const { table, id, by, applies = () => true } of kind.identities ?? []) {
      const columns = Object.keys(by);
      const wanted = new Map<string, number>();
      const conditions: Sql[] = [];
      for (const record of records.filter(applies)) {
        const values = Object.values(by).map((column) => record[column] as SqlValue | undefined);
        if (values.includes(undefined)) continue;
        wanted.set(JSON.stringify(values), Number(record.id));
        const equal = columns.map((column, index) => sql`${raw(column)} = ${values[index] ?? null}`);
        conditions.push(sql`(${joined(equal, ' AND ')})`);
      }
      if (conditions.length === 0) continue;
      const rows = await this.database.select<Record<string, SqlValue>>(
        sql`SELECT ${raw([id, ...columns].join(', '))} FROM ${raw(table)} WHERE ${joined(conditions, ' OR ')}`,
      );
      for (const row of rows) {
        // Letter for letter: databases take texts for equal that differ in blanks at their ends.
        const own = wanted.get(JSON.stringify(columns.map((column) => row[column])));
        if (own !== undefined && row[id] !== null) known.set(own, Number(row[id]));
      }
    }
    return known;
  }

  async insert(
    kind: TransferKind,
    records: readonly TransferRecord[],
    ids: NewIds,
    mayBeThere: boolean,
  ): Promise<void> {
    await new KindWriter(this.database, this.tablesOf(kind), ids, mayBeThere).insert(records);
  }

  private tablesOf(kind: TransferKind): KindTables {
    const known = this.tables.get(kind) ?? new KindTables(this.database.sources.writer, kind);
    this.tables.set(kind, known);
    return known;
  }
}
