import { connect } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { keepAsking } from '../support/kept-connections.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { callProcess, killLeftovers, PROCESS_KEY, type ServiceProcess } from '../support/process.js';
import { clientsOfWorkers, isRunning, startWorkers, untilPrinted } from '../support/workers.js';

const probe = createTestDatabase();
// SQLite is for one process.
const onServer = probe.isSqlite ? describe.skip : describe;
afterAll(() => probe.drop());

onServer('Of several processes', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createMigratedDatabase();
  });
  afterEach(async () => {
    killLeftovers();
    await database.drop();
  });

  async function pidsOfWorkers(service: ServiceProcess): Promise<[number, number]> {
    const [one, other] = await clientsOfWorkers(service, 2);
    one.close();
    other.close();
    return [one.pid, other.pid];
  }

  const areGone = (pids: readonly number[]) => eventually(() => pids.some(isRunning), false);

  test('one that is killed loses nothing that was answered, and another takes its place and its work', async () => {
    const service = await startWorkers(database);
    // Forked first, it does the background work.
    const [first] = await pidsOfWorkers(service);
    const answered: number[] = [];
    let killed = false;
    const write = async (): Promise<void> => {
      for (let tries = 0; tries < 100 && answered.length < 80; tries++) {
        const created = callProcess(service, 'POST', '/api/1.3/posts', { headline: 'Post', tags: ['kill'] });
        // Connections to the one that is killed break.
        const { status, body } = await created.catch(() => ({ status: 0, body: {} }));
        if (status === 200) answered.push((body as { id: number }).id);
        if (answered.length < 40 || killed) continue;
        killed = true;
        process.kill(first, 'SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 8 }, write));
    expect(answered.length).toBeGreaterThanOrEqual(80);
    await untilPrinted(service, 'A worker has taken the place of another');
    const stored = new Set<number>();
    for (let offset = 0; offset < 300; offset += 100) {
      const { body } = await callProcess(service, 'GET', `/api/1.3/posts?limit=100&offset=${offset}`);
      for (const { id } of body as unknown as { id: number }[]) stored.add(id);
    }
    expect(answered.filter((id) => !stored.has(id))).toEqual([]);

    const { body: draft } = await callProcess(service, 'POST', '/api/1.3/drafts', { headline: 'Due' });
    const scheduled_at = Math.floor(Date.now() / 1000) + 2;
    await callProcess(service, 'PUT', `/api/1.3/scheduled_posts/${String(draft.id)}`, { scheduled_at });
    const status = async () =>
      (await callProcess(service, 'GET', `/api/1.3/posts/${String(draft.id)}`)).status;
    expect(await eventually(status, 200)).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  test('one that is killed leaves no client waiting whose connection it had not taken', async () => {
    const service = await startWorkers(database);
    const [, second] = await pidsOfWorkers(service);
    process.kill(second, 'SIGSTOP');
    const ended: boolean[] = [];
    const sockets = Array.from({ length: 8 }, () => connect(Number(new URL(service.url).port), '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => undefined).on('close', () => ended.push(true));
      socket.resume().write('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    }
    // The other one answers all but what has been passed to the frozen one.
    await eventually(() => ended.length >= 7, true);
    process.kill(second, 'SIGKILL');
    expect(await eventually(() => ended.length, 8)).toBe(8);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  test('all end with 0 after SIGTERM, and clients that do not stop asking are answered or refused', async () => {
    const service = await startWorkers(database, { DRAIN_SECONDS: '1' });
    const pids = await pidsOfWorkers(service);
    const load = keepAsking(service.url, PROCESS_KEY, 24);
    await load.answered(500);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(await load.outcomes).toEqual(['200', 'ECONNREFUSED']);
  });

  test('all end with 0 after a signal of the terminal, which each of them gets', async () => {
    const service = await startWorkers(database);
    const pids = await pidsOfWorkers(service);
    for (const pid of pids) process.kill(pid, 'SIGINT');
    expect(await service.end('SIGINT')).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
    expect(service.output()).not.toContain('A worker has ended');
  });

  test('none is left when the one that was started is killed, and what is in flight is answered', async () => {
    const service = await startWorkers(database);
    const pids = await pidsOfWorkers(service);
    const body = '<p>word</p>'.repeat(100_000);
    const inFlight = callProcess(service, 'POST', '/api/1.3/posts', { headline: 'In flight', body });
    await new Promise((wake) => setTimeout(wake, 150));
    await service.end('SIGKILL');
    expect((await inFlight).status).toBe(200);
    expect(await areGone(pids)).toBe(false);
  });
});
