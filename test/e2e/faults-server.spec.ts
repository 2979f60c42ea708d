import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { REQUEST_LIMITS } from '../../src/platform/database/mysql/limits.js';
import { poolOf } from '../../src/platform/database/mysql/pool-of.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { mayStartServer, type OwnServer, startOwnServer } from '../support/own-server.js';
import { callProcess, killLeftovers, startProcess } from '../support/process.js';
import { type Service, startService } from '../support/service.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const probe = createTestDatabase();
// SQLite has no server that could fail.
const onServer = probe.isSqlite ? describe.skip : describe;

interface Outcome {
  readonly status: number;
  readonly body: { readonly id?: number; readonly code?: string };
  readonly retryAfter: string | undefined;
}

onServer('a database server', () => {
  const account = `faults_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  let proxy: TcpProxy;
  let service: Service;

  /** As administrator, past the proxy. */
  async function administer(...statements: string[]): Promise<void> {
    const connection = await createConnection(probe.url);
    try {
      for (const statement of statements) await connection.query(statement);
    } finally {
      await connection.end();
    }
  }

  const outcomeOf = ({ status, body, headers }: Awaited<ReturnType<Service['get']>>): Outcome => ({
    status,
    body: body as Outcome['body'],
    retryAfter: (headers as Record<string, string | undefined>)['retry-after'],
  });
  const read = async (): Promise<Outcome> => outcomeOf(await service.get('/api/1.3/posts?limit=1'));
  const write = async (headline: string): Promise<Outcome> =>
    outcomeOf(await service.post('/api/1.3/drafts', { headline }));
  const readiness = async (): Promise<number> => (await service.get('/health/ready')).status;

  /** Drafts that are there, as another connection sees them. */
  async function committed(): Promise<Set<number>> {
    const connection = await createConnection(probe.url);
    const [rows] = await connection.query('SELECT id FROM articles');
    await connection.end();
    return new Set((rows as { id: number }[]).map(({ id }) => id));
  }

  function limitStatements(readMs: number, writeMs: number): void {
    jest.replaceProperty(REQUEST_LIMITS, 'readMs', readMs);
    jest.replaceProperty(REQUEST_LIMITS, 'writeMs', writeMs);
  }

  /** A look at the database is remembered for half a second. */
  async function untilNotReady(): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      if ((await readiness()) === 503) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error('Readiness does not tell of the fault.');
  }

  async function untilWell(): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      if ((await readiness()) === 200 && (await write('Well')).status === 200) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error('The service does not recover.');
  }

  function expectRefused(outcomes: readonly Outcome[]): void {
    for (const { status, body, retryAfter } of outcomes) {
      expect({ status, code: body.code }).toEqual({
        status: 503,
        code: /^(database-(unreachable|refuses|busy)|takes-too-long)$/.exec(body.code ?? '')?.[0],
      });
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
  }

  beforeAll(async () => {
    const url = new URL(probe.url);
    const name = url.pathname.slice(1);
    const connection = await createConnection(new URL('/', url).toString());
    await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await connection.query(`CREATE USER '${account}'@'%' IDENTIFIED BY 'first'`);
    await connection.query(`GRANT ALL ON \`${name}\`.* TO '${account}'@'%'`);
    await connection.end();
    proxy = await startTcpProxy(url.hostname, Number(url.port || 3306));
    const database: TestDatabase = {
      ...probe,
      url: `mysql://${account}:first@127.0.0.1:${proxy.port}/${name}`,
    };
    limitStatements(1_500, 2_000);
    jest.replaceProperty(REQUEST_LIMITS, 'suspectMs', 200);
    service = await startService({ database, environment: { DATABASE_POOL: '4', SCHEDULER: 'off' } });
  });
  afterEach(async () => {
    limitStatements(1_500, 2_000);
    proxy.thaw();
    await proxy.accept();
    await administer(
      `ALTER USER '${account}'@'%' IDENTIFIED BY 'first' WITH MAX_CONNECTIONS_PER_HOUR 0`,
      'SET GLOBAL read_only = 0, max_prepared_stmt_count = DEFAULT',
    );
    await untilWell();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await service.stop();
    proxy.close();
    await administer(`DROP USER '${account}'@'%'`);
    await probe.drop();
  });

  test('that prepares no more statements: articles are read all the same', async () => {
    const { id } = (await write('Read')).body;
    await administer('SET GLOBAL max_prepared_stmt_count = 0');
    expect(outcomeOf(await service.get(`/api/1.3/drafts/${id}`)).status).toBe(200);
  });

  test('that stops to answer: requests are refused, and readiness says so', async () => {
    proxy.freeze();
    const requests = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? read() : write(`Frozen ${n}`)));
    expectRefused(await Promise.all(requests));
    await untilNotReady();
    // The circuit is open: nothing is sent, and no connection is opened for a request.
    expectRefused(await Promise.all(Array.from({ length: 200 }, read)));
    const opened = proxy.opened;
    expectRefused(await Promise.all(Array.from({ length: 200 }, read)));
    expect(proxy.opened - opened).toBeLessThanOrEqual(3);
  });

  test('that stops to answer: what is under way is refused before it reaches its own limit', async () => {
    limitStatements(3_600_000, 3_600_000);
    proxy.freeze();
    expectRefused(await Promise.all([read(), write('Under way'), read(), write('Under way')]));
  });

  test('that resets connections: nothing that was answered is lost, and nothing is a defect', async () => {
    const before = await committed();
    const outcomes: Outcome[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 25; n++) {
        outcomes.push(await write(`Cut ${writer} ${n}`));
        if (outcomes.length % 20 === 0) proxy.cut();
      }
    });
    await Promise.all(writers);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expectRefused(outcomes.filter(({ status }) => status !== 200));
    const after = await committed();
    const answered = outcomes.filter(({ status }) => status === 200).map(({ body }) => body.id ?? 0);
    expect(answered.filter((id) => !after.has(id))).toEqual([]);
    expect(before.size + answered.length).toBeLessThanOrEqual(after.size);
  });

  test('that resets connections: none of them counts as open any more', async () => {
    await Promise.all([read(), read(), write('Open')]);
    const pool = poolOf(service.app.get(Database).sources.writer);
    expect(pool.counts.open).toBeGreaterThan(0);
    proxy.cut();
    expect(await eventually(() => pool.counts.open, 0)).toBe(0);
  });

  test('that takes no connections', async () => {
    proxy.refuse();
    expectRefused(await Promise.all([read(), write('Away'), read()]));
    await untilNotReady();
  });

  test('that has changed the password', async () => {
    await administer(`ALTER USER '${account}'@'%' IDENTIFIED BY 'second'`);
    proxy.cut();
    expectRefused(await Promise.all([read(), write('Locked out'), read()]));
    await untilNotReady();
  });

  test('that allows no more connections', async () => {
    await administer(`ALTER USER '${account}'@'%' WITH MAX_CONNECTIONS_PER_HOUR 1`);
    proxy.cut();
    await read();
    proxy.cut();
    expectRefused(await Promise.all([read(), write('Limited')]));
    await untilNotReady();
  });

  test('that is read-only answers reads, refuses writes, and is not ready', async () => {
    await administer('SET GLOBAL read_only = 1');
    const [reading, writing] = await Promise.all([read(), write('Read-only')]);
    expect(reading.status).toBe(200);
    expectRefused([writing]);
    await untilNotReady();
  });

  test('with a table that is locked for longer than requests wait', async () => {
    const connection = await createConnection(probe.url);
    await connection.query('LOCK TABLES articles WRITE');
    try {
      expectRefused(await Promise.all([...Array.from({ length: 8 }, read), write('Locked')]));
      // The server is well: requests that do not need this table are answered.
      expect(await eventually(readiness, 200)).toBe(200);
      await connection.query('UNLOCK TABLES');
      const [left] = await connection.query("SELECT id FROM articles WHERE headline = 'Locked'");
      expect(left).toEqual([]);
    } finally {
      // Ends the lock as well: the service would not get well.
      await connection.end();
    }
  });
});

onServer('a pool of one connection', () => {
  test('is enough to start and to serve', async () => {
    const service = await startService({ environment: { DATABASE_POOL: '1' } });
    const writes = Array.from({ length: 10 }, (_, n) => service.post('/api/1.3/posts', { headline: `${n}` }));
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    await service.get('/health/ready').expect(200);
    await service.stop();
  });
});

onServer('a start before the database is there', () => {
  const database = createTestDatabase();
  let proxy: TcpProxy;
  beforeAll(async () => {
    const { hostname, port } = new URL(database.url);
    proxy = await startTcpProxy(hostname, Number(port || 3306));
  });
  afterAll(async () => {
    killLeftovers();
    proxy.close();
    await database.drop();
  });

  test('says on the terminal what it waits for, and goes on once that is there', async () => {
    const url = new URL(database.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const waits = `Waiting for the database at 127.0.0.1:${proxy.port}: connect ECONNREFUSED`;
    proxy.refuse();
    const service = await startProcess({ ...database, url: url.toString() }, {}, (printed) => {
      if (printed.includes(waits)) void proxy.accept();
    });
    expect(service.output().split(waits).length).toBeGreaterThan(1);
    expect(await callProcess(service, 'GET', '/health/ready')).toMatchObject({ status: 200 });
    expect(await service.end('SIGTERM')).toBe(0);
  });
});

const onOwnServer = probe.isSqlite || !mayStartServer() ? describe.skip : describe;

onOwnServer('a server that takes packets of 1 MB', () => {
  const folder = createTestDatabase();
  let server: OwnServer;
  let service: Service;
  beforeAll(async () => {
    server = await startOwnServer('--max-allowed-packet=1M');
    const database = { ...folder, url: `${server.url}/packets` };
    service = await startService({ database, environment: { DATABASE_POOL: '2' } });
  });
  afterAll(async () => {
    try {
      await service.stop();
    } finally {
      await server.stop();
      await folder.drop();
    }
  });

  test('refuses texts that are larger, of which nothing is written, and takes what follows', async () => {
    const body = `<p>${'word '.repeat(400_000)}</p>`;
    for (const key of ['one', 'another']) {
      const large = service.post('/api/1.3/posts', { headline: 'Large', body });
      const { status, body: told } = await large.set('Idempotency-Key', key);
      expect({ status, code: (told as { code?: string }).code }).toEqual({
        status: 503,
        code: expect.stringMatching(/^database-(refuses|unreachable)$/),
      });
    }
    await service.post('/api/1.3/posts', { headline: 'Small' }).expect(200);
    const left = await service.app.get(Database).rows('SELECT headline FROM articles');
    expect(left).toEqual([{ headline: 'Small' }]);
  });
});
