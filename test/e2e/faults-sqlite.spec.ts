import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'sqlite-driver';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { SqliteTransactionRunner } from '../../src/platform/database/sqlite/transaction-runner.js';
import { createTestDatabase } from '../support/database.js';
import { run } from '../support/process.js';
import { type Service, startService } from '../support/service.js';
import { describeOnSmallDisk } from '../support/small-disk.js';

const probe = createTestDatabase();
const { isSqlite } = probe;
// A server reports its faults in its own way: faults-server.spec.ts.
const onSqlite = isSqlite ? describe : describe.skip;

let service: Service;

/** Ids of the articles that another process sees. */
function committed(): Set<number> {
  const file = new BetterSqlite3(service.database.url.slice('sqlite:'.length), { readonly: true });
  const rows = file.prepare('SELECT id FROM articles').all() as { id: number }[];
  file.close();
  return new Set(rows.map(({ id }) => id));
}

interface Outcome {
  readonly status: number;
  readonly id: number | undefined;
  readonly code: string | undefined;
}

async function create(headline: string, body = ''): Promise<Outcome> {
  const answer = await service.post('/api/1.3/posts', { headline, body });
  const { id, code } = answer.body as { id?: number; code?: string };
  return { status: answer.status, id, code };
}

const createMany = (prefix: string, count: number, body = ''): Promise<Outcome[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => create(`${prefix} ${n}`, body)));

/** The property to hold: what was answered with 200 is committed, and nothing else is. */
function expectKept(outcomes: readonly Outcome[]): void {
  const answered = outcomes.filter(({ status }) => status === 200).map(({ id }) => id);
  expect([...committed()].toSorted((a, b) => a - b)).toEqual(answered.toSorted((a = 0, b = 0) => a - b));
}

onSqlite('a statement that fails', () => {
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.stop();
  });

  const send = SqliteTransactionRunner.prototype.query as (
    sql: string,
    ...more: unknown[]
  ) => Promise<unknown>;

  /** The next statement of this text in a transaction that creates an article fails, and is not sent. */
  function failOnce(text: string, code: string): void {
    let isDue = true;
    let creates = false;
    jest.spyOn(SqliteTransactionRunner.prototype, 'query').mockImplementation(function (
      this: SqliteTransactionRunner,
      sql: string,
      ...more: unknown[]
    ) {
      if (sql.startsWith('BEGIN')) creates = false;
      if (/^INSERT INTO "?articles\b/.test(sql)) creates = true;
      if (!isDue || !creates || !sql.startsWith(text)) return send.call(this, sql, ...more);
      isDue = false;
      return Promise.reject(Object.assign(new Error(`${code} for a test`), { code }));
    } as never);
  }

  test.each([
    ['SQLITE_FULL', 507, 'insufficient-storage'],
    ['SQLITE_IOERR_WRITE', 503, 'database-refuses'],
    ['SQLITE_NOMEM', 503, 'database-refuses'],
    ['SQLITE_READONLY', 503, 'database-refuses'],
    ['SQLITE_CORRUPT', 503, 'database-refuses'],
  ])('with %s at COMMIT is %i, and takes nothing that follows with it', async (error, status, code) => {
    failOnce('COMMIT', error);
    const outcomes = [await create('One')];
    expect(outcomes[0]).toMatchObject({ status, code });
    failOnce('INSERT INTO article_paths', error);
    outcomes.push(await create('Two'), await create('Three'), ...(await createMany('More', 5)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      status,
      status,
      ...Array<number>(6).fill(200),
    ]);
    expectKept(outcomes);
  });

  test('and has ended the transaction by itself is followed by no statement of that transaction', async () => {
    const database = service.app.get(Database);
    const work = service.app.get<UnitOfWork>(UnitOfWork).run(async () => {
      // As SQLite does by itself when the disk is full.
      await database.execute('ROLLBACK');
      await database.execute("UPDATE sections SET title = 'Changed' WHERE id = 0");
    });
    await expect(work).rejects.toThrow('The transaction has been ended by the database.');
    expect(await database.rows('SELECT title FROM sections WHERE id = 0')).toEqual([{ title: 'Home' }]);
  });

  test('and leaves its transaction open costs the connection, not what follows', async () => {
    const rollback = jest.spyOn(SqliteTransactionRunner.prototype, 'rollbackTransaction');
    rollback.mockRejectedValueOnce(new Error('no rollback for a test'));
    failOnce('COMMIT', 'SQLITE_IOERR');
    const outcomes = [await create('One'), ...(await createMany('More', 5))];
    expect(outcomes.map(({ status }) => status)).toEqual([503, 200, 200, 200, 200, 200]);
    expectKept(outcomes);
  });

  test('and costs the connection is followed by attempts to open it again', async () => {
    const rollback = jest.spyOn(SqliteTransactionRunner.prototype, 'rollbackTransaction');
    rollback.mockRejectedValueOnce(new Error('no rollback for a test'));
    const { driver } = service.app.get(Database).sources.writer;
    const refusal = Object.assign(new Error('no file for a test'), { code: 'SQLITE_CANTOPEN' });
    const connect = jest.spyOn(driver, 'connect').mockRejectedValue(refusal);
    failOnce('COMMIT', 'SQLITE_IOERR');
    const outcomes = [await create('One'), await create('Two')];
    connect.mockRestore();
    outcomes.push(await create('Three'));
    expect(outcomes.map(({ status, code }) => [status, code])).toEqual([
      [503, 'database-refuses'],
      [503, 'database-refuses'],
      [200, undefined],
    ]);
    expectKept(outcomes);
  });
});

onSqlite('a service that writes without a pause', () => {
  afterEach(() => service.stop());

  const articles = Array.from({ length: 100 }, (_, n) =>
    JSON.stringify({ headline: `Imported ${n}`, provider_post_id: `p${n}` }),
  );

  test.each([
    ['import', () => [fileOf(articles)]],
    ['seed', () => ['--posts', '500']],
  ])('leaves the command line its turn: %s', async (verb, parameters) => {
    service = await startService();
    let isDone = false;
    let written = 0;
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      while (!isDone) {
        await service.post('/api/1.3/posts', { headline: `Busy ${writer}` }).expect(200);
        written += 1;
      }
    });
    const { code, stderr } = await run('cli.js', [verb, ...parameters()], service.database);
    isDone = true;
    await Promise.all(writers);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(written).toBeGreaterThan(0);
  });

  function fileOf(lines: readonly string[]): string {
    const file = join(service.database.folder, 'articles.jsonl');
    writeFileSync(file, lines.join('\n'));
    return file;
  }
});

describeOnSmallDisk('a disk that is full for a moment', 24, (disk) => {
  beforeEach(async () => {
    service = await startService({ database: { ...probe, url: `sqlite:${disk.folder}/content.db` } });
  });
  afterEach(() => service.stop());

  const body = `<p>${'word '.repeat(4000)}</p>`;

  test('answers creates with 507 and readiness with 503, then all is as before, and every 200 is kept', async () => {
    const outcomes = await createMany('Before', 5, body);
    disk.fill();
    outcomes.push(...(await createMany('Full', 40, body)));
    const refused = outcomes.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([507]));
    const ready = await service.get('/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.body).toMatchObject({ checks: { database: 'down' } });
    expect((await service.get('/api/1.3/posts')).status).toBe(200);

    disk.empty();
    const after = await createMany('After', 20, body);
    outcomes.push(...after);
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    expectKept(outcomes);
  });
});
