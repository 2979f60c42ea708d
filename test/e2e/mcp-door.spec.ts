import { type IncomingMessage, request as connect, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import request, { type Test } from 'supertest';
import { AuthorsService } from '../../src/modules/authors/authors.service.js';
import { RequestGate } from '../../src/platform/http/admission/request-gate.js';
import { Database } from '../../src/platform/database/database.js';
import { eventually } from '../support/eventually.js';
import { connectAgent } from '../support/mcp.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const ACCEPT = 'application/json, text/event-stream';
const APP = 'https://app.example';

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { http: { cors: { origins: [APP] } } },
    environment: { SCHEDULER: 'off' },
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

const message = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, given: object = {}) => message('tools/call', { name, arguments: given });
const send = (body: object, of = service): Test => of.post('/mcp', body).set('accept', ACCEPT);
/** As bytes, which a client of tests would make JSON of. */
const sendText = async (body: string | Buffer, type: string): Promise<Response> =>
  fetch(new URL('/mcp', await service.app.getUrl()), {
    method: 'POST',
    headers: { 'x-rmauth': service.adminKey, accept: ACCEPT, 'content-type': type },
    body: Buffer.from(body),
  });

/** The message in an answer, as JSON or as the one event of a stream. */
function messageIn({ text }: { readonly text: string }) {
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
  return JSON.parse(data) as {
    readonly id: unknown;
    readonly result?: { readonly isError?: boolean; readonly structuredContent?: Record<string, unknown> };
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

describe('The door of agents', () => {
  test('asks for a key, and says how', async () => {
    for (const key of [null, 'x'.repeat(64)]) {
      const { headers } = await service.as(key).post('/mcp', message('tools/list')).expect(401);
      expect(headers['www-authenticate']).toBe('ApiKey realm="api", header="x-rmauth", Bearer realm="api"');
    }
  });

  test('takes messages by POST alone', async () => {
    const url = new URL('/mcp', await service.app.getUrl());
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers } = await fetch(url, { method, headers: { 'x-rmauth': service.adminKey } });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    await request(service.app.getHttpServer()).options('/mcp').expect(204).expect('allow', 'POST');
  });

  test('is at one path, however it is written, and in no cache', async () => {
    for (const path of ['/mcp', '/mcp/', '/MCP', '/mcp?dry_run=1']) {
      const answer = await service.post(path, message('tools/list')).set('accept', ACCEPT).expect(200);
      expect(messageIn(answer).result).toHaveProperty('tools');
      expect(answer.headers['cache-control']).toMatch(/no-(?:store|cache)/);
    }
    await service.post('/mcp/tools', message('tools/list')).expect(404);
  });

  test('needs no message before another one, so that every instance answers', async () => {
    const other = await startService({ database: service.database, environment: { SCHEDULER: 'off' } });
    const agent = await connectAgent(service);
    const { id } = await agent.ok('create_draft', { headline: 'Shared' });
    const answer = await send(call('get_article', { id }), other).expect(200);
    expect(messageIn(answer).result?.structuredContent).toMatchObject({ headline: 'Shared' });
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
    await agent.close();
    await other.stop();
  });

  test('lets pages of this site and of those that the site names in, and no others', async () => {
    for (const origin of [new URL(BASE_URL).origin, APP])
      await send(message('tools/list')).set('origin', origin).expect(200);
    for (const origin of ['https://evil.example', 'null', `${APP}.evil.example`, 'http://app.example']) {
      const { body } = await send(call('create_draft', { headline: 'x' }))
        .set('origin', origin)
        .expect(403);
      expect(body.code).toBe('origin-not-allowed');
    }
    const preflight = await request(service.app.getHttpServer())
      .options('/mcp')
      .set({
        origin: APP,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,mcp-protocol-version,x-rmauth',
      })
      .expect(204);
    expect(preflight.headers['access-control-allow-origin']).toBe(APP);
    expect(preflight.headers['access-control-allow-headers']).toContain('mcp-protocol-version');
  });

  test('is not there where the site says so', async () => {
    const closed = await startService({ settings: { mcp: { enabled: false } } });
    for (const client of [closed, closed.as(null)]) await client.post('/mcp', message('ping')).expect(404);
    expect((await closed.as(null).get('/llms.txt').expect(200)).text).not.toContain('/mcp');
    await closed.stop();
  });
});

describe('A message that is none', () => {
  const cases: [string, string | Buffer, string, number, number][] = [
    ['broken JSON', '{"jsonrpc":', 'application/json', 400, -32700],
    ['nothing', '', 'application/json', 400, -32600],
    ['no UTF-8', Buffer.from('{"a":"\xff"}', 'latin1'), 'application/json', 400, -32700],
    ['a batch', JSON.stringify([message('ping'), message('ping')]), 'application/json', 400, -32600],
    ['a text', '"x"', 'application/json', 400, -32600],
    ['null', 'null', 'application/json', 400, -32600],
    ['a number', '5', 'application/json', 400, -32600],
    ['nested without end', '{"a":'.repeat(3000) + '1' + '}'.repeat(3000), 'application/json', 400, -32600],
    ['too long', JSON.stringify({ a: 'x'.repeat(5 * 1024 * 1024) }), 'application/json', 413, -32600],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 415, -32600],
    ['a text of another type', 'hello', 'text/plain', 415, -32600],
    ['in another charset', '{}', 'application/json; charset=iso-8859-1', 415, -32600],
  ];

  test.each(cases)('is refused in the form of the protocol: %s', async (_name, text, type, status, code) => {
    const answer = await sendText(text, type);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: expect.objectContaining({ code, message: expect.any(String) }),
    });
  });

  test.each<[string, object]>([
    ['an empty object', {}],
    ['no version', { id: 1, method: 'ping' }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['a method that is no text', { jsonrpc: '2.0', id: 1, method: {} }],
    ['an unknown method', message('tools/destroy')],
    ['a method of what is not there', message('resources/list')],
    ['a stream of changes', message('subscriptions/listen', { notifications: {} })],
    ['parameters that are none', message('tools/call', 'x')],
    ['a name that is none', message('tools/call', { name: 7 })],
    ['arguments that are none', message('tools/call', { name: 'get_me', arguments: [1] })],
    ['a name of JavaScript', call('__proto__')],
    [
      'arguments of JavaScript',
      {
        ...call('get_article'),
        params: JSON.parse('{"name":"get_article","arguments":{"__proto__":{"id":1},"constructor":1}}'),
      },
    ],
    ['a handshake without its parts', message('initialize', {})],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }],
    ['a cancellation', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
  ])('is answered, and breaks nothing: %s', async (_name, body) => {
    const answer = await send(body);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/node_modules|\bat \w+ \(|SELECT|\/src\//);
    await send(message('ping')).expect(200);
  });

  test('in headers of the protocol is answered, too', async () => {
    const headers: Record<string, string>[] = [
      { accept: 'text/html' },
      { 'mcp-protocol-version': '1999-01-01' },
      { 'mcp-protocol-version': '2026-07-28' },
      { 'mcp-session-id': 'x'.repeat(5000) },
      { 'mcp-method': 'tools/call' },
      { 'last-event-id': '7' },
    ];
    for (const header of headers) {
      const { status } = await service.post('/mcp', message('tools/list')).set({ accept: ACCEPT, ...header });
      expect([header, status < 500]).toEqual([header, true]);
    }
  });

  test('of any kind is answered without a failure of the service', async () => {
    const odd: unknown[] = [
      null,
      true,
      -1,
      1e308,
      '',
      '\u0000',
      '💥',
      '../..',
      [],
      [[]],
      {},
      { a: { b: [] } },
    ];
    const agent = await connectAgent(service);
    const names = await agent.tools();
    await agent.close();
    for (const name of names)
      for (const value of odd) {
        const fields = [
          'id',
          'url',
          'limit',
          'cursor',
          'phrase',
          'headline',
          'version',
          'dry_run',
          'idempotency_key',
          'image_url',
          'scheduled_at',
          'name',
          'include_tags',
        ];
        const answer = await send(call(name, Object.fromEntries(fields.map((field) => [field, value]))));
        const { result, error } = messageIn(answer);
        const status = Number(result?.structuredContent?.status ?? 0);
        expect({ name, value, status, isFailure: answer.status >= 500 || status >= 500, error }).toEqual({
          ...{ name, value, status, error },
          isFailure: false,
        });
      }
  });
});

describe('A call', () => {
  test('is one request for the limit of its key', async () => {
    const limited = await startService({ settings: { limits: { requestsPerMinute: 4 } } });
    const { headers } = await send(call('get_me'), limited).expect(200);
    await send(call('get_me'), limited).expect(200).expect('ratelimit', /r=3/);
    expect(headers['ratelimit-policy']).toBe('"key";q=4;w=60');
    for (let n = 0; n < 3; n++) await send(call('get_me'), limited).expect(200);
    const refused = await send(call('get_me'), limited).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await limited.stop();
  });

  test('waits for its turn among requests, and is refused as they are', async () => {
    const busy = await startService();
    const gate = busy.app.get(RequestGate);
    Object.assign(gate.counts.writes, { enter: () => 'refused' });
    const { result } = messageIn(await send(call('create_draft', { headline: 'x' }), busy).expect(200));
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { status: 503, code: 'overloaded', retry_after: 1 },
    });
    expect(messageIn(await send(call('get_me'), busy).expect(200)).result?.isError).toBeUndefined();
    Object.assign(gate.counts.reads, { enter: () => 'refused' });
    await send(call('get_me'), busy).expect(503);
    await busy.stop();
  });

  test('takes nobody’s place while it is carried out', async () => {
    const small = await startService({
      environment: { MAX_CONCURRENT_REQUESTS: '1', MAX_WAITING_REQUESTS: '50' },
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(call('create_draft', { headline: `At once ${n}` }), small)),
    );
    expect(answers.map((answer) => messageIn(answer).result?.isError)).toEqual(Array(20).fill(undefined));
    const gate = small.app.get(RequestGate);
    expect(await eventually(() => gate.counts.reads.underWay + gate.counts.writes.underWay, 0)).toBe(0);
    await small.stop();
  });

  test('ends with the client that has sent it', async () => {
    const ends: boolean[] = [];
    const reached = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<never>();
    const stop = onLocalRequest('/api/1.1/me', (_request, response) => {
      response.once('close', () => ends.push(response.writableEnded));
    });
    jest.spyOn(service.app.get(AuthorsService), 'get').mockImplementation(() => {
      reached.resolve(undefined);
      return release.promise;
    });
    const { port } = new URL(await service.app.getUrl());
    const headers = { 'x-rmauth': service.adminKey, accept: ACCEPT, 'content-type': 'application/json' };
    const leaving = connect({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers });
    leaving.on('error', () => undefined);
    leaving.end(JSON.stringify(call('get_me')));
    await reached.promise;
    leaving.destroy();
    expect(await eventually(() => ends.length, 1)).toBe(1);
    expect(ends).toEqual([false]);
    stop();
    release.reject(new Error('late'));
    await send(message('ping')).expect(200);
  });

  test('takes as many statements for a long list as for a short one', async () => {
    for (let n = 0; n < 30; n++)
      await service.post('/api/1.3/posts', { headline: `Many ${n}`, tags: ['many', `tag ${n}`] }).expect(200);
    const statements = async (limit: number): Promise<number> => {
      const sent = jest.spyOn(service.app.get(Database).sources.statements, 'logQuery');
      await send(call('list_posts', { limit })).expect(200);
      const { length } = sent.mock.calls;
      sent.mockRestore();
      return length;
    };
    await statements(1);
    expect(await statements(30)).toBe(await statements(2));
  });

  test('has the address and the request id of its client, and nothing of its transaction or headers', async () => {
    const seen: object[] = [];
    const stop = onLocalRequest('/api/1.3/drafts', ({ headers, socket }) => {
      seen.push({ address: socket.remoteAddress, id: headers['x-request-id'], match: headers['if-match'] });
      expect(headers).not.toHaveProperty('idempotency-key');
    });
    const answer = await send(call('create_draft', { headline: 'x' })).set({
      'x-request-id': 'from-the-proxy',
      'if-match': '"7"',
      'idempotency-key': 'of the message',
    });
    stop();
    expect(answer.headers['x-request-id']).toBe('from-the-proxy');
    expect(seen).toEqual([
      { address: expect.stringMatching(/127\.0\.0\.1$/), id: 'from-the-proxy', match: undefined },
    ]);
  });
});

/** Looks at requests that the service sends to itself. @returns what ends that */
function onLocalRequest(
  path: string,
  look: (request: IncomingMessage, response: ServerResponse) => void,
): () => void {
  const server = service.app.getHttpServer();
  const listener = (seen: IncomingMessage, response: ServerResponse): void => {
    if (seen.url?.startsWith(path)) look(seen, response);
  };
  server.prependListener('request', listener);
  return () => server.off('request', listener);
}
