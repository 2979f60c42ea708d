import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LATE_PACKAGES } from '../../src/bootstrap/late-packages.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { callProcess, killLeftovers, processHeaders, run, startProcess } from '../support/process.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());
afterAll(killLeftovers);

describe('start', () => {
  test('names every fault of the environment at once, and does not start', async () => {
    const { code, stderr } = await run('main.js', [], database, {
      PORT: 'eighty',
      DATABASE_URL: 'postgres://x/y',
      LOG_LEVEL: 'loud',
      PUBLIC_BASE_URL: 'nowhere',
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'PUBLIC_BASE_URL'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('    at ');
    const beyond = await run('main.js', [], database, { PORT: '99999' });
    expect(beyond.stderr.match(/^ {2}- .*/gm)).toEqual(['  - PORT must be a whole number from 0 to 65535']);
  });

  test('names every fault of the site settings at once, and does not start', async () => {
    const file = join(database.folder, 'site.json');
    writeFileSync(
      file,
      JSON.stringify({
        sites: {},
        site: { timeZone: 'Mars/Olympus', naem: 'Courier' },
        name: 'Courier',
        medai: {},
        articles: { permalink: '/{slug}', types: [] },
      }),
    );
    const { code, stderr } = await run('main.js', [], database, { SITE_SETTINGS: file });
    expect(code).toBe(1);
    for (const name of ['sites', 'site.timeZone', 'articles.permalink', 'articles.types']) {
      expect(stderr).toContain(name);
    }
    expect(stderr).toContain('site.naem: there is no such setting; did you mean site.name?');
    expect(stderr).toContain('- name: there is no such setting; did you mean site.name?');
    expect(stderr).toContain('- medai: there is no such setting; did you mean media?');
    expect(stderr).toContain('site.timeZone: must be an IANA time zone, as Europe/Berlin');
  });

  test('warns of variables with misspelt names, and says which port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const port = String((holder.address() as AddressInfo).port);
    const file = join(database.folder, 'none.db');
    const { code, stderr } = await run('main.js', [], database, {
      PORT: port,
      STORAGE_URI: 's3://bucket',
      DATABASE_URL: `sqlite:${file}`,
    });
    holder.close();
    // Nobody would be shown the key of a database that this start had made.
    expect(existsSync(file)).toBe(false);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'Warning: STORAGE_URI is not read; did you mean STORAGE_URL?\n' +
        `Port ${port} is taken. Choose another one: PORT=3001 npm start\n`,
    });
  });

  test('shows a key and a command that publishes a post with it at the first start only, and continues where it was', async () => {
    await database.drop();
    database = createTestDatabase();
    const first = await startProcess(database, { ADMIN_API_KEY: '' });
    expect(first.output()).toMatch(/Database {2}\S+/);
    expect(first.output()).toContain('Commands in another terminal need the same DATABASE_URL and DATA_DIR');
    expect(first.output()).not.toContain('@');
    const [, key = ''] = /x-rmauth: (\w{64})/.exec(first.output()) ?? [];
    const [, url = ''] = /curl -X POST (\S+)/.exec(first.output()) ?? [];
    const [, body = ''] = /-d '(.*)'/.exec(first.output()) ?? [];
    const created = await fetch(url, { method: 'POST', headers: processHeaders(key), body });
    expect(created.status).toBe(200);
    const { id } = (await created.json()) as { id: number };
    expect(await first.end('SIGTERM')).toBe(0);

    const second = await startProcess(database, { ADMIN_API_KEY: '' });
    expect(second.output()).not.toMatch(/\w{64}/);
    const read = await fetch(`${second.url}/api/1.3/posts/${id}`, { headers: processHeaders(key) });
    expect(read.status).toBe(200);
    expect(await read.json()).toMatchObject({ headline: 'Hello, world', status: 0 });
    await second.end('SIGTERM');
  });
});

test('a start loads no package that only some requests or settings need', async () => {
  const file = join(database.folder, 'loaded-packages');
  const service = await startProcess(database, {
    NODE_OPTIONS: `--import=${new URL('../support/loaded-packages.mjs', import.meta.url).href}`,
    LOADED_PACKAGES: file,
  });
  await service.end('SIGTERM');
  const loaded = readFileSync(file, 'utf8').split('\n');
  // A module of each kind, so that the list is known to be whole.
  expect(loaded).toEqual(expect.arrayContaining(['@nestjs/core', 'typeorm']));
  const late = [...LATE_PACKAGES, ...WHERE_SET_UP, ...IN_THREADS];
  expect(loaded.filter((name) => late.includes(name) || name.startsWith('@opentelemetry/'))).toEqual(
    // Of prom-client: types and constants.
    ['@opentelemetry/api'],
  );
});

/** Another storage, another database, a terminal. */
const WHERE_SET_UP = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', 'mysql2', 'pino-pretty'];
const IN_THREADS = ['@mozilla/readability', 'chardet', 'jsdom'];

describe('logs', () => {
  test('have one line a request with id, route, status and time, and no secret', async () => {
    const service = await startProcess(database, { LOG_LEVEL: 'info' });
    await callProcess(service, 'GET', '/api/1.3/posts/1?api_key=secretquery');
    await callProcess(service, 'POST', '/api/1.1/authors', { email: 'a@b.co', password: 'secret-password' });
    await service.end('SIGTERM');
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find(({ route }) => route === '/api/1.3/posts/:id');
    expect(line).toMatchObject({ method: 'GET', status: 404 });
    expect(line?.request_id).toEqual(expect.any(String));
    expect(line?.ms).toEqual(expect.any(Number));
    expect(service.output()).not.toMatch(/secretquery|secret-password|p{64}/);
  });
});
