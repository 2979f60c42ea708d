import { type IncomingMessage, request as connect, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { AuthorsService } from '../../src/modules/authors/authors.service.js';
import { RequestGate } from '../../src/platform/http/admission/request-gate.js';
import { eventually } from '../support/eventually.js';
import { ACCEPT, callOf, message, messageIn, sendMessage } from '../support/mcp.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

const send = (body: object) => sendMessage(service, body);

describe('A call', () => {
  test('is one request for the limit of its key', async () => {
    const limited = await startService({ settings: { limits: { requestsPerMinute: 4 } } });
    const { headers } = await sendMessage(limited, callOf('get_me')).expect(200).expect('ratelimit', /r=3/);
    expect(headers['ratelimit-policy']).toBe('"key";q=4;w=60');
    for (let n = 0; n < 3; n++) await sendMessage(limited, callOf('get_me')).expect(200);
    const refused = await sendMessage(limited, callOf('get_me')).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await limited.stop();
  });

  test('waits for its turn among requests, and is refused as they are', async () => {
    const busy = await startService();
    const gate = busy.app.get(RequestGate);
    Object.assign(gate.counts.writes, { enter: () => 'refused' });
    const { result } = messageIn(
      await sendMessage(busy, callOf('create_draft', { headline: 'x' })).expect(200),
    );
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { status: 503, code: 'overloaded', retry_after: 1 },
    });
    expect(messageIn(await sendMessage(busy, callOf('get_me')).expect(200)).result?.isError).toBeUndefined();
    Object.assign(gate.counts.reads, { enter: () => 'refused' });
    await sendMessage(busy, callOf('get_me')).expect(503);
    await busy.stop();
  });

  test('takes nobody’s place while it is carried out', async () => {
    const small = await startService({
      environment: { MAX_CONCURRENT_REQUESTS: '1', MAX_WAITING_REQUESTS: '50' },
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        sendMessage(small, callOf('create_draft', { headline: `At once ${n}` })),
      ),
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
    leaving.end(JSON.stringify(callOf('get_me')));
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
    const statements = (limit: number) =>
      fewestStatements(service, () => send(callOf('list_posts', { limit })).expect(200));
    expect(await statements(30)).toHaveLength((await statements(2)).length);
  });

  test('has the address and the request id of its client, and nothing of its transaction or headers', async () => {
    const seen: object[] = [];
    const stop = onLocalRequest('/api/1.3/drafts', ({ headers, socket }) => {
      seen.push({ address: socket.remoteAddress, id: headers['x-request-id'], match: headers['if-match'] });
      expect(headers).not.toHaveProperty('idempotency-key');
    });
    const answer = await send(callOf('create_draft', { headline: 'x' })).set({
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
