import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Environment } from '../../src/platform/config/environment.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { SessionAuthenticator } from '../support/identity-provider.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { createFakeReplica, type FakeReplica, replicaUrlOf, untilReplicaIs } from '../support/replica.js';
import { type Client, type Service, startService } from '../support/service.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

declare const TEST_SERVER_URL: string;

// SQLite has no replicas.
const onServer = TEST_SERVER_URL === '' ? describe.skip : describe;

const READERS = 50;

describe('DATABASE_READ_URL', () => {
  test.each([
    ['mysql://u:secret@h/n', { DATABASE_URL: 'sqlite:content.db' }, 'SQLite has no replicas'],
    ['mysql://u:secret@h/n', {}, 'SQLite has no replicas'],
    ['sqlite:secret.db', { DATABASE_URL: 'mysql://h/n' }, 'must be mysql://'],
    ['postgres://u:secret@h/n', { DATABASE_URL: 'mysql://h/n' }, 'must be mysql://'],
    ['mysql://u:secret%zz@h/n', { DATABASE_URL: 'mysql://h/n' }, 'must be mysql://'],
    ['mysql://u:secret@h h/n', { DATABASE_URL: 'mysql://h/n' }, 'must be mysql://'],
  ])('%s with %j is refused', (url, variables, reason) => {
    const start = () => Environment.from({ ...variables, DATABASE_READ_URL: url });
    expect(start).toThrow(reason);
    expect(start).not.toThrow('secret');
  });
});

onServer('a replica', () => {
  let database: TestDatabase;
  let replica: FakeReplica;
  let proxy: TcpProxy;
  let service: Service;
  let reader: Client;
  let anybody: Client;
  let id: number;
  let path: string;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    const server = new URL(database.url);
    proxy = await startTcpProxy(server.hostname, Number(server.port));
    const url = new URL(replicaUrlOf(database));
    url.port = String(proxy.port);
    // Nobody is there yet when the service starts.
    service = await startService({
      ...{ database, environment: { DATABASE_READ_URL: url.toString() } },
      extension: { authenticators: [SessionAuthenticator] },
    });
    const { body } = await service.post('/api/1.3/posts', { headline: 'On the primary', body: '<p>x</p>' });
    id = (body as { id: number }).id;
    path = new URL((body as { post_url: string }).post_url).pathname;
    reader = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
    anybody = service.as(null);
    replica = await createFakeReplica(database);
    await replica.run(`UPDATE articles SET headline = 'On the replica' WHERE id = ?`, [id]);
    replica.follow();
    await untilReplicaIs('used', service);
  });
  afterAll(async () => {
    await service.stop();
    proxy.close();
    await replica.end();
    await database.drop();
  });

  const sourceOf = (text: string): string =>
    /On the (replica|primary)/.exec(text)?.[1] ?? `neither, but ${text.slice(0, 200)}`;
  const postUrl = () => `/api/1.3/posts/${id}`;
  /** The sources of many answers at one time. */
  const sourcesOf = async (count: number): Promise<Set<string>> => {
    const answers = await Promise.all(Array.from({ length: count }, () => reader.get(postUrl()).expect(200)));
    return new Set(answers.map(({ text }) => sourceOf(text)));
  };

  const READS: [string, (client: Client) => Promise<{ text: string }>][] = [
    ['a page', (client) => Promise.resolve(client.get(path))],
    ['a feed', (client) => Promise.resolve(client.get('/feed.xml'))],
    ['GraphQL', (client) => Promise.resolve(client.post('/core/graphql', { query: '{ posts { title } }' }))],
  ];

  test.each(READS)(
    '%s is read from it without a key, and from the primary with a full one',
    async (_what, read) => {
      expect(await eventually(async () => sourceOf((await read(anybody)).text), 'replica')).toBe('replica');
      for (let count = 0; count < 5; count++) {
        expect(sourceOf((await read(service)).text)).toBe('primary');
        await read(anybody);
      }
    },
  );

  test.each([
    ['a post', () => `/api/1.3/posts/${id}`],
    ['a list', () => '/api/1.3/posts?limit=5'],
  ])(
    '%s is read from it with a key that only reads, and from the primary with a full one',
    async (_what, url) => {
      const source = async () => sourceOf((await reader.get(url())).text);
      expect(await eventually(source, 'replica')).toBe('replica');
      expect(sourceOf((await service.get(url())).text)).toBe('primary');
    },
  );

  test('statements are not shared by those who read from it and those who must not', async () => {
    await untilReplicaIs('used', service);
    const sources = await Promise.all(
      Array.from({ length: READERS }, async (_, number) => {
        const client = number % 2 === 0 ? service : reader;
        return [client, sourceOf((await client.get(postUrl())).text)] as const;
      }),
    );
    expect(new Set(sources.filter(([client]) => client === service).map(([, source]) => source))).toEqual(
      new Set(['primary']),
    );
    // On a machine that stands still for a while it is left.
    const byReader = sources.filter(([client]) => client === reader).map(([, source]) => source);
    expect(byReader.filter((source) => source !== 'replica' && source !== 'primary')).toEqual([]);
  });

  test('what a full key writes it reads at once, and nothing is written to the replica', async () => {
    for (let number = 0; number < 5; number++) {
      await service.put(postUrl(), { subheadline: `Edit ${number}` }).expect(200);
      const { body } = await service.get(postUrl()).expect(200);
      expect((body as { subheadline: string }).subheadline).toBe(`Edit ${number}`);
    }
    const shown = async () =>
      ((await reader.get(postUrl())).body as { subheadline: string | null }).subheadline;
    expect(await eventually(shown, null)).toBe(null);
  });

  test('whoever is known by a cookie reads from the primary', async () => {
    await untilReplicaIs('used', service);
    for (const ask of [() => anybody.get(path), () => anybody.get(postUrl())]) {
      const { text } = await ask().set('cookie', 'acme_session=ann');
      expect(sourceOf(text)).toBe('primary');
    }
  });

  test('what has just been published is found by everybody', async () => {
    const { body } = await service.post('/api/1.3/posts', { headline: 'New, On the primary' }).expect(200);
    const made = body as { id: number; post_url: string };
    expect(sourceOf((await anybody.get(new URL(made.post_url).pathname).expect(200)).text)).toBe('primary');
    expect(sourceOf((await reader.get(`/api/1.3/posts/${made.id}`).expect(200)).text)).toBe('primary');
    await reader.get('/api/1.3/posts/999999').expect(404);
    await anybody.get('/nothing/at-all').expect(404);
  });

  test('previews are read from the primary', async () => {
    const { body: draft } = await service.post('/api/1.3/drafts', { headline: 'A draft on the primary' });
    const drafted = (draft as { id: number }).id;
    const { body: link } = await service.post(`/api/1.3/drafts/${drafted}/preview_links`, {}).expect(200);
    const url = new URL((link as { url: string }).url);
    const { text } = await anybody.get(url.pathname + url.search).expect(200);
    expect(text).toContain('A draft on the primary');
  });

  test('a change feed goes on from a token of the primary', async () => {
    const { body } = await service.get('/api/1.3/changes?after=now').expect(200);
    await service.put(postUrl(), { tags: ['one more'] }).expect(200);
    const { next } = (await service.get('/api/1.3/changes?after=now').expect(200)).body as { next: string };
    await reader.get(`/api/1.3/changes?after=${next}`).expect(200);
    await reader.get(`/api/1.3/changes?after=${(body as { next: string }).next}`).expect(200);
  });

  test('rankings by views are made on the primary', async () => {
    const now = Math.floor(Date.now() / 1000);
    // The replica says that this period is kept already: read from there, the primary would never get it.
    await replica.run('INSERT INTO page_view_periods (hours, first_hour, asked_ts) VALUES (72, ?, ?)', [
      Math.floor(now / 3600),
      now,
    ]);
    await reader.get('/api/1.3/posts?order_by=popularity&order_by_period_in_days=3').expect(200);
    const kept = await service.app.get(Database).rows('SELECT hours FROM page_view_periods WHERE hours = 72');
    expect(kept).toEqual([{ hours: 72 }]);
  });

  test('one that is late is left, and used again when it is not', async () => {
    await replica.stall();
    await untilReplicaIs('left', service);
    expect(sourceOf((await reader.get(postUrl()).expect(200)).text)).toBe('primary');
    replica.follow();
    await untilReplicaIs('used', service);
    const source = async () => sourceOf((await reader.get(postUrl())).text);
    expect(await eventually(source, 'replica')).toBe('replica');
  });

  test('what it lacks is asked of the primary, which fails nobody', async () => {
    await replica.run('ALTER TABLE articles RENAME TO elsewhere');
    for (let count = 0; count < 3; count++)
      expect(sourceOf((await reader.get(postUrl()).expect(200)).text)).toBe('primary');
    await replica.run('ALTER TABLE elsewhere RENAME TO articles');
  });

  test('a list of any length is read from it, and from the primary where it lacks the table', async () => {
    // Nothing brings the like to the replica.
    await service.post(`${postUrl()}/likes`, { author_id: 1 }).expect(200);
    const likes = async (client: Client) => {
      const { body } = await client.get(`${postUrl()}/likes`).expect(200);
      return (body as unknown[]).length;
    };
    expect(await eventually(() => likes(reader), 0)).toBe(0);
    expect(await likes(service)).toBe(1);
    await replica.run('ALTER TABLE likes RENAME TO elsewhere');
    for (let count = 0; count < 3; count++) expect(await likes(reader)).toBe(1);
    await replica.run('ALTER TABLE elsewhere RENAME TO likes');
    await service.delete(`${postUrl()}/likes/1`).expect(200);
  });

  test('its sessions are read-only', async () => {
    const { replica: connections } = service.app.get(Database).sources;
    await expect(connections?.rows('DELETE FROM articles')).rejects.toMatchObject({
      code: 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
    });
  });

  test.each([
    ['refuses connections', 'refuse', 'accept'],
    ['cuts connections', 'cut', 'cut'],
    ['does not answer', 'freeze', 'thaw'],
  ] as const)('one that %s fails nobody, and is used again', async (_what, fail, mend) => {
    await untilReplicaIs('used', service);
    proxy[fail]();
    const sources = await sourcesOf(READERS);
    expect([...sources].filter((source) => source !== 'replica' && source !== 'primary')).toEqual([]);
    await proxy[mend]();
    await untilReplicaIs('used', service);
    expect(await eventually(async () => sourceOf((await reader.get(postUrl())).text), 'replica')).toBe(
      'replica',
    );
  });

  test('one that is gone is left without an error', async () => {
    await untilReplicaIs('used', service);
    await replica.drop();
    expect(await sourcesOf(READERS)).toEqual(new Set(['primary']));
    await untilReplicaIs('left', service);
    expect(await sourcesOf(READERS)).toEqual(new Set(['primary']));
  });
});
