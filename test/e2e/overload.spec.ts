import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Controller, Get, Module, Post, Res } from '@nestjs/common';
import { afterEach, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { RequestGate } from '../../src/platform/http/admission/request-gate.js';
import { Public } from '../../src/platform/http/server/public.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

let open: PromiseWithResolvers<void>;

@Public()
@Controller('blocked')
class BlockedController {
  @Get()
  async read(): Promise<string> {
    await open.promise;
    return 'done';
  }

  @Post()
  async write(): Promise<string> {
    await open.promise;
    return 'done';
  }
}

let started: PromiseWithResolvers<void>;
let outcome: PromiseWithResolvers<unknown>;

@Public()
@Controller('api/reading')
class ReadingController {
  constructor(private readonly database: Database) {}

  @Get()
  async read(@Res({ passthrough: true }) response: ServerResponse): Promise<void> {
    started.resolve();
    await once(response, 'close');
    await this.database.rows('SELECT 1').then(outcome.resolve, outcome.reject);
  }
}

@Module({ controllers: [BlockedController, ReadingController] })
class BlockedModule {}

let service: Service;
afterEach(() => service.stop());

async function start(settings = {}): Promise<void> {
  open = Promise.withResolvers();
  service = await startService({
    settings,
    environment: { MAX_CONCURRENT_REQUESTS: '2', MAX_WAITING_REQUESTS: '3' },
    extension: { modules: [BlockedModule] },
  });
  // However slow the machine is, nothing gives up its place.
  service.app.get(RequestGate).stop();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((wake) => setTimeout(wake, 5));
}

/** Two are under way then, and three wait. @returns the answers so far */
async function fillUp(method: 'get' | 'post' = 'get'): Promise<Response[]> {
  const answers: Response[] = [];
  const send = (count: number): void => {
    for (let n = 0; n < count; n++) void service[method]('/blocked').then((answer) => answers.push(answer));
  };
  const counts = service.app.get(RequestGate).counts[method === 'get' ? 'reads' : 'writes'];
  send(2);
  await until(() => counts.underWay === 2);
  send(3);
  await until(() => counts.waiting === 3);
  send(3);
  await until(() => answers.length === 3);
  return answers;
}

test('what is more than can wait is refused, health is told, and the rest is answered', async () => {
  await start();
  const answers = await fillUp();
  for (const { status, headers, body } of answers) {
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('1');
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body).toMatchObject({ status: 503, code: 'overloaded', instance: '/blocked' });
  }
  await service.get('/health/live').expect(200);
  await service.get('/health/ready').expect(200);
  const { text } = await service.get('/metrics').expect(200);
  expect(text).toContain('\nadmission_reads_refused_total 3\n');
  expect(text).toContain('\nadmission_reads_waiting 3\n');
  expect(text).toContain('\nadmission_reads_under_way 2\n');
  expect(answers).toHaveLength(3);
  open.resolve();
  await until(() => answers.length === 8);
  expect(answers.slice(3).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('writers do not take the places of readers', async () => {
  await start();
  const writes = await fillUp('post');
  await service.get('/api/1.3/posts').expect(200);
  await service.post('/core/graphql', { query: '{ __typename }' }).expect(200);
  open.resolve();
  await until(() => writes.length === 8);
});

test('a client that goes while it waits leaves its place to another', async () => {
  await start();
  const gate = service.app.get(RequestGate);
  const underWay = [service.get('/blocked'), service.get('/blocked')].map((sent) => sent.then());
  await until(() => gate.counts.reads.underWay === 2);
  const gone = Array.from({ length: 3 }, () => service.get('/blocked'));
  for (const request of gone) request.catch(() => undefined);
  await until(() => gate.counts.reads.waiting === 3);
  for (const request of gone) request.abort();
  await until(() => gate.counts.reads.waiting === 0);
  open.resolve();
  await Promise.all(underWay);
  expect(gate.counts.reads.totals).toMatchObject({ admitted: 2, dropped: 3, refused: 0 });
});

test('a client that goes while its request reads ends the reading', async () => {
  await start();
  [started, outcome] = [Promise.withResolvers(), Promise.withResolvers()];
  const request = service.get('/api/reading');
  request.catch(() => undefined);
  await started.promise;
  request.abort();
  await expect(outcome.promise).rejects.toMatchObject({ code: 'client-gone' });
});

test('each key may make so many requests in a minute as the site says', async () => {
  await start({ limits: { requestsPerMinute: 3 } });
  const { client } = await service.createAuthorWithKey('Reader');
  const { headers } = await client.get('/api/1.3/posts').expect(200);
  expect(headers['ratelimit-policy']).toBe('"key";q=3;w=60');
  expect(headers.ratelimit).toMatch(/^"key";r=2;t=\d+$/);
  await client.get('/api/1.3/posts').expect(200);
  await client.get('/core/graphql?query={__typename}').expect(200);
  const refused = await client.get('/api/1.3/posts').expect(429);
  expect(refused.body.code).toBe('rate-limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
  // Readers without a key, and other keys, are not concerned.
  for (let n = 0; n < 5; n++) await service.as(null).get('/feed.xml').expect(200);
  await service.get('/api/1.3/posts').expect(200);
});

test('keys that are refused have one minute together, which is not that of other keys at their address', async () => {
  await start({ limits: { requestsPerMinute: 3 } });
  const authorId = 1;
  const keys = await Promise.all(Array.from({ length: 5 }, () => service.createKey({ authorId })));
  const guess = (n: number) => service.as(`guess${n}`);
  await guess(1)
    .get('/api/1.3/posts')
    .expect(401)
    .expect('ratelimit', /^"key";r=2;/);
  await guess(2).get('/core/graphql?query={__typename}').expect(401);
  await guess(3).get('/').expect(401);
  await guess(4).get('/api/1.3/posts').expect(429);
  await guess(5).get('/core/graphql?query={__typename}').expect(429);
  // No key has been accepted yet.
  for (const key of keys) await service.as(key).get('/api/1.3/posts').expect(200);
  for (const key of keys)
    await service
      .as(key)
      .get('/api/1.3/posts')
      .expect(200)
      .expect('ratelimit', /^"key";r=1;/);
  const [key = ''] = keys;
  await service.as(key).get('/api/1.3/posts').expect(200);
  await service.as(key).get('/api/1.3/posts').expect(429);
});
