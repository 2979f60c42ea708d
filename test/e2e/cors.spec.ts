import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request, { type Response, type Test } from 'supertest';
import { RequestGate } from '../../src/platform/http/admission/request-gate.js';
import { type Service, startService } from '../support/service.js';

const APP = 'https://app.example';
const OTHER = 'https://other.example';
const EXPOSED = [
  'x-request-id',
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Link',
  'Location',
  'X-Total-Count',
  'X-Total-Count-Relation',
  'Dry-Run',
];
/** Apollo Client with a name and a version. */
const APOLLO = 'apollographql-client-name,apollographql-client-version,content-type';

const open = (origins: readonly string[], settings = {}, environment = {}): Promise<Service> =>
  startService({
    settings: { http: { cors: { origins } }, ...settings },
    environment: { SCHEDULER: 'off', ...environment },
  });
const from = (origin: string, sent: Test): Test => sent.set('Origin', origin);
const preflight = (service: Service, path: string, origin: string, method: string, headers: string): Test =>
  from(origin, request(service.app.getHttpServer()).options(path))
    .set('Access-Control-Request-Method', method)
    .set('Access-Control-Request-Headers', headers);
const listOf = (answer: Response, name: string): string[] =>
  (answer.headers[name] ?? '').split(',').map((item) => item.trim());
/** Origin whose pages may read a response. */
const readerOf = ({ headers }: Response): unknown => headers['access-control-allow-origin'];
const ofCors = ({ headers }: Response): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('Pages of the sites that http.cors.origins names', () => {
  let service: Service;
  beforeAll(async () => {
    service = await open([APP, 'http://localhost:5173']);
  });
  afterAll(() => service.stop());

  test('may read answers, and the headers that clients need', async () => {
    for (const origin of [APP, 'http://localhost:5173']) {
      const answer = await from(origin, service.get('/api/1.3/posts')).expect(200);
      expect(readerOf(answer)).toBe(origin);
      expect(listOf(answer, 'access-control-expose-headers')).toEqual(expect.arrayContaining(EXPOSED));
      expect(listOf(answer, 'vary')).toContain('Origin');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('may send any method with the headers that they ask for', async () => {
    const headers = 'authorization,content-type,idempotency-key,if-match,traceparent,x-rmauth';
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await preflight(service, '/api/1.3/posts/1', APP, method, headers).expect(204);
      expect(readerOf(answer)).toBe(APP);
      expect(listOf(answer, 'access-control-allow-methods')).toContain(method);
      expect(answer.headers['access-control-allow-headers']).toBe(headers);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('may read failures', async () => {
    const draft = { headline: '' };
    const failures = [
      from(APP, service.as(null).get('/api/1.3/posts')).expect(401),
      from(APP, service.as('wrong').get('/api/1.3/posts')).expect(401),
      from(APP, service.get('/api/1.3/posts/999')).expect(404),
      from(APP, service.get('/api/1.3/nothing')).expect(404),
      from(APP, service.post('/api/1.3/drafts', draft)).expect(400),
      from(APP, service.post('/api/1.3/posts/1')).expect(405),
      from(APP, service.post('/api/1.3/drafts').set('content-type', 'text/plain').send('x')).expect(415),
    ];
    for (const answer of await Promise.all(failures)) expect(readerOf(answer)).toBe(APP);
    expect(readerOf(await preflight(service, '/api/1.3/nothing', APP, 'POST', 'x-rmauth'))).toBe(APP);
  });

  test('are told apart from others, exactly', async () => {
    const others = [OTHER, 'http://app.example', `${APP}:8443`, `${APP}.evil.example`, 'null', ''];
    for (const origin of others) {
      const answer = await from(origin, service.get('/api/1.3/posts')).expect(200);
      expect([origin, readerOf(answer)]).toEqual([origin, undefined]);
      expect(listOf(answer, 'vary')).toContain('Origin');
      expect(readerOf(await preflight(service, '/api/1.3/posts', origin, 'POST', 'x-rmauth'))).toBe(
        undefined,
      );
    }
  });

  test('learn the methods of a path from OPTIONS as before', async () => {
    const answer = await from(APP, request(service.app.getHttpServer()).options('/api/1.3/posts')).expect(
      204,
    );
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
    expect(readerOf(answer)).toBe(APP);
  });

  test('get nothing more of public pages', async () => {
    expect(ofCors(await from(APP, service.as(null).get('/')))).toEqual([]);
    expect(ofCors(await from(APP, service.as(null).get('/health/live')))).toEqual([]);
    expect(ofCors(await from(APP, service.as(null).get('/apish')))).toEqual([]);
  });
});

test('a request beyond the limit of its key is told so to pages', async () => {
  const service = await open([APP], { limits: { requestsPerMinute: 1 } });
  try {
    await service.get('/api/1.3/posts').expect(200);
    const answer = await from(APP, service.get('/api/1.3/posts')).expect(429);
    expect([readerOf(answer), answer.headers['retry-after']]).toEqual([APP, expect.any(String)]);
    // A preflight has no key, and is never beyond it.
    await preflight(service, '/api/1.3/posts', APP, 'GET', 'x-rmauth').expect(204);
  } finally {
    await service.stop();
  }
});

test('an overload is told to pages', async () => {
  const service = await open([APP]);
  try {
    const gate = service.app.get(RequestGate);
    for (const lane of [gate.counts.reads, gate.counts.writes])
      Object.assign(lane, { enter: () => 'refused', refusesNow: () => true });
    for (const path of ['/api/1.3/posts', '/core/graphql?query={__typename}']) {
      const answer = await from(APP, service.get(path)).expect(503);
      expect([path, answer.headers['retry-after']]).toEqual([path, '1']);
      expect(readerOf(answer)).toBe(path.startsWith('/api') ? APP : '*');
    }
    await preflight(service, '/api/1.3/posts', APP, 'GET', 'x-rmauth').expect(204);
  } finally {
    await service.stop();
  }
});

test('"*" lets pages of every site, without credentials', async () => {
  const service = await open(['*']);
  try {
    const answer = await from(OTHER, service.get('/api/1.3/posts')).expect(200);
    expect(readerOf(answer)).toBe('*');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(readerOf(await preflight(service, '/api/1.3/posts', OTHER, 'PUT', 'x-rmauth'))).toBe('*');
  } finally {
    await service.stop();
  }
});

describe('Without the setting', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ environment: { SCHEDULER: 'off' } });
  });
  afterAll(() => service.stop());

  test('no page of another site may use the API', async () => {
    expect(ofCors(await from(APP, service.get('/api/1.3/posts')).expect(200))).toEqual([]);
    expect(ofCors(await preflight(service, '/api/1.3/posts', APP, 'POST', 'x-rmauth'))).toEqual([]);
  });

  test.each(['/core/graphql', '/res/graphql', '/core/graphql/', '/CORE/GraphQL'])(
    'pages of every site may ask GraphQL at %s, with the name and version of their client',
    async (path) => {
      const flight = await preflight(service, path, APP, 'POST', APOLLO).expect(204);
      expect(flight.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': APOLLO,
        'access-control-allow-methods': 'GET, POST',
      });
      const query = { query: '{ __typename }' };
      const answers = [
        await from(APP, service.as(null).post(path, query)).expect(200),
        await from(APP, service.as(null).get(`${path}?query={nope}`)),
        await from(APP, service.as('wrong').post(path, query)),
      ];
      for (const answer of answers) {
        expect(readerOf(answer)).toBe('*');
        expect(listOf(answer, 'access-control-expose-headers')).toEqual(expect.arrayContaining(EXPOSED));
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    },
  );
});

test.each([
  ['app.example'],
  ['https://app.example/'],
  ['https://app.example/path'],
  ['null'],
  ['https://*'],
  [''],
])('the service does not start with the origin %j', async (origin) => {
  await expect(open([origin])).rejects.toThrow(/http\.cors\.origins\.0: must be \* or an origin/);
});
