import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { OutboundClient, type OutboundLimits } from './outbound-client.js';

const LIMITS: OutboundLimits = { maxBytes: 1_000_000, onLimit: 'fail' };
/** Hardly to be compressed. */
const NOISE = randomBytes(300_000).toString('hex');
const PAGE = '<p>Ein Stück Text, 一つ</p>'.repeat(1000);

let handle: RequestListener;
let server: Server;
let port: number;
let connections: number;
let client: OutboundClient;

beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => {
    handle(request, response);
  }).on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  client = new OutboundClient({
    allow: [`first.test:${port}`, `second.test:${port}`],
    userAgent: 'service/1.0 (+https://a.test)',
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  });
});

afterEach(async () => {
  client.onApplicationShutdown();
  await new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
});

const first = (path = '/'): string => `http://first.test:${port}${path}`;
const second = (path = '/'): string => `http://second.test:${port}${path}`;

async function codeOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'success',
    (error: unknown) => (error as { code?: string }).code ?? error,
  );
}

test('an answer to a message, compressed in an unknown way, counts by its status and frees its connection', async () => {
  handle = (_request, response) => response.writeHead(200, { 'content-encoding': 'compress' }).end('ok');
  const message = { headers: {}, body: '{}', maxBytes: 1000, signal: new AbortController().signal };
  for (let n = 0; n < 10; n++)
    expect(await client.post(first(), message)).toMatchObject({ status: 200, text: '' });
});

describe('a request', () => {
  test('tells who asks and for what, and nothing else', async () => {
    let sent: [string | undefined, IncomingHttpHeaders] | undefined;
    handle = (request, response) => {
      sent = [request.url, request.headers];
      response.end();
    };
    await client.get(`${first('/a b/é?q=1&r=<>')}#fragment`, { ...LIMITS, accept: 'image/*' });
    const headers = {
      host: `first.test:${port}`,
      'user-agent': 'service/1.0 (+https://a.test)',
      accept: 'image/*',
      'accept-encoding': 'gzip, br, zstd',
      connection: 'keep-alive',
    };
    expect(sent).toEqual(['/a%20b/%C3%A9?q=1&r=%3C%3E', headers]);
  });

  test('is answered with URL, status, headers and body', async () => {
    handle = (_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.writeHead(203, { 'X-Twice': ['1', '2'], 'Content-Length': Buffer.byteLength(PAGE) }).end(PAGE);
    };
    const { body, headers, ...rest } = await client.get(first('/page#x'), LIMITS);
    expect(await text(body)).toBe(PAGE);
    expect(rest).toMatchObject({ url: first('/page'), status: 203 });
    expect(rest.isTruncated()).toBe(false);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(PAGE)),
      'x-twice': '1, 2',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('brings no cookies back, whoever set them', async () => {
    const cookies: unknown[] = [];
    handle = (request, response) => {
      cookies.push(request.headers.cookie);
      const isStart = request.url === '/';
      response
        .writeHead(isStart ? 302 : 200, { 'set-cookie': 'a=1', ...(isStart && { location: '/next' }) })
        .end();
    };
    await client.get(first(), LIMITS);
    await client.get(first(), LIMITS);
    expect(cookies).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('uses a connection again once its body has been read', async () => {
    handle = (_request, response) => response.end(PAGE);
    for (let turn = 0; turn < 5; turn++) await text((await client.get(first(), LIMITS)).body);
    expect(connections).toBe(1);
  });

  test('of a body that nobody wants frees its connection at once', async () => {
    const closed = new Promise((done) => {
      handle = (request, response) => {
        request.socket.once('close', done);
        response.write(PAGE);
      };
    });
    const { body } = await client.get(first(), LIMITS);
    body.destroy();
    await closed;
  });

  test.each([301, 400, 404, 410, 429, 500, 503, 300, 304])('answered with %d fails', async (status) => {
    handle = (_request, response) => response.writeHead(status).end('something');
    const error: unknown = await client.get(first(), LIMITS).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      code: 'outbound-status',
      kind: 'unprocessable',
      message: `first.test answered ${status}.`,
    });
  });
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('of status %d are followed', async (status) => {
    handle = (request, response) => {
      const location = { '/': '/b?c=d', '/b?c=d': second('/e'), '/e': '../ünï' }[request.url ?? ''];
      if (location === undefined) response.end(request.url);
      else response.writeHead(status, { location: Buffer.from(location).toString('latin1') }).end('moved');
    };
    const { url, body } = await client.get(first(), LIMITS);
    expect([url, await text(body)]).toEqual([second('/%C3%BCn%C3%AF'), '/%C3%BCn%C3%AF']);
  });

  test.each([
    [5, 'success'],
    [6, 'outbound-redirects'],
  ])('in a chain of %d: %s', async (length, outcome) => {
    handle = (request, response) => {
      const turn = Number(request.url?.slice(1));
      if (turn === length) response.end();
      else response.writeHead(302, { location: `/${turn + 1}` }).end();
    };
    expect(await codeOf(client.get(first('/0'), LIMITS))).toBe(outcome);
  });

  test('without end are given up', async () => {
    let visits = 0;
    handle = (_request, response) => {
      visits++;
      response.writeHead(302, { location: visits % 2 === 0 ? first() : second() }).write(PAGE);
    };
    expect(await codeOf(client.get(first(), LIMITS))).toBe('outbound-redirects');
    expect(visits).toBe(6);
  });

  test('that lead nowhere fail', async () => {
    handle = (_request, response) => response.writeHead(302, { location: 'http://[' }).end();
    expect(await codeOf(client.get(first(), LIMITS))).toBe('outbound-url');
  });

  test('are judged anew: another port of an allowed host is closed', async () => {
    handle = (_request, response) => response.writeHead(302, { location: 'http://first.test/' }).end();
    expect(await codeOf(client.get(first(), LIMITS))).toBe('outbound-address-not-public');
  });
});

describe('a compressed body', () => {
  const answer = (encoding: string, body: Buffer | string): RequestListener => {
    return (_request, response) => {
      response
        .writeHead(200, { 'content-encoding': encoding, 'content-length': Buffer.byteLength(body) })
        .end(body);
    };
  };

  test.each([
    ['gzip', gzipSync(PAGE)],
    ['x-gzip', gzipSync(PAGE)],
    ['GZIP', Buffer.concat([gzipSync(PAGE.slice(0, 100)), gzipSync(PAGE.slice(100))])],
    ['deflate', deflateSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['zstd', zstdCompressSync(PAGE)],
    ['identity', Buffer.from(PAGE)],
    ['', Buffer.from(PAGE)],
  ])('of encoding %j is decompressed', async (encoding, bytes) => {
    handle = answer(encoding, bytes);
    const { body, headers } = await client.get(first(), LIMITS);
    expect(await text(body)).toBe(PAGE);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('content-length');
  });

  test.each(['gzip', 'br', 'zstd'])('may be empty (%s)', async (encoding) => {
    handle = answer(encoding, '');
    expect(await buffer((await client.get(first(), LIMITS)).body)).toHaveLength(0);
  });

  test.each([
    ['gzip', gzipSync(NOISE)],
    ['br', brotliCompressSync(NOISE)],
    ['zstd', zstdCompressSync(NOISE)],
  ])('whose end is missing is taken as it is (%s)', async (encoding, bytes) => {
    handle = answer(encoding, bytes.subarray(0, -1000));
    const { length } = await text((await client.get(first(), LIMITS)).body);
    expect(length).toBeGreaterThan(NOISE.length / 2);
    expect(length).toBeLessThan(NOISE.length);
  });

  test.each(['compress', 'gzip, gzip', 'br, gzip', 'none', '__proto__', 'constructor'])(
    'of encoding %j fails',
    async (encoding) => {
      handle = answer(encoding, PAGE);
      expect(await codeOf(client.get(first(), LIMITS))).toBe('outbound-invalid-answer');
    },
  );

  test.each(['gzip', 'deflate', 'br', 'zstd'])('that is not what it says (%s) fails', async (encoding) => {
    handle = answer(encoding, PAGE);
    const { body } = await client.get(first(), LIMITS);
    expect(await codeOf(text(body))).toBe('outbound-invalid-answer');
  });
});
