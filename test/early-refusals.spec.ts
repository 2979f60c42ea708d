import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { EarlyRefusals } from '../src/platform/http/admission/early/early-refusals.js';
import type { RequestHead } from '../src/platform/http/request/request-path.js';

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

let server: Server;
/** Requests that were asked about. */
let asked: RequestHead[];
/** Paths and bodies of those that were let in. */
let letIn: string[];
let isRefused: boolean;
let mayAnswer: Promise<unknown>;
/** The end of the connection that the server has. */
let socket: Socket;
let client: Socket;
let received: string;

beforeEach(async () => {
  [asked, letIn, isRefused, mayAnswer, received] = [[], [], true, Promise.resolve(), ''];
  server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const piece of request) body += String(piece);
      letIn.push(`${request.url} ${body}`);
      await mayAnswer;
      response.end(`answer ${request.url}`);
    })();
  });
  new EarlyRefusals((request) => {
    asked.push(request);
    return isRefused;
  }).start(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  client.on('data', (text: string) => (received += text));
  [socket] = (await connected) as [Socket];
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function request(method: string, path: string, headers: string[] = [], body = ''): string {
  const start = [`${method} ${path} HTTP/1.1`, 'host: x', 'x-rmauth: key', ...headers];
  return `${start.join('\r\n')}\r\n\r\n${body}`;
}

const get = (path: string, ...headers: string[]): string => request('GET', path, headers);
const post = (path: string, body: string): string =>
  request('POST', path, [`content-length: ${body.length}`], body);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((wake) => setTimeout(wake, 1));
}

/** Sends bytes that reach the server as one piece. */
async function send(bytes: string): Promise<void> {
  const before = socket.bytesRead;
  client.write(bytes);
  await until(() => socket.bytesRead === before + bytes.length);
}

/** All answers that have come whole. */
function answers(): Answer[] {
  const all: Answer[] = [];
  for (let rest = received; ;) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, Math.max(end, 0));
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (end < 0 || body.length < length) return all;
    all.push({ status: Number(head.slice(9, 12)), head, body });
    rest = rest.slice(end + 4 + length);
  }
}

/** Sends one piece. @returns the answer that it gets */
async function exchange(bytes: string): Promise<Answer> {
  const before = answers().length;
  await send(bytes);
  await until(() => answers().length > before);
  // The server has to have seen, too, that it has answered.
  await new Promise((wake) => setImmediate(wake));
  const answer = answers()[before];
  if (!answer) throw new Error('No answer has come.');
  return answer;
}

/** Makes the connection one on which requests are refused unparsed. */
async function watch(): Promise<void> {
  await exchange(get('/first'));
  await exchange(get('/second'));
  asked = [];
}

/** Whether Node's parser had read the requests that were asked about. */
const parsed = (): boolean[] => asked.map((one) => 'httpVersion' in one);

test('after two refusals on a connection the next is unparsed, and its answer is the same', async () => {
  const [first, second, third, write] = [
    await exchange(get('/a?api_key=secret')),
    await exchange(get('/a?api_key=secret')),
    await exchange(get('/a?api_key=secret')),
    await exchange(post('/a', '{"b": 1}')),
  ];
  expect(parsed()).toEqual([true, true, false, false]);
  for (const { status, head, body } of [first, second, third, write]) {
    expect(status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'overloaded', instance: '/a' });
    expect(head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(head).toMatch(/\r\nretry-after: \d+\r\n/i);
    expect(head).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
    expect(head).toMatch(/\r\ncache-control: no-store\r\n/i);
  }
  expect(third.body).toBe(first.body);
  expect(asked[2]).toMatchObject({ method: 'GET', url: '/a?api_key=secret', headers: { 'x-rmauth': 'key' } });
  expect(letIn).toEqual([]);
});

test('a request that is let in is answered, and the one after it is refused unparsed', async () => {
  await watch();
  isRefused = false;
  await expect(exchange(post('/in', 'text'))).resolves.toMatchObject({ status: 200, body: 'answer /in' });
  expect(letIn).toEqual(['/in text']);
  isRefused = true;
  asked = [];
  await expect(exchange(get('/out'))).resolves.toMatchObject({ status: 503 });
  expect(parsed()).toEqual([false]);
});

test('HEAD is refused without a body', async () => {
  await watch();
  const before = received.length;
  await send(request('HEAD', '/head'));
  await until(() => received.endsWith('\r\n\r\n'));
  expect(received.slice(before)).toMatch(/^HTTP\/1\.1 503 .*\r\ncontent-length: \d+\r\n\r\n$/is);
  expect(parsed()).toEqual([false]);
});

test.each([
  ['comes with another one', get('/one') + get('/two'), 2],
  ['has a chunked body, which is still to come', request('POST', '/c', ['transfer-encoding: chunked']), 1],
  ['has two lengths', request('POST', '/l', ['content-length: 0', 'content-length: 0']), 1],
  ['is to be told to go on', request('POST', '/e', ['expect: 100-continue', 'content-length: 0']), 1],
  ['is the last one', get('/last', 'connection: close'), 1],
  ['has no host', 'GET /no-host HTTP/1.1\r\nx-rmauth: key\r\n\r\n', 1],
  ['has a folded header', get('/f', 'x-folded: a', ' b'), 1],
  ['has lines that end otherwise', get('/n').replaceAll('\r\n', '\n'), 1],
  ['is of HTTP 1.0', get('/0').replace('HTTP/1.1', 'HTTP/1.0'), 1],
  ['is none', 'GET\r\n\r\n', 1],
])('a request that %s is left to the parser', async (_what, bytes, count) => {
  await watch();
  const before = answers().length;
  await send(bytes);
  await until(() => answers().length >= before + count || client.readableEnded);
  expect(parsed()).not.toContain(false);
});

test('a request of a page of another site is left to the framework', async () => {
  await watch();
  await expect(exchange(get('/page', 'origin: https://a.example'))).resolves.toMatchObject({ status: 200 });
});

test('a body that looks like requests is a body', async () => {
  await watch();
  isRefused = false;
  const body = get('/inner');
  await send(request('POST', '/outer', [`content-length: ${3 * body.length}`]));
  isRefused = true;
  for (let n = 0; n < 3; n++) await send(body);
  await until(() => letIn.length === 1);
  expect(letIn).toEqual([`/outer ${body.repeat(3)}`]);
  await exchange(get('/after'));
  expect(
    answers()
      .slice(2)
      .map(({ body: text }) => text),
  ).toEqual(['answer /outer', expect.stringContaining('"instance":"/after"')]);
});

test('a header that looks like a request is a header', async () => {
  await watch();
  await send('GET /outer HTTP/1.1\r\nhost: x\r\nx-text: ');
  await expect(exchange(get('/inner'))).resolves.toMatchObject({
    body: expect.stringContaining('"instance":"/outer"'),
  });
  expect(parsed()).toEqual([true]);
  await exchange(get('/next'));
  expect(answers()).toHaveLength(4);
});

test('requests that do not wait for the answer before get theirs in order', async () => {
  await watch();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  [mayAnswer, isRefused] = [promise, false];
  await send(get('/slow'));
  await until(() => letIn.length === 1);
  isRefused = true;
  await send(get('/next'));
  await send(get('/one-more'));
  expect(answers()).toHaveLength(2);
  resolve(undefined);
  await until(() => answers().length === 5);
  expect(
    answers()
      .slice(2)
      .map(({ body }) => body),
  ).toEqual([
    'answer /slow',
    expect.stringContaining('"instance":"/next"'),
    expect.stringContaining('"instance":"/one-more"'),
  ]);
});

test('a part of a request that comes before the answer to another one is not forgotten', async () => {
  await watch();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  [mayAnswer, isRefused] = [promise, false];
  await send(get('/slow'));
  await until(() => letIn.length === 1);
  await send('GET /outer HTTP/1.1\r\nhost: x\r\nx-text: ');
  resolve(undefined);
  await until(() => answers().length === 3);
  isRefused = true;
  await expect(exchange(get('/inner'))).resolves.toMatchObject({
    body: expect.stringContaining('"instance":"/outer"'),
  });
});

test('a body that ends in the middle of what looks like a request leaves the rest to the parser', async () => {
  await watch();
  const rest = 'GET /last HTTP/1.1\r\nhost: x\r\nx-text: ';
  const before = `POST /seen HTTP/1.1\r\ncontent-length: ${rest.length}\r\nx-text: `;
  await exchange(request('POST', '/outer', [`content-length: ${before.length}`]));
  await exchange(`${before}${get('/seen')}${rest}`);
  await exchange(get('/inner'));
  expect(
    answers()
      .slice(2)
      .map(({ body }) => JSON.parse(body).instance),
  ).toEqual(['/outer', '/seen', '/last']);
});

test('a client that does not read its answers gets no more of them', async () => {
  await watch();
  // An answer stays with the server until the parser has the next one written.
  socket.cork();
  await send(get('/unread'));
  await send(get('/next'));
  expect(parsed()).toEqual([false, true]);
  await until(() => answers().length === 4);
});
