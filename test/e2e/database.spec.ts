import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { entities } from '../../src/app.module.js';
import {
  closeDataSources,
  type DataSources,
  openDataSources,
} from '../../src/platform/database/data-sources.js';
import { BoundedConnection } from '../../src/platform/database/mysql/bounded-connection.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate, schemaDrift } from '../../src/platform/database/migrating/migrate.js';
import { Sql } from '../../src/platform/database/sql.js';
import { translateDatabaseError } from '../../src/platform/errors/translate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';

const opened: DataSources[] = [];
const databases: TestDatabase[] = [];
afterAll(async () => {
  await Promise.all(opened.map(closeDataSources));
  await Promise.all(databases.map((database) => database.drop()));
});

function emptyDatabase(): TestDatabase {
  const database = createTestDatabase();
  databases.push(database);
  return database;
}

async function open(database: TestDatabase, poolSize = 3): Promise<DataSources> {
  const sources = await openDataSources(database.url, { poolSize: poolSize, entities: entities });
  opened.push(sources);
  return sources;
}

async function openMigrated(database: TestDatabase, poolSize?: number): Promise<DataSources> {
  const sources = await open(database, poolSize);
  await migrate(sources);
  return sources;
}

const { isSqlite } = emptyDatabase();
// Each describes what only one of the two kinds of database has.
const onSqlite = isSqlite ? describe : describe.skip;
const onServer = isSqlite ? describe.skip : describe;
const query = <T extends object>({ writer }: DataSources, sql: string, parameters: unknown[] = []) =>
  writer.query<T[]>(sql, parameters);

const TABLES = isSqlite
  ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
  : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name';

describe('the schema that the migrations make', () => {
  let sources: DataSources;
  beforeEach(async () => {
    sources = await openMigrated(emptyDatabase());
  });

  test('is the one that the entities describe', async () => {
    expect(await schemaDrift(sources)).toEqual([]);
  });

  test.each([
    ['a column is missing', 'ALTER TABLE articles DROP COLUMN video'],
    ['a column is too many', 'ALTER TABLE articles ADD COLUMN leftover INTEGER'],
    [
      'an index is missing',
      isSqlite ? 'DROP INDEX articles_by_created' : 'DROP INDEX articles_by_created ON articles',
    ],
    ['an index is too many', 'CREATE INDEX leftover ON articles (words_count)'],
    ['a table is missing', 'DROP TABLE article_tags'],
  ])('is told from it when %s', async (_name, statement) => {
    await query(sources, statement);
    expect(await schemaDrift(sources)).not.toEqual([]);
  });

  test('goes away with the migrations, and comes back whole', async () => {
    const names = async () => (await query<{ name: string }>(sources, TABLES)).map(({ name }) => name);
    const made = await names();
    expect(made).toEqual(expect.arrayContaining(['articles', 'article_tags', 'authors', 'sections']));
    while ((await query(sources, 'SELECT id FROM migrations')).length > 0)
      await sources.writer.undoLastMigration();
    const bookkeeping = ['migrations', ...(isSqlite ? [] : ['migration_lease', 'migration_steps'])];
    expect((await names()).toSorted()).toEqual(bookkeeping.toSorted());
    expect(await migrate(sources)).not.toEqual([]);
    expect(await names()).toEqual(made);
    expect(await schemaDrift(sources)).toEqual([]);
    expect(await query(sources, 'SELECT id, title FROM sections')).toEqual([{ id: 0, title: 'Home' }]);
  });

  test('takes badges from articles whose ids meant nothing yet', async () => {
    const isDone = async () =>
      (await query<{ name: string }>(sources, 'SELECT name FROM migrations')).some(({ name }) =>
        name.startsWith('Badges'),
      );
    while (await isDone()) await sources.writer.undoLastMigration();
    await query(
      sources,
      `INSERT INTO articles (id, status, provider_id, created_by, inserted_ts, created_ts, updated_ts, type, path,
         basename, rendering_version) VALUES (1, 0, 20, 1, 0, 0, 0, 'page', '/a', 'a', 1)`,
    );
    await query(
      sources,
      "INSERT INTO article_badges (article_id, badge_id, position, reason) VALUES (1, 7, 0, 'sent')",
    );
    await migrate(sources);
    expect(await query(sources, 'SELECT badge_id FROM article_badges')).toEqual([]);
    expect(await query(sources, 'SELECT id FROM articles')).toEqual([{ id: 1 }]);
    expect(await schemaDrift(sources)).toEqual([]);
  });

  test('is not migrated again', async () => {
    const done = await query(sources, 'SELECT * FROM migrations');
    expect(await migrate(sources)).toEqual([]);
    expect(await query(sources, 'SELECT * FROM migrations')).toEqual(done);
  });

  test('refuses rows that refer to nothing', async () => {
    const orphan = "INSERT INTO article_tags (article_id, slug, title, position) VALUES (99, 'a', 'a', 0)";
    await expect(query(sources, orphan)).rejects.toThrow(/foreign key/i);
  });

  test('gives no id twice', async () => {
    const insert = () =>
      query(
        sources,
        "INSERT INTO sections (title, title_key, url, full_url, status, created_ts) VALUES ('x', 'x', 'x', '/x', 1, 0)",
      );
    const lastId = async () =>
      (await query<{ id: number }>(sources, 'SELECT MAX(id) AS id FROM sections'))[0]?.id;
    await insert();
    expect(await lastId()).toBe(1);
    await query(sources, 'DELETE FROM sections WHERE id = 1');
    await insert();
    expect(await lastId()).toBe(2);
  });
});

describe('on one empty database at once', () => {
  test('four instances migrate, and one of them does it', async () => {
    const database = emptyDatabase();
    const instances = await Promise.all([1, 2, 3, 4].map(() => open(database)));
    const done = await Promise.all(instances.map((sources) => migrate(sources)));
    expect(done.filter((names) => names.length > 0)).toHaveLength(1);
    for (const instance of instances) {
      const names = await query<{ name: string }>(instance, 'SELECT name FROM migrations ORDER BY id');
      expect(names.map(({ name }) => name)).toEqual(done.flat());
      expect(await schemaDrift(instance)).toEqual([]);
    }
  });

  test('two instances open and migrate', async () => {
    const database = emptyDatabase();
    const [one, other] = await Promise.all([openMigrated(database), openMigrated(database)]);
    for (const instance of [one, other]) {
      expect(await query(instance, 'SELECT id FROM sections')).toEqual([{ id: 0 }]);
    }
  });

  describe('two services start', () => {
    let services: Service[] = [];
    const database = emptyDatabase();
    beforeAll(async () => {
      services = await Promise.all([startService({ database }), startService({ database })]);
    });
    afterAll(() => Promise.all(services.map((service) => service.stop())));

    test('and there is one Administrator with one key, which both know', async () => {
      for (const service of services) {
        const { body } = await service.get('/api/1.3/authors/search').expect(200);
        expect(body).toMatchObject([{ id: 1 }]);
      }
      const sources = await open(database);
      expect(await query(sources, 'SELECT role FROM authors')).toEqual([{ role: 'Administrator' }]);
      expect(await query(sources, 'SELECT author_id FROM api_keys')).toEqual([{ author_id: 1 }]);
    });

    test('and what one writes the other shows', async () => {
      const [one, other] = services as [Service, Service];
      const { body } = await one.post('/api/1.3/posts', { headline: 'Shared' }).expect(200);
      await other.put(`/api/1.3/posts/${body.id}`, { og_title: 'By the other' }).expect(200);
      expect((await one.get(`/api/1.3/posts/${body.id}`)).body).toMatchObject({ og_title: 'By the other' });
    });

    test('and a third one later finds the Administrator there', async () => {
      const third = await startService({ database });
      services.push(third);
      const { body } = await third.get('/api/1.3/authors/search').expect(200);
      expect(body).toHaveLength(1);
    });
  });
});

onSqlite('SQLite', () => {
  test('writes ahead, keeps foreign keys, and syncs each commit', async () => {
    const { writer } = await openMigrated(emptyDatabase());
    const pragma = async (name: string) =>
      Object.values((await writer.query<object[]>(`PRAGMA ${name}`))[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('synchronous')).toBe(2);
  });

  test('has a second connection, which cannot write', async () => {
    const { reader } = await openMigrated(emptyDatabase());
    expect(await reader.query('SELECT id FROM sections')).toEqual([{ id: 0 }]);
    await expect(reader.query('DELETE FROM sections')).rejects.toThrow(/readonly/);
  });
});

onServer('on a server', () => {
  const COLUMNS = `SELECT table_name AS name, column_name AS field FROM information_schema.columns
    WHERE table_schema = DATABASE() AND collation_name IS NOT NULL`;

  test('every session is strict, in UTC, in utf8mb4, and short of patience', async () => {
    const sources = await openMigrated(emptyDatabase(), 8);
    const sessions = await Promise.all(
      Array.from({ length: 8 }, () =>
        query<Record<string, unknown>>(
          sources,
          `SELECT CONNECTION_ID() AS id, @@sql_mode AS mode, @@time_zone AS zone, @@collation_connection AS collation,
             @@character_set_client AS charset, @@innodb_lock_wait_timeout AS patience, SLEEP(0.2) AS slept`,
        ),
      ),
    );
    expect(new Set(sessions.flat().map(({ id }) => id)).size).toBe(8);
    for (const { mode, ...session } of sessions.flat()) {
      expect(mode).toMatch(/STRICT_ALL_TABLES/);
      const expected = { zone: '+00:00', collation: 'utf8mb4_bin', charset: 'utf8mb4' };
      expect(session).toMatchObject(expected);
      expect(Number(session.patience)).toBeLessThanOrEqual(5);
    }
  });

  test('every session gives up a statement after the limit of writes', async () => {
    const variables = "'max_statement_time', 'max_execution_time'";
    const sessions = `SHOW SESSION VARIABLES WHERE Variable_name IN (${variables})`;
    const [limit] = await query<{ Value: string }>(await open(emptyDatabase()), sessions);
    // Seconds on MariaDB, milliseconds on MySQL.
    expect([20, 20_000]).toContain(Number(limit?.Value));
  });

  test('every text column compares byte for byte', async () => {
    const sources = await openMigrated(emptyDatabase());
    expect((await query(sources, COLUMNS)).length).toBeGreaterThan(50);
    expect(await query(sources, `${COLUMNS} AND collation_name <> 'utf8mb4_bin'`)).toEqual([]);
  });

  test('a database that was made with another character set is put right', async () => {
    const database = emptyDatabase();
    const url = new URL(database.url);
    const name = url.pathname.slice(1);
    url.pathname = '/';
    const connection = await createConnection(url.toString());
    await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET latin1 COLLATE latin1_swedish_ci`);
    await connection.end();
    const sources = await openMigrated(database);
    expect(await query(sources, `${COLUMNS} AND collation_name <> 'utf8mb4_bin'`)).toEqual([]);
    expect(await schemaDrift(sources)).toEqual([]);
  });

  test('a later start changes nothing of the database, for which MySQL waits for its transactions', async () => {
    const database = emptyDatabase();
    await openMigrated(database);
    const sent = jest.spyOn(BoundedConnection.prototype, 'query');
    await openMigrated(database);
    const changes = sent.mock.calls.map(([statement]) => statement).filter((one) => one.startsWith('ALTER'));
    sent.mockRestore();
    expect(changes).toEqual([]);
  });

  test('a SELECT is known to have reached its limit', async () => {
    const database = new Database(await openMigrated(emptyDatabase()));
    const tables = ['a', 'b', 'c', 'd', 'e'].map((name) => `information_schema.collations ${name}`);
    const endless = new Sql(`SELECT COUNT(*) AS found FROM ${tables.join(', ')}`, []);
    const failure: unknown = await database
      .select(database.limited(endless, 0.1))
      .catch((error: unknown) => error);
    expect(translateDatabaseError(failure)?.code).toBe('takes-too-long');
  });

  test('a connection that an administrator ends is known to be lost', async () => {
    const { writer } = await openMigrated(emptyDatabase());
    const failure: unknown = await writer.query('KILL CONNECTION_ID()').catch((error: unknown) => error);
    expect(translateDatabaseError(failure)?.kind).toBe('overloaded');
  });

  test('what is too long or too large is refused, not cut', async () => {
    const sources = await openMigrated(emptyDatabase());
    const insert = (title: string, status: number) =>
      query(
        sources,
        'INSERT INTO sections (title, title_key, url, full_url, status, created_ts) VALUES (?, ?, ?, ?, ?, 0)',
        [...[title, title, 'x', '/x'], status],
      );
    await expect(insert('x'.repeat(256), 1)).rejects.toThrow(/too long/i);
    await expect(insert('x', 99_999_999_999)).rejects.toThrow(/out of range/i);
  });
});
