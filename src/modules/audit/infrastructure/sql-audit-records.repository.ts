import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page, Total } from '../../../kernel/page.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { countUpTo, upToMost } from '../../../platform/database/rows/count-up-to.js';
import { joined, raw, type Sql, sql, type SqlValue } from '../../../platform/database/sql.js';
import type { AuditRecord } from '../domain/audit-record.entity.js';
import { type AuditFilter, AuditRecordsRepository } from '../domain/audit-records.repository.js';

type Column = keyof Omit<AuditRecord, 'id'>;

const COLUMNS: Readonly<Record<Column, string>> = {
  createdTs: 'created_ts',
  authorId: 'author_id',
  keyPrefix: 'key_prefix',
  method: 'method',
  route: 'route',
  resource: 'resource',
  resourceId: 'resource_id',
  verb: 'verb',
  status: 'status',
  requestId: 'request_id',
  address: 'address',
};
const PROPERTIES = Object.keys(COLUMNS) as Column[];
/** Criteria may each hold many records, and together few. */
const TIME_LIMIT_S = 10;

/** The indexes that begin with a criterion; of several, the first holds the fewest records. */
const INDEXES = [
  ['resourceId', 'audit_records_by_resource_id'],
  ['authorId', 'audit_records_by_author'],
  ['verb', 'audit_records_by_verb'],
  ['resource', 'audit_records_by_resource'],
] as const satisfies readonly (readonly [keyof AuditFilter, string])[];

@Injectable()
export class SqlAuditRecordsRepository extends AuditRecordsRepository {
  private readonly selection: Sql;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    this.selection = raw(
      `SELECT id, ${PROPERTIES.map((property) => `${COLUMNS[property]} AS ${property}`).join(', ')}`,
    );
  }

  add(records: readonly Omit<AuditRecord, 'id'>[]): Promise<void> {
    const rows = records.map((record) => PROPERTIES.map((property): SqlValue => record[property]));
    return this.database.deferRows('audit_records', Object.values(COLUMNS), rows);
  }

  list(filter: AuditFilter, { offset, limit, after }: Page): Promise<AuditRecord[]> {
    const order = [raw('created_ts'), raw('id')];
    const rest = after ? [this.database.behind(order, [...after.keys, after.id], 'DESC')] : [];
    return this.database.select(
      this.database.limited(
        sql`${this.selection} ${this.chosen(filter, rest)} ORDER BY created_ts DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
        TIME_LIMIT_S,
      ),
    );
  }

  total(filter: AuditFilter): Promise<Total> {
    return countUpTo(this.database, upToMost(sql`SELECT id ${this.chosen(filter)}`));
  }

  async forget(before: UtcSeconds, limit: number): Promise<number> {
    const rows = await this.database.rows<{ id: number }>(
      'SELECT id FROM audit_records WHERE created_ts < ? ORDER BY created_ts LIMIT ?',
      [before, limit],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    return this.unitOfWork.run(() =>
      this.database.execute(`DELETE FROM audit_records WHERE id IN (${placeholders(ids)})`, ids),
    );
  }

  /** The records of a filter, through an index that has them in the order of the list. */
  private chosen(filter: AuditFilter, more: readonly Sql[] = []): Sql {
    const { from, to } = filter;
    const equal = INDEXES.flatMap(([name]) => {
      const value = filter[name];
      return value === undefined ? [] : [sql`${raw(COLUMNS[name])} = ${value}`];
    });
    const conditions = [
      ...equal,
      ...(from === undefined ? [] : [sql`created_ts >= ${from}`]),
      ...(to === undefined ? [] : [sql`created_ts <= ${to}`]),
      ...more,
    ];
    const [, index] = INDEXES.find(([name]) => filter[name] !== undefined) ?? ['', 'audit_records_by_time'];
    const where = conditions.length > 0 ? sql`WHERE ${joined(conditions, ' AND ')}` : raw('');
    return sql`FROM audit_records ${this.database.through(index)} ${where}`;
  }
}
