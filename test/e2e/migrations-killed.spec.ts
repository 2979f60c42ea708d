import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { entities } from '../../src/app.module.js';
import {
  closeDataSources,
  type DataSources,
  openDataSources,
} from '../../src/platform/database/data-sources.js';
import { migrate, schemaDrift } from '../../src/platform/database/migrating/migrate.js';
import { BoundedConnection } from '../../src/platform/database/mysql/bounded-connection.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const probe = createTestDatabase();
const { isSqlite } = probe;
// On SQLite a migration is one transaction; that a killed process takes it back is SQLite's own promise.
const onServer = isSqlite ? describe.skip : describe;

const databases: TestDatabase[] = [probe];
const opened: DataSources[] = [];

async function open(): Promise<DataSources> {
  const database = createTestDatabase();
  databases.push(database);
  const sources = await openDataSources(database.url, { poolSize: 2, entities });
  opened.push(sources);
  return sources;
}

const query = <T extends object>({ writer }: DataSources, sql: string, parameters: unknown[] = []) =>
  writer.query<T[]>(sql, parameters);

/** Tables, columns and indexes, as the server describes them. */
async function schemaOf(sources: DataSources): Promise<object[]> {
  const order = 'table_schema = DATABASE() ORDER BY 1, 2, 3, 4';
  return [
    ...(await query(
      sources,
      `SELECT table_name, ordinal_position, column_name, column_type, is_nullable, column_default, collation_name, extra
       FROM information_schema.columns WHERE ${order}`,
    )),
    ...(await query(
      sources,
      `SELECT table_name, index_name, seq_in_index, column_name, non_unique
       FROM information_schema.statistics WHERE ${order}`,
    )),
    ...(await query(
      sources,
      `SELECT constraint_name, table_name, referenced_table_name, delete_rule
       FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE() ORDER BY 1, 2`,
    )),
  ];
}

class Killed extends Error {}

const READS = /^\s*(SELECT|WITH|SHOW)\b/i;
/** Sent before any migration runs, or beside it. */
const PREPARES =
  /migration_lease|ALTER DATABASE|CREATE TABLE IF NOT EXISTS|^(START TRANSACTION|COMMIT|ROLLBACK|SET )/;

/** Steps of migrations, and their notes in the journal. */
const TAKEN_BACK =
  /^(CREATE|ALTER|DROP|UPDATE|INSERT INTO) (?!.*\bmigration(s|_lease)\b)(?!TABLE IF NOT EXISTS)/;

/** Runs the migrations as a process that is killed after some changes. @returns whether it came to its end */
async function migrateUntilKilled(sources: DataSources, changes = 1): Promise<boolean> {
  let isDead = false;
  let left = changes;
  const send = BoundedConnection.prototype.query;
  const spy = jest.spyOn(BoundedConnection.prototype, 'query').mockImplementation(async function (
    this: BoundedConnection,
    sql,
    parameters,
  ) {
    if (isDead) throw new Killed();
    const answer = await send.call(this, sql, parameters);
    if (READS.test(sql) || PREPARES.test(sql)) return answer;
    if (sql.startsWith('DELETE FROM migration_steps')) return answer;
    left -= 1;
    if (left > 0) return answer;
    isDead = true;
    // An open transaction goes with the connection.
    this.destroy();
    throw new Killed();
  });
  try {
    await migrate(sources);
    return true;
  } catch (error) {
    if (error instanceof Killed || (error as { driverError?: unknown }).driverError instanceof Killed)
      return false;
    throw error;
  } finally {
    spy.mockRestore();
    // The lease of a killed process runs out; here nobody waits for that.
    await query(sources, 'UPDATE migration_lease SET until_ts = 0');
  }
}

/** @param between runs after each kill */
async function migrateThroughKills(sources: DataSources, between = () => Promise.resolve()): Promise<number> {
  for (let kills = 0; kills < 1000; kills++) {
    // After one change and before its note, after the note, and within the change after that.
    if (await migrateUntilKilled(sources, 1 + (kills % 3))) return kills;
    await between();
  }
  throw new Error('The migrations do not come to their end.');
}

onServer('a start that is killed after each step of its migrations in turn', () => {
  let whole: DataSources;
  beforeEach(async () => {
    whole = await open();
    await migrate(whole);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(closeDataSources));
    await Promise.all(databases.splice(0).map((database) => database.drop()));
  });

  test('goes on the next time, on an empty database, to the schema of a single run', async () => {
    const sources = await open();
    expect(await migrateThroughKills(sources)).toBeGreaterThan(60);
    expect(await schemaOf(sources)).toEqual(await schemaOf(whole));
    expect(await schemaDrift(sources)).toEqual([]);
    expect(await query(sources, 'SELECT id, title FROM sections')).toEqual([{ id: 0, title: 'Home' }]);
    expect(await query(sources, 'SELECT hours FROM page_view_periods ORDER BY hours')).toEqual([
      { hours: 24 },
      { hours: 168 },
    ]);
  });

  test('goes on the next time on a database with content, and changes each row once', async () => {
    const sources = await open();
    let isSeeded = false;
    await migrateThroughKills(sources, async () => {
      if (isSeeded) return;
      const names = await query<{ name: string }>(sources, 'SELECT name FROM migrations').catch(() => []);
      if (names.length !== 1) return;
      isSeeded = true;
      await query(
        sources,
        `INSERT INTO sections (title, title_key, url, full_url, status, tags, created_ts)
         VALUES ('Town', 'town', 'town', '/town', 2, '["River","Mayor"]', 0)`,
      );
      await query(
        sources,
        `INSERT INTO authors (name, first_name, last_name, role, image_id, created_ts)
         VALUES ('zoe', 'Zoë', 'Öz', 'Editor', 7, 0)`,
      );
    });
    expect(isSeeded).toBe(true);
    expect(await schemaOf(sources)).toEqual(await schemaOf(whole));
    expect(await query(sources, 'SELECT slug FROM section_tags ORDER BY slug')).toEqual([
      { slug: 'mayor' },
      { slug: 'river' },
    ]);
    expect(await query(sources, 'SELECT title_key, image_id FROM authors')).toEqual([
      { title_key: 'zoe oz', image_id: null },
    ]);
  });

  test('goes on by itself when a cluster takes back every fifth statement', async () => {
    const sources = await open();
    const send = BoundedConnection.prototype.query;
    let [statements, takenBack] = [0, 0];
    const spy = jest.spyOn(BoundedConnection.prototype, 'query').mockImplementation(async function (
      this: BoundedConnection,
      sql,
      parameters,
    ) {
      if (!TAKEN_BACK.test(sql) || ++statements % 5 > 0) return send.call(this, sql, parameters);
      takenBack += 1;
      await send.call(this, 'ROLLBACK');
      throw Object.assign(new Error('Deadlock found'), { code: 'ER_LOCK_DEADLOCK' });
    });
    try {
      await migrate(sources);
    } finally {
      spy.mockRestore();
    }
    expect(takenBack).toBeGreaterThan(40);
    expect(await schemaOf(sources)).toEqual(await schemaOf(whole));
    expect(await query(sources, 'SELECT id, title FROM sections')).toEqual([{ id: 0, title: 'Home' }]);
    expect(await query(sources, 'SELECT hours FROM page_view_periods')).toHaveLength(2);
  });

  test('is waited for by the next one until its lease has run out', async () => {
    const sources = await open();
    await migrateUntilKilled(sources);
    await query(sources, `UPDATE migration_lease SET holder = 'another', until_ts = UNIX_TIMESTAMP() + 1`);
    expect(await migrate(sources)).toHaveLength(whole.writer.migrations.length);
  });
});

(isSqlite ? test : test.skip)('on SQLite a migration that is cut off leaves nothing behind', async () => {
  const sources = await open();
  const runner = sources.writer.createQueryRunner();
  const createIndices = jest.spyOn(Object.getPrototypeOf(runner) as typeof runner, 'createIndices');
  createIndices.mockRejectedValueOnce(new Killed());
  await expect(migrate(sources)).rejects.toThrow(Killed);
  createIndices.mockRestore();
  expect(await query(sources, 'SELECT name FROM migrations')).toHaveLength(1);
  await migrate(sources);
  expect(await schemaDrift(sources)).toEqual([]);
  await closeDataSources(sources);
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});
