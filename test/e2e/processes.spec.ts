import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { killLeftovers, run, type ServiceProcess } from '../support/process.js';
import { clientsOfWorkers, startWorkers, type WorkerAnswer, type WorkerClient } from '../support/workers.js';

const probe = createTestDatabase();
// SQLite is for one process.
const onServer = probe.isSqlite ? describe.skip : describe;
afterAll(() => probe.drop());

test('several processes on SQLite are refused with a sentence, as are numbers that make no sense', async () => {
  const refused = async (value: string, url = 'mysql://nobody@127.0.0.1:1/none') => {
    const more = { DATABASE_URL: url, WEB_CONCURRENCY: value };
    const { code, stderr } = await run('main.js', [], probe, more);
    expect([value, code]).toEqual([value, 1]);
    return stderr;
  };
  const onSqlite = await refused('2', 'sqlite:./never-opened.db');
  expect(onSqlite).toContain('WEB_CONCURRENCY above 1 needs MySQL or MariaDB');
  for (const value of ['0', '65', '1.5', 'many'])
    expect(await refused(value)).toContain('WEB_CONCURRENCY must be a whole number from 1 to 64, or auto');
});

onServer('Of two processes', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let one: WorkerClient;
  let other: WorkerClient;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const settings = join(database.folder, 'site.json');
    writeFileSync(settings, JSON.stringify({ limits: { requestsPerMinute: 10_000 } }));
    service = await startWorkers(database, { SITE_SETTINGS: settings });
    [one, other] = await clientsOfWorkers(service, 2);
  });
  afterAll(async () => {
    one.close();
    other.close();
    await service.end('SIGINT');
    killLeftovers();
    await database.drop();
  });

  async function publish(fields: object): Promise<{ id: number; path: string }> {
    const { body } = await one.call('POST', '/api/1.3/posts', fields);
    return { id: body.id as number, path: `/${String(body.slug)}` };
  }

  test('each answers, and neither is the process that was started', () => {
    expect(new Set([one.pid, other.pid, service.child.pid]).size).toBe(3);
  });

  test('the banner is printed once', () => {
    expect(service.output().split('is ready.')).toHaveLength(2);
    expect(service.output()).toMatch(/Processes +2/);
  });

  test('what one has answered for is seen through the other at once: by REST, GraphQL and on pages', async () => {
    const { id, path } = await publish({ headline: 'Edition 0' });
    const query = `{ posts { title } }`;
    const seenThrough = async (client: WorkerClient): Promise<string[]> => {
      const answers: WorkerAnswer[] = [
        await client.call('GET', path, undefined, null),
        await client.call('GET', '/feed.xml', undefined, null),
        await client.call('GET', `/api/1.3/posts/${id}`),
        await client.call('POST', '/core/graphql', { query }, null),
      ];
      return answers.map(({ text }) => /Edition \d+/.exec(text)?.[0] ?? text);
    };
    for (let edition = 1; edition <= 20; edition++) {
      const [writer, reader] = edition % 2 === 0 ? [one, other] : [other, one];
      // Its response is cached now.
      await seenThrough(reader);
      const headline = `Edition ${edition}`;
      expect((await writer.call('PUT', `/api/1.3/posts/${id}`, { headline })).status).toBe(200);
      expect(await seenThrough(reader)).toEqual([headline, headline, headline, headline]);
    }
  });

  test('a role that one has changed holds for the other at once', async () => {
    const editor = { first_name: 'Ann', last_name: 'Lee', role: 'Editor' };
    const author = (await one.call('POST', '/api/1.1/authors', editor)).body.id as number;
    const made = await run('cli.js', ['keys', 'create', '--author', String(author)], database);
    const key = made.stdout.trim().split('\n').at(-1) ?? '';
    let sections = 0;
    const createsSection = async () =>
      (
        await other.call(
          'POST',
          '/api/1.3/sections',
          { title: 'Ports', url: `ports-${++sections}`, status: 2 },
          key,
        )
      ).status;
    expect(await createsSection()).toBe(200);
    const role = { ...editor, role: 'Guest Writer' };
    expect((await one.call('PUT', `/api/1.1/authors/${author}`, role)).status).toBe(200);
    expect(await createsSection()).toBe(403);
  });

  test('views that one has counted are in the rankings of the other at once', async () => {
    const { id } = await publish({ headline: 'Much read' });
    for (let views = 1; views <= 3; views++) {
      expect((await one.call('POST', `/api/1.3/posts/${id}/page_views`, { count: 100 })).status).toBe(200);
      const { body } = await other.call('GET', '/api/1.3/posts/page_views?limit=1');
      expect(body).toMatchObject([{ id, stats: { page_views_count: 100 * views } }]);
    }
  });

  test('a persisted query that one has seen is known to the other', async () => {
    const query = '{ posts { title id } }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const asked = { extensions: { persistedQuery: { version: 1, sha256Hash } } };
    expect((await one.call('POST', '/core/graphql', { ...asked, query }, null)).body.data).toBeDefined();
    const isKnown = async () => 'data' in (await other.call('POST', '/core/graphql', asked, null)).body;
    expect(await eventually(isKnown, true)).toBe(true);
  });

  test('both count the requests of a key together', async () => {
    const remaining = async (client: WorkerClient) => {
      const { headers } = await client.call('GET', '/api/1.3/posts?limit=1');
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    };
    const before = await remaining(one);
    expect([await remaining(other), await remaining(one)]).toEqual([before - 1, before - 2]);
  });

  test('one does the background work, and the metrics of both are told by each', async () => {
    const draft = await one.call('POST', '/api/1.3/drafts', { headline: 'Due' });
    const scheduled_at = Math.floor(Date.now() / 1000) + 2;
    const id = draft.body.id as number;
    expect((await one.call('PUT', `/api/1.3/scheduled_posts/${id}`, { scheduled_at })).status).toBe(200);
    const published = async () => (await other.call('GET', '/due', undefined, null)).status;
    expect(await eventually(published, 200)).toBe(200);
    for (const client of [one, other]) {
      const { text } = await client.call('GET', '/metrics', undefined, null);
      expect(text).toContain('scheduled_posts_published_total{worker="1"} 1\n');
      expect(text).toContain('scheduled_posts_published_total{worker="2"} 0\n');
      expect(text).toMatch(/process_resident_memory_bytes\{worker="2"\} \d+/);
    }
  });

  test('a port that is taken is told once by another service, which ends', async () => {
    const { port } = new URL(service.url);
    const more = { WEB_CONCURRENCY: '2', PORT: port };
    const { code, stdout, stderr } = await run('main.js', [], database, more);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`Port ${port} is taken. Choose another one: PORT=3001 npm start\n`);
  });
});
