import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** A statement as the service has sent it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A line of EXPLAIN: how one table is read. */
export interface Access {
  readonly table: string | null;
  readonly type: string | null;
  readonly key: string | null;
  /** As it is estimated. */
  readonly rows: number | string | null;
}

export interface StatementCost {
  /** Rows and entries of indexes that the server has read, those of temporary tables included. */
  readonly reads: number;
  readonly plan: readonly Access[];
  /** Rows that the statement finds. */
  readonly found: readonly Readonly<Record<string, unknown>>[];
}

/** Sends statements again, on a connection whose counters nobody else moves. MySQL and MariaDB. */
export class StatementCosts {
  /** Reads that counting itself adds to the counters. */
  private overhead = 0;

  static async open(url: string): Promise<StatementCosts> {
    const costs = new StatementCosts(await createConnection({ uri: url, charset: 'utf8mb4_bin' }));
    // Rows that an index condition throws away in the storage engine are read, but not counted.
    await costs.rows("SET SESSION optimizer_switch = 'index_condition_pushdown=off'");
    costs.overhead = -(await costs.counter()) + (await costs.counter());
    return costs;
  }

  private constructor(private readonly connection: Connection) {}

  async of({ sql, parameters }: Statement): Promise<StatementCost> {
    // MariaDB may have a setting before it.
    const select = sql.slice(sql.search(/\bSELECT\b/));
    const plan = await this.rows<Access>(`EXPLAIN FORMAT=TRADITIONAL ${select}`, parameters);
    const before = await this.counter();
    const found = await this.rows<Record<string, unknown>>(sql, parameters);
    return { reads: (await this.counter()) - before - this.overhead, plan, found };
  }

  close(): Promise<void> {
    return this.connection.end();
  }

  private async counter(): Promise<number> {
    const counters = await this.rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
    return counters.reduce((sum, { Value }) => sum + Number(Value), 0);
  }

  private async rows<T>(sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
    const [rows] = await this.connection.query<(T & RowDataPacket)[]>(sql, [...parameters]);
    return rows;
  }
}

/** How tables or indexes are read from one end to the other, where that is more than so many rows. */
export function scansIn(plan: readonly Access[], rows: number): Access[] {
  return plan.filter(
    (access) =>
      access.table !== null &&
      !access.table.startsWith('<') &&
      (access.type === 'ALL' || access.type === 'index') &&
      Number(access.rows) > rows,
  );
}
