import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import BetterSqlite3 from 'sqlite-driver';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { poolOf } from '../../src/platform/database/mysql/pool-of.js';
import { sql } from '../../src/platform/database/sql.js';
import { createTestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';

interface Row {
  readonly id: number;
  readonly text: string;
}

const ROWS = 5000;
const TIMEOUT_MS = 5 * 60_000;

const { isSqlite } = createTestDatabase();
const onServer = isSqlite ? test.skip : test;
const onFile = isSqlite ? test : test.skip;

let service: Service;
let database: Database;
beforeAll(async () => {
  // Background work sends statements, too.
  service = await startService({ environment: { SCHEDULER: 'off' } });
  database = service.app.get(Database);
  await database.sources.writer.query(
    'CREATE TABLE entries (id INTEGER NOT NULL PRIMARY KEY, text LONGTEXT)',
  );
  await service.app.get(UnitOfWork).run(async () => {
    const rows = Array.from({ length: ROWS }, (_, n) => [n, `entry ${n}`]);
    await database.upsert('entries', ['id', 'text'], ['id'], rows);
  });
});
afterAll(() => service.stop());
afterEach(() => {
  jest.useRealTimers();
});

const entries = (below = ROWS) => database.stream<Row>(sql`SELECT id, text FROM entries WHERE id < ${below}`);
async function all<T>(pieces: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const piece of pieces) taken.push(piece);
  return taken;
}
const idsOf = (pieces: readonly (readonly Row[])[]) => pieces.flat().map(({ id }) => id);

describe('A list of any length', () => {
  test('comes in pieces, whole, by one statement', async () => {
    const sent = jest.spyOn(database.sources.statements, 'logQuery');
    const pieces = await all(entries());
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
    expect(pieces.map((piece) => piece.length)).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(idsOf(pieces).sort((one, other) => one - other)).toEqual(
      Array.from({ length: ROWS }, (_, n) => n),
    );
    expect(await all(entries(0))).toEqual([]);
    expect(idsOf(await all(entries(3)))).toEqual([0, 1, 2]);
  });

  test('comes in smaller pieces where texts are long', async () => {
    const long = 'x'.repeat(3_000_000);
    await service.app.get(UnitOfWork).run(async () => {
      for (let id = ROWS; id < ROWS + 7; id++)
        await database.execute('INSERT INTO entries (id, text) VALUES (?, ?)', [id, long]);
    });
    const pieces = await all(database.stream<Row>(sql`SELECT id, text FROM entries WHERE id >= ${ROWS}`));
    expect(pieces.map((piece) => piece.length)).toEqual([3, 3, 1]);
    expect(pieces.flat().every(({ text }) => text === long)).toBe(true);
  });

  test('gives its connection back when nobody wants the rest', async () => {
    for (let n = 0; n < 30; n++) {
      for await (const piece of entries()) {
        expect(piece).toHaveLength(1000);
        break;
      }
    }
    expect(idsOf(await all(entries()))).toHaveLength(ROWS);
    expect(await database.rows('SELECT COUNT(*) AS count FROM entries WHERE id < 2')).toEqual([{ count: 2 }]);
  });

  test('is one of few that are read at a time; short ones do not count', async () => {
    const long = Array.from({ length: 4 }, () => entries());
    for (const list of long) await list.next();
    await expect(entries().next()).rejects.toMatchObject({ kind: 'overloaded', code: 'lists-busy' });
    expect(idsOf(await all(entries(1000)))).toHaveLength(1000);
    await long[0]?.return();
    expect(idsOf(await all(entries()))).toHaveLength(ROWS);
    expect(idsOf(await all(long[1] ?? []))).toHaveLength(ROWS - 1000);
    for (const list of long) await list.return();
  });

  onServer('leaves half of a small pool to others', async () => {
    const small = await startService({
      database: service.database,
      environment: { SCHEDULER: 'off', DATABASE_POOL: '3' },
    });
    const select = sql`SELECT id, text FROM entries WHERE id < ${ROWS}`;
    const long = small.app.get(Database).stream<Row>(select);
    await long.next();
    const another = small.app.get(Database).stream<Row>(select);
    await expect(another.next()).rejects.toMatchObject({ code: 'lists-busy' });
    expect(idsOf(await all(long))).toHaveLength(ROWS - 1000);
    await small.stop();
  });

  onServer('has as long as it may take also where statements have less', async () => {
    const pool = poolOf(database.sources.reader);
    const onEach = async (setting: string): Promise<void> => {
      const connections = await Promise.all(Array.from({ length: pool.counts.limit }, () => pool.acquire()));
      for (const connection of connections) {
        await connection.query(`SET SESSION ${setting}`);
        connection.release();
      }
    };
    await onEach('max_statement_time = 0.05');
    const list = database.stream<Row>(sql`SELECT id, text FROM entries WHERE id >= ${ROWS}`);
    const first = await list.next();
    expect(first.value).toHaveLength(3);
    // The server waits meanwhile for a client that does not read.
    await service.app
      .get(UnitOfWork)
      .run(() => database.rows('SET STATEMENT max_statement_time = 5 FOR SELECT SLEEP(0.3)'));
    expect((await all(list)).map((piece) => piece.length)).toEqual([3, 1]);
    await onEach('max_statement_time = 20');
    expect(await database.rows('SELECT @@net_write_timeout AS seconds')).toEqual([{ seconds: 300 }]);
  });

  onFile('closes its connection when the statement is wrong', async () => {
    const closed = jest.spyOn(BetterSqlite3.prototype, 'close');
    await expect(database.stream(sql`SELECT nothing FROM entries`).next()).rejects.toThrow(/nothing/);
    expect(closed).toHaveBeenCalledTimes(1);
    closed.mockRestore();
  });

  test('ends when its reader takes too long', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'performance'],
    });
    const list = entries();
    await list.next();
    jest.advanceTimersByTime(TIMEOUT_MS);
    jest.useRealTimers();
    await expect(all(list)).rejects.toThrow('was not read to its end');
    expect(idsOf(await all(entries()))).toHaveLength(ROWS);
  });

  test('fails like any other when the statement is wrong', async () => {
    await expect(database.stream(sql`SELECT nothing FROM entries`).next()).rejects.toThrow(/nothing/);
    for (let n = 0; n < 30; n++)
      await database
        .stream(sql`SELECT nothing FROM entries`)
        .next()
        .catch(() => undefined);
    expect(idsOf(await all(entries(1)))).toEqual([0]);
  });
});

describe('Statements', () => {
  test('are counted for the work that sends them', async () => {
    const counted = (times: number) =>
      database.sources.statements.during(async (soFar) => {
        for (let n = 0; n < times; n++) await database.rows('SELECT 1');
        await all(entries(1));
        return soFar();
      });
    expect(await Promise.all([counted(1), counted(5), counted(0)])).toEqual([2, 6, 1]);
  });
});
