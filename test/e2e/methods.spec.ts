import type { Express } from 'express';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { auth: { allowQueryKey: true } } });
});
afterAll(() => service.stop());

const send = (method: 'patch' | 'options' | 'post' | 'put' | 'delete' | 'get', path: string) =>
  supertest(service.app.getHttpServer())[method](path);

/** Methods by path, of all routes that the router has and that are not everywhere. */
function routes(): Map<string, Set<string>> {
  const express: Express = service.app.getHttpAdapter().getInstance();
  const stack = (express.router as unknown as { stack: { route?: { path: string; methods: object } }[] })
    .stack;
  const found = new Map<string, Set<string>>();
  for (const { route } of stack) {
    if (typeof route?.path !== 'string' || route.path.includes('*')) continue;
    // GraphQL takes all methods, and answers them in its own words.
    if ('patch' in route.methods) continue;
    const path = route.path.replace(/:\w+/g, '1');
    const methods = found.get(path) ?? new Set<string>();
    for (const method of Object.keys(route.methods)) methods.add(method.toUpperCase());
    if (methods.has('GET')) methods.add('HEAD');
    found.set(path, methods);
  }
  return found;
}

const allowOf = (headers: Record<string, string>): string[] => (headers.allow ?? '').split(', ');

test('every route answers OPTIONS, and 405 to methods that it does not have, without a key', async () => {
  const all = routes();
  expect(all.size).toBeGreaterThan(50);
  for (const [path, methods] of all) {
    const options = await send('options', path).expect(204);
    expect([path, ...allowOf(options.headers)]).toEqual(expect.arrayContaining([path, ...methods]));
    const { headers, body } = await send('patch', path).expect(405);
    expect(headers.allow).toBe(options.headers.allow);
    const isOld = /^\/api\/1\.2(?:\/|$)/.test(path);
    expect(headers['content-type']).toContain(isOld ? 'application/json' : 'application/problem+json');
    expect(body).toMatchObject(
      isOld
        ? { status: { code: 405, messages: [expect.stringContaining(path)] }, data: null }
        : { status: 405, code: 'method-not-allowed', instance: path },
    );
  }
});

describe('a method that a path does not have', () => {
  test.each([
    ['post', '/api/1.3/posts/1', 'DELETE, GET, HEAD, PUT'],
    ['delete', '/api/1.3/posts', 'GET, HEAD, POST'],
    ['delete', '/API/1.3/Posts', 'GET, HEAD, POST'],
    ['post', '/health/live', 'GET, HEAD'],
    ['put', '/metrics', 'GET, HEAD'],
    ['post', '/docs', 'GET, HEAD'],
    ['delete', '/feed.xml', 'GET, HEAD'],
    ['post', '/a-page', 'GET, HEAD'],
    ['patch', '/', 'GET, HEAD'],
    ['post', '/tag/bridges', 'GET, HEAD'],
    ['delete', '/u/administrator/', 'GET, HEAD'],
    ['get', '/api/1.3/posts/bulk', 'POST'],
    ['delete', '/api/1.3/Posts/Bulk', 'POST'],
    ['put', '/api/1.3/posts/frontpage', 'GET, HEAD'],
    ['post', '/api/1.3/posts/search', 'GET, HEAD'],
    ['put', '/api/1.1/authors/search', 'GET, HEAD'],
  ] as const)('%s %s is 405 and names the others', async (method, path, allow) => {
    const { headers } = await send(method, path).expect(405);
    expect(headers.allow).toBe(allow);
  });

  test.each(['/api/1.3/nothing', '/api', '/api/1.3/posts/1/nothing', '/res/nothing', '/docs/nothing'])(
    'of %s, which is no route, is 404',
    async (path) => {
      await send('post', path).expect(404);
      await send('options', path).expect(404);
    },
  );

  test('of a page says where the API is', async () => {
    for (const path of ['/graphql', '/posts'])
      expect((await send('post', path).expect(405)).body.detail).toContain('/docs says where the API');
    for (const path of ['/docs', '/feed.xml', '/metrics'])
      expect((await send('post', path).expect(405)).body.detail).not.toContain('says where');
  });

  test('is told in its own words by GraphQL', async () => {
    const { headers, body } = await send('patch', '/core/graphql?query={__typename}').expect(405);
    expect(headers.allow).toMatch(/GET, ?POST/);
    expect(body.errors).toHaveLength(1);
    await send('options', '/core/graphql').expect(204);
  });
});

describe('a path that another version of the API has is 404', () => {
  test.each([
    [
      'get',
      '/api/1.3/authors/1?api_key=x',
      'There is no GET /api/1.3/authors/1; there is GET /api/1.1/authors/1.',
    ],
    ['post', '/api/1.3/authors', 'There is no POST /api/1.3/authors; there is POST /api/1.1/authors.'],
    ['get', '/api/2.0/posts', 'There is no GET /api/2.0/posts; there is GET /api/1.3/posts.'],
  ] as const)('%s %s names it', async (method, path, detail) => {
    const { headers, body } = await send(method, path).expect(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(body).toMatchObject({ status: 404, code: 'route-not-found', detail });
  });

  test.each([
    ['patch', '/api/1.3/authors', 'There is no PATCH /api/1.3/authors.'],
    ['get', '/api/1.3/nothing', 'There is no GET /api/1.3/nothing.'],
  ] as const)('%s %s, which none has, names none', async (method, path, detail) => {
    const { body } = await send(method, path).expect(404);
    expect(body).toMatchObject({ code: 'route-not-found', detail });
  });
});

test('a 301 does not repeat the key, and keeps what campaigns are counted by', async () => {
  const { body: post } = await service.post('/api/1.3/posts', { headline: 'Former' }).expect(200);
  await service.put(`/api/1.3/posts/${post.id}`, { manual_basename: 'present' }).expect(200);
  for (const name of ['api_key', 'api%5Fkey', '%61pi_key']) {
    const { headers } = await send('get', `/former?utm_source=x&${name}=${service.adminKey}`).expect(301);
    expect(headers.location).toMatch(/\/present\?utm_source=x$/);
  }
  const { headers } = await send('get', `/docs/assets?api_key=${service.adminKey}`);
  expect(headers.location ?? '').not.toContain(service.adminKey);
});
