import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { createTestDatabase, type TestDatabase } from './database.js';

/**
 * A database of its own with the schema of today. It is a copy of one that is migrated once in a run, by the
 * compiled service: migrations take longer than most tests.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = createTestDatabase();
  if (database.isSqlite) await copyFile(database);
  else await copySchema(database);
  return database;
}

const fileOf = ({ url }: TestDatabase): string => url.slice('sqlite:'.length);

async function copyFile(database: TestDatabase): Promise<void> {
  const template = await templateOf('sqlite', (migrated) => readFileSync(fileOf(migrated)));
  copyFileSync(template, fileOf(database));
}

async function copySchema({ url }: TestDatabase): Promise<void> {
  const template = await templateOf('server', statementsOf);
  const { server, name } = partsOf(url);
  const connection = await createConnection({ uri: server, multipleStatements: true });
  await connection.query(
    `CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin; USE \`${name}\`;
     SET foreign_key_checks = 0, sql_mode = 'NO_AUTO_VALUE_ON_ZERO';
     ${readFileSync(template, 'utf8')}`,
  );
  await connection.end();
}

/** The file of a template, made by whichever worker needs it first. */
async function templateOf(
  name: string,
  contentOf: (migrated: TestDatabase) => Buffer | Promise<string>,
): Promise<string> {
  const file = join(tmpdir(), `template-${name}`);
  if (existsSync(file)) return file;
  const migrated = createTestDatabase();
  try {
    const env = { PATH: process.env.PATH, DATABASE_URL: migrated.url, DATA_DIR: migrated.folder };
    const [code] = (await once(spawn(process.execPath, ['dist/cli.js', 'migrate'], { env }), 'exit')) as [
      number,
    ];
    if (code !== 0) throw new Error(`The template of databases cannot be migrated: exit code ${code}.`);
    // Others may make it at the same time: each sees a whole one.
    const draft = `${file}-${process.pid}`;
    writeFileSync(draft, await contentOf(migrated));
    renameSync(draft, file);
    return file;
  } finally {
    await migrated.drop();
  }
}

/** Statements that create the tables of a database and fill them. */
async function statementsOf({ url }: TestDatabase): Promise<string> {
  const connection = await createConnection(url);
  const rowsOf = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0];
  const tables = (await rowsOf('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
  const statements: string[] = [];
  for (const table of tables) {
    const [created] = await rowsOf(`SHOW CREATE TABLE ${table}`);
    statements.push(String(created?.['Create Table']));
    for (const row of await rowsOf(`SELECT * FROM ${table}`))
      statements.push(connection.format(`INSERT INTO ${table} VALUES (?)`, [Object.values(row)]));
  }
  await connection.end();
  return `${statements.join(';\n')};`;
}

function partsOf(url: string): { server: string; name: string } {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/';
  return { server: server.toString(), name };
}
