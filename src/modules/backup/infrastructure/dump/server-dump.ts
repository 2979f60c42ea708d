import { wordSet } from '../../../../kernel/text.js';
import { join } from 'node:path';
import type { DumpFacts, DumpOptions, TableFacts } from '../../database-dump.ts';
import { FILE_LIST, rowsFile } from '../../contents/dump-paths.ts';
import { neededFiles, rowLines } from './row-lines.ts';
import { startSnapshot } from './server-snapshot.ts';
import { named, openSession, type ServerSession } from './server-session.ts';

type Tell = DumpOptions['onProgress'];

/** Rows that the driver reads ahead; one may have megabytes. */
const ROWS_AHEAD = 4;
const TELL_EVERY = 1000;

/** Types without a character set whose values the server sends as texts. */
const WRITTEN = wordSet(`
  tinyint smallint mediumint int bigint decimal float double json uuid date time datetime timestamp year
  inet4 inet6`);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly characters: string | null;
}

/** Writes the rows of each table into a file, in one transaction that reads: writers go on. */
export async function dumpServer(url: string, folder: string, tell: Tell): Promise<DumpFacts> {
  const session = await openSession(url);
  try {
    const takenAt = new Date().toISOString();
    const position = await startSnapshot(session);
    const tables = await tablesIn(session, (table) => join(folder, rowsFile(table)), tell);
    const fileList = await listFiles(session, tables, join(folder, FILE_LIST));
    return {
      database: { kind: session.kind, version: session.version },
      takenAt,
      migrations: await migrationsOf(session, tables),
      tables,
      fileList,
      snapshot: null,
      position,
      leftOut: await othersIn(session),
    };
  } finally {
    session.end();
  }
}

/** The tables of a database, each with the checksum of its rows. */
export async function serverTables(url: string, tell: Tell): Promise<TableFacts[]> {
  const session = await openSession(url);
  try {
    await startSnapshot(session);
    return await tablesIn(session, () => null, tell);
  } finally {
    session.end();
  }
}

async function tablesIn(
  session: ServerSession,
  pathOf: (table: string) => string | null,
  tell: Tell,
): Promise<TableFacts[]> {
  const tables = await session.rows<{ name: string }>(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`,
  );
  const facts: TableFacts[] = [];
  for (const { name } of tables) {
    // Given up after each table, so that a migration waits for one of them and not for all.
    await session.rows('SAVEPOINT one_table');
    facts.push(await tableOf(session, name, pathOf(name), tell));
    await session.rows('ROLLBACK TO SAVEPOINT one_table');
  }
  return facts;
}

async function tableOf(
  session: ServerSession,
  name: string,
  path: string | null,
  tell: Tell,
): Promise<TableFacts> {
  const [created] = await session.rows<Record<string, string>>(`SHOW CREATE TABLE ${named(name)}`);
  const columns = await columnsOf(session, name);
  const binary = columns.filter(isBinary).map((column) => column.name);
  const lines = rowLines(path);
  for await (const row of rowsOf(session, name, columns)) {
    await lines.write(JSON.stringify(row));
    if (lines.count % TELL_EVERY === 0) tell(name, lines.count);
  }
  const { count, sha256 } = await lines.end();
  return {
    name,
    rows: count,
    sha256,
    definition: created?.['Create Table'] ?? '',
    columns: columns.map((column) => column.name),
    ...(binary.length > 0 && { binary }),
  };
}

/** Rows in the order of the primary key; of a table without one, of all columns. */
async function* rowsOf(
  session: ServerSession,
  table: string,
  columns: readonly Column[],
): AsyncGenerator<(string | null)[], void> {
  const key = await session.rows<{ name: string }>(
    `SELECT COLUMN_NAME AS name FROM information_schema.STATISTICS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND INDEX_NAME = 'PRIMARY' ORDER BY SEQ_IN_INDEX`,
    [table],
  );
  const order = (key.length > 0 ? key : columns).map(({ name }) => `t.${named(name)}`).join(', ');
  // As a text, a FLOAT would have six digits.
  const values = columns.map(({ name, type }) =>
    type === 'float' ? `t.${named(name)} + 0e0` : `t.${named(name)}`,
  );
  const areBytes = columns.map(isBinary);
  const stream = session.connection
    .query({
      sql: `SELECT ${values.join(', ')} FROM ${named(table)} t ORDER BY ${order}`,
      rowsAsArray: true,
      typeCast: (field) => field.buffer(),
    })
    .stream({ objectMode: true, highWaterMark: ROWS_AHEAD });
  for await (const row of stream as AsyncIterable<(Buffer | null)[]>)
    yield row.map((value, index) => value?.toString(areBytes[index] ? 'base64' : 'utf8') ?? null);
}

/** Columns but those that the server computes. */
async function columnsOf(session: ServerSession, table: string): Promise<Column[]> {
  const columns = await session.rows<Column & { extra: string }>(
    `SELECT COLUMN_NAME AS name, LOWER(DATA_TYPE) AS type, CHARACTER_SET_NAME AS characters, EXTRA AS extra
       FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`,
    [table],
  );
  return columns.filter(({ extra }) => !/\b(VIRTUAL|STORED|PERSISTENT)\b/i.test(extra));
}

const isBinary = ({ type, characters }: Column): boolean => characters === null && !WRITTEN.has(type);

async function migrationsOf(session: ServerSession, tables: readonly TableFacts[]): Promise<string[]> {
  if (!tables.some(({ name }) => name === 'migrations')) return [];
  const rows = await session.rows<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp, id');
  return rows.map(({ name }) => name);
}

async function listFiles(
  session: ServerSession,
  tables: readonly TableFacts[],
  path: string,
): Promise<DumpFacts['fileList']> {
  const lines = rowLines(path);
  if (tables.some(({ name }) => name === 'stored_files')) {
    const references = await session.rows<{ table: string; column: string }>(
      `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS \`column\` FROM information_schema.KEY_COLUMN_USAGE
        WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = 'stored_files'`,
    );
    const files = session.connection.query(neededFiles(references, '`')).stream({ highWaterMark: 100 });
    for await (const { sha256, size } of files as AsyncIterable<{ sha256: string; size: number | string }>)
      await lines.write(JSON.stringify({ sha256, size: Number(size) }));
  }
  return lines.end();
}

/** Views, triggers and other objects of the database that are no tables. */
async function othersIn(session: ServerSession): Promise<string[]> {
  const rows = await session.rows<{ kind: string; name: string }>(
    `SELECT LOWER(TABLE_TYPE) AS kind, TABLE_NAME AS name FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE <> 'BASE TABLE'
     UNION ALL SELECT 'trigger', TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()
     UNION ALL SELECT LOWER(ROUTINE_TYPE), ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()
     UNION ALL SELECT 'event', EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()
     ORDER BY 1, 2`,
  );
  return rows.map(({ kind, name }) => `${kind} ${name}`);
}
