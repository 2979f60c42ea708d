import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ACCEPT, callOf, connectAgent, message, messageIn, sendMessage } from '../support/mcp.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const APP = 'https://app.example';

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { http: { cors: { origins: [APP] } } },
    environment: { SCHEDULER: 'off' },
  });
});
afterAll(() => service.stop());

const send = (body: object) => sendMessage(service, body);
/** As bytes, which a client of tests would make JSON of. */
const sendText = async (body: string | Buffer, type: string): Promise<Response> =>
  fetch(new URL('/mcp', await service.app.getUrl()), {
    method: 'POST',
    headers: { 'x-rmauth': service.adminKey, accept: ACCEPT, 'content-type': type },
    body: Buffer.from(body),
  });

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
    const answer = await sendMessage(other, callOf('get_article', { id })).expect(200);
    expect(messageIn(answer).result?.structuredContent).toMatchObject({ headline: 'Shared' });
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
    await agent.close();
    await other.stop();
  });

  test('lets pages of this site and of those that the site names in, and no others', async () => {
    for (const origin of [new URL(BASE_URL).origin, APP])
      await send(message('tools/list')).set('origin', origin).expect(200);
    for (const origin of ['https://evil.example', 'null', `${APP}.evil.example`, 'http://app.example']) {
      const { body } = await send(callOf('create_draft', { headline: 'x' }))
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
    ['a name of JavaScript', callOf('__proto__')],
    [
      'arguments of JavaScript',
      {
        ...callOf('get_article'),
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
        const answer = await send(callOf(name, Object.fromEntries(fields.map((field) => [field, value]))));
        const { result, error } = messageIn(answer);
        const status = Number(result?.structuredContent?.status ?? 0);
        expect({ name, value, status, isFailure: answer.status >= 500 || status >= 500, error }).toEqual({
          ...{ name, value, status, error },
          isFailure: false,
        });
      }
  });
});
