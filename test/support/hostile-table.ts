import { createConnection, type RowDataPacket } from 'mysql2/promise';
import BetterSqlite3 from 'sqlite-driver';
import type { TestDatabase } from './database.js';

/** A name that is not one of a file. */
const NAME = 'acme/odd "name`';
const TEXT = '\u{1F469}\u200D\u{1F467} e\u0301 \\ \' " ` \0 \u2028 \r\n \t % _ {"a":1}';
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const LONG = Buffer.alloc(3_000_000, BYTES);

export const fileOf = ({ url }: TestDatabase): string => url.slice('sqlite:'.length);

/** Makes tables of an extension whose values are hard to carry. */
export async function makeHostileTables(database: TestDatabase): Promise<void> {
  if (database.isSqlite) makeInFile(fileOf(database));
  else await makeOnServer(database.url);
}

function makeInFile(file: string): void {
  const db = new BetterSqlite3(file, { timeout: 5000 });
  db.exec(`CREATE TABLE "acme/odd ""name\`" (id INTEGER PRIMARY KEY AUTOINCREMENT, v);
    CREATE TABLE acme_keyed (k TEXT, n INTEGER, PRIMARY KEY (k, n)) WITHOUT ROWID;
    CREATE TABLE acme_loose (v);
    CREATE VIEW acme_view AS SELECT k FROM acme_keyed`);
  const put = db.prepare(`INSERT INTO "${NAME.replaceAll('"', '""')}" (v) VALUES (?)`);
  for (const value of [
    2n ** 63n - 1n,
    -(2n ** 63n),
    0.1 + 0.2,
    -0,
    1e308,
    TEXT,
    '',
    null,
    BYTES,
    LONG,
    '1',
    1n,
  ])
    put.run(value);
  db.exec(`DELETE FROM "${NAME.replaceAll('"', '""')}" WHERE id > 11`);
  const keyed = db.prepare('INSERT INTO acme_keyed VALUES (?, ?)');
  for (const key of ['b', 'a', TEXT]) keyed.run(key, 1);
  for (const value of [1, 1, null, null]) db.prepare('INSERT INTO acme_loose VALUES (?)').run(value);
  db.close();
}

async function makeOnServer(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, charset: 'utf8mb4_bin' });
  await connection.query("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00'");
  const name = `\`${NAME.replaceAll('`', '``')}\``;
  await connection.query(
    `CREATE TABLE ${name} (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, big bigint unsigned, exact decimal(65,30),
       single float, wide double, bits bit(9), few varbinary(300), many longblob, words longtext, latin varchar(9) CHARACTER SET latin1,
       day date, at datetime(6), stamp timestamp(6) NULL, kind enum('a','b'), some set('x','y'), data json, point geometry,
       longer int AS (LENGTH(words) + 1) STORED, \`select\` int)`,
  );
  const put = async (values: readonly unknown[]) => {
    await connection.query(
      `INSERT INTO ${name} (big, exact, single, wide, bits, few, many, words, latin, day, at, stamp, kind, some, data, point) VALUES (?)`,
      [values],
    );
  };
  await put([
    ...['18446744073709551615', '-12345678901234567890123456789012345.123456789012345678901234567890'],
    ...['0.1', '1.7976931348623157e308', Buffer.from([1, 255]), BYTES, LONG, TEXT, 'é\u00ff'],
    ...[
      '0000-00-00',
      '9999-12-31 23:59:59.999999',
      '2026-03-29 01:30:00.000001',
      'b',
      'x,y',
      '{"a": "\u{1F469}"}',
    ],
    Buffer.from('00000000010100000000000000000000000000000000000000', 'hex'),
  ]);
  await put(Array.from({ length: 16 }, () => null));
  await put([
    '0',
    '0',
    '-0',
    '-0',
    Buffer.from([0, 0]),
    Buffer.alloc(0),
    Buffer.alloc(0),
    '',
    '',
    null,
    null,
    null,
    'a',
    '',
    '[]',
    null,
  ]);
  await connection.query(`INSERT INTO ${name} (id) VALUES (0), (500)`);
  await connection.query(`DELETE FROM ${name} WHERE id = 500`);
  await connection.query('CREATE TABLE acme_loose (v int, w text)');
  await connection.query("INSERT INTO acme_loose VALUES (1, 'a'), (1, 'a'), (NULL, NULL), (NULL, NULL)");
  await connection.query('CREATE VIEW acme_view AS SELECT v FROM acme_loose');
  await connection.end();
}

/** All rows of all tables, as texts: of servers, numbers by their digits and bytes by their hexadecimals. */
export async function rowsOf(database: TestDatabase): Promise<Record<string, string[]>> {
  return database.isSqlite ? rowsOfFile(fileOf(database)) : rowsOfServer(database.url);
}

function rowsOfFile(file: string): Record<string, string[]> {
  const db = new BetterSqlite3(file, { readonly: true });
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const rows = names.map((name) => {
    const all = db
      .prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`)
      .safeIntegers()
      .raw()
      .all() as unknown[][];
    return [name, all.map((row) => row.map(typed).join('|')).sort()] as const;
  });
  db.close();
  return Object.fromEntries(rows);
}

function typed(value: unknown): string {
  if (Buffer.isBuffer(value)) return `bytes ${value.toString('hex')}`;
  return `${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;
}

async function rowsOfServer(url: string): Promise<Record<string, string[]>> {
  const connection = await createConnection({ uri: url, charset: 'utf8mb4_bin', rowsAsArray: true });
  await connection.query("SET SESSION time_zone = '+00:00'");
  const [tables] = await connection.query<RowDataPacket[]>(
    "SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'",
  );
  const rows: Record<string, string[]> = {};
  for (const [name] of tables as unknown as string[][]) {
    const quoted = `\`${name?.replaceAll('`', '``')}\``;
    const [columns] = await connection.query<RowDataPacket[]>(`SHOW COLUMNS FROM ${quoted}`);
    // A FLOAT as a text has six digits.
    const hexes = (columns as unknown as string[][]).map(
      ([column, type]) => `HEX(CONCAT(\`${column}\`${type === 'float' ? ' + 0e0' : ''}))`,
    );
    const [all] = await connection.query<RowDataPacket[]>(`SELECT ${hexes.join(', ')} FROM ${quoted}`);
    rows[name ?? ''] = (all as unknown as unknown[][]).map((row) => row.map(String).join('|')).sort();
  }
  await connection.end();
  return rows;
}

/** Rows of a SELECT. */
export async function selected<T>(database: TestDatabase, statement: string): Promise<T[]> {
  if (database.isSqlite) {
    const db = new BetterSqlite3(fileOf(database), { readonly: true });
    const rows = db.prepare(statement).all() as T[];
    db.close();
    return rows;
  }
  const connection = await createConnection(database.url);
  const [rows] = await connection.query<RowDataPacket[]>(statement);
  await connection.end();
  return rows as T[];
}
