import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { DataSource } from 'typeorm';

declare const TEST_SERVER_URL: string;

/** An empty database of its own for one test file. */
export interface TestDatabase {
  readonly url: string;
  readonly isSqlite: boolean;
  /** A folder of its own, too. */
  readonly folder: string;
  drop(): Promise<void>;
}

export function createTestDatabase(): TestDatabase {
  if (TEST_SERVER_URL === '') return createFileDatabase();
  const { folder, removeFolder } = createFolder();
  const name = `content_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const url = new URL(TEST_SERVER_URL);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    isSqlite: false,
    folder,
    async drop() {
      removeFolder();
      const server = new URL(url);
      server.pathname = '/';
      const connection = await createConnection(server.toString());
      await connection.query(`DROP DATABASE IF EXISTS \`${name}\``);
      await connection.end();
    },
  };
}

/** The same on SQLite, whatever the tests run on. */
export function createFileDatabase(): TestDatabase {
  const { folder, removeFolder } = createFolder();
  return {
    url: `sqlite:${folder}/content.db`,
    isSqlite: true,
    folder,
    drop() {
      removeFolder();
      return Promise.resolve();
    },
  };
}

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'content-test-'));
  const removeFolder = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, removeFolder };
}

/** Takes back a migration, and those that came after it. */
export async function undoBackTo(source: DataSource, { name }: { name: string }): Promise<void> {
  const isDone = async () =>
    (await source.query<{ name: string }[]>('SELECT name FROM migrations')).some((one) => one.name === name);
  while (await isDone()) await source.undoLastMigration();
}
