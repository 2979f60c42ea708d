import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import BetterSqlite3 from 'sqlite-driver';
import type { DumpFacts, DumpOptions, TableFacts } from '../../database-dump.ts';
import { FILE_LIST, SNAPSHOT } from '../../contents/dump-paths.ts';
import { sumOf } from '../../../../platform/files/file-sum.ts';
import { neededFiles, rowLines } from './row-lines.ts';

type Tell = DumpOptions['onProgress'];
type Value = string | bigint | number | Buffer | null;

/** Some 4 MB, between which the thread looks at its messages. */
const PAGES_AT_A_TIME = 1000;
const ROWS_AT_A_TIME = 1000;
const CACHE_KB = 2000;

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Copies the pages of a database file, as they are when its first is read. Its connection keeps a transaction
 * open that reads, so writers go on and the copy does not begin anew.
 */
export async function dumpSqlite(file: string, folder: string, tell: Tell): Promise<DumpFacts> {
  const target = join(folder, SNAPSHOT);
  // It is there with its permissions before it holds anything.
  writeFileSync(target, '', { mode: 0o600, flag: 'wx' });
  const takenAt = new Date().toISOString();
  const source = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    source.pragma(`cache_size = -${CACHE_KB}`);
    source.exec('BEGIN');
    source.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    await source.backup(target, {
      progress({ totalPages, remainingPages }) {
        tell('database pages', totalPages - remainingPages, totalPages);
        return PAGES_AT_A_TIME;
      },
    });
  } finally {
    source.close();
  }
  const copy = new BetterSqlite3(target);
  try {
    copy.pragma(`cache_size = -${CACHE_KB}`);
    // One file, without those that a WAL has beside it.
    copy.pragma('journal_mode = DELETE');
    const tables = await sqliteTables(copy, tell);
    const { version } = copy.prepare('SELECT sqlite_version() AS version').get() as { version: string };
    const fileList = await listFiles(copy, tables, join(folder, FILE_LIST));
    return {
      database: { kind: 'sqlite', version },
      takenAt,
      migrations: migrationsOf(copy, tables),
      tables,
      fileList,
      snapshot: await closedSum(copy, target),
      position: null,
      leftOut: [],
    };
  } finally {
    copy.close();
  }
}

/** The tables of a file, each with the checksum of its rows. */
export async function sqliteTables(db: BetterSqlite3.Database, tell: Tell): Promise<TableFacts[]> {
  const tables = db
    .prepare(
      `SELECT name, wr AS isKeyed FROM pragma_table_list
        WHERE schema = 'main' AND type IN ('table', 'shadow') AND name <> 'sqlite_schema' ORDER BY name`,
    )
    .all() as { name: string; isKeyed: number }[];
  const facts: TableFacts[] = [];
  for (const { name, isKeyed } of tables) {
    const order = isKeyed ? keyOf(db, name) : '_rowid_';
    const lines = rowLines(null);
    const rows = db
      .prepare(`SELECT * FROM ${named(name)} ORDER BY ${order}`)
      .raw()
      .safeIntegers()
      .iterate();
    for (const row of rows as IterableIterator<Value[]>) {
      await lines.write(JSON.stringify(row.map(exact)));
      if (lines.count % ROWS_AT_A_TIME !== 0) continue;
      tell(name, lines.count);
      await turn();
    }
    const { count, sha256 } = await lines.end();
    facts.push({ name, rows: count, sha256 });
  }
  return facts;
}

/** Columns of one type may hold values of another: each is written with its own. */
function exact(value: Value): unknown {
  if (typeof value === 'bigint') return { integer: value.toString() };
  if (typeof value === 'number') return { real: Object.is(value, -0) ? '-0' : String(value) };
  if (value instanceof Uint8Array) return { bytes: value.toString('base64') };
  return value;
}

function keyOf(db: BetterSqlite3.Database, table: string): string {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table) as {
    name: string;
  }[];
  return columns.map(({ name }) => named(name)).join(', ');
}

function migrationsOf(db: BetterSqlite3.Database, tables: readonly TableFacts[]): string[] {
  if (!tables.some(({ name }) => name === 'migrations')) return [];
  const rows = db.prepare('SELECT name FROM migrations ORDER BY timestamp, id').all() as { name: string }[];
  return rows.map(({ name }) => name);
}

async function listFiles(
  db: BetterSqlite3.Database,
  tables: readonly TableFacts[],
  path: string,
): Promise<DumpFacts['fileList']> {
  const lines = rowLines(path);
  if (tables.some(({ name }) => name === 'stored_files')) {
    const references = tables.flatMap(({ name: table }) => {
      const keys = db
        .prepare(`SELECT "from" AS "column" FROM pragma_foreign_key_list(?) WHERE "table" = 'stored_files'`)
        .all(table) as { column: string }[];
      return keys.map(({ column }) => ({ table, column }));
    });
    for (const row of db.prepare(neededFiles(references, '"')).iterate())
      await lines.write(JSON.stringify(row));
  }
  return lines.end();
}

async function closedSum(db: BetterSqlite3.Database, path: string) {
  db.close();
  return sumOf(path);
}
