import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ticksDuring } from '../../../test/support/ticks.js';
import { OutboundClient } from './outbound-client.js';

const OK = 'HTTP/1.1 200 OK\r\n';
const KEPT = `${OK}content-length: 5\r\n\r\nhello`;
const LIMITS = { maxBytes: 1_000_000, onLimit: 'fail' } as const;

let handle: (socket: Socket, request: string) => void;
let servers: Server[];
let sockets: Set<Socket>;
let opened: number;
let client: OutboundClient;

/** A client that may reach what listens on this port. */
function clientOf(port: number): OutboundClient {
  return new OutboundClient({
    allow: ['a.test', 'secure.test', '127.0.0.1', '[::1]'].map((host) => `${host}:${port}`),
    userAgent: 'test',
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  });
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  client = clientOf(port);
  return port;
}

function onConnection(socket: Socket): void {
  opened++;
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    handle(socket, data.toString('latin1'));
  });
}

beforeEach(() => {
  servers = [];
  sockets = new Set();
  opened = 0;
});

afterEach(async () => {
  client.onApplicationShutdown();
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});

/** The body, or the code of the failure. */
async function fetched(url: string): Promise<string> {
  try {
    return await text((await client.get(url, LIMITS)).body);
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe('an answer that is not HTTP', () => {
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['noise', Buffer.from([0, 1, 2, 3, 0xff, 0xfe]).toString('latin1')],
    ['a status that is none', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['a header without a name', `${OK}: x\r\n\r\n`],
    ['a header with a NUL', `${OK}a: b\0c\r\n\r\n`],
    ['two lengths', `${OK}content-length: 5\r\ncontent-length: 6\r\n\r\nhello!`],
    ['a length and chunks', `${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a header that is too large', `${OK}a: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['a chunk that is none', `${OK}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\n`],
    ['too many headers', `${OK}${Array.from({ length: 9000 }, (_, n) => `header-${n}: x\r\n`).join('')}\r\n`],
    ['headers without end', `${OK}${'a: b\r\n'.repeat(200_000)}`],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhi',
    ],
  ])('fails: %s', async (_title, answer) => {
    handle = (socket) => socket.write(answer, 'latin1');
    const port = await listen(createServer(onConnection));
    expect(await fetched(`http://a.test:${port}/`)).toMatch(/^outbound-(invalid-answer|unreachable)$/);
  });

  test('may have large headers', async () => {
    handle = (socket) => socket.end(`${OK}a: ${'x'.repeat(50_000)}\r\n\r\nhello`);
    const port = await listen(createServer(onConnection));
    expect(await fetched(`http://a.test:${port}/`)).toBe('hello');
  });
});

describe('a connection', () => {
  test('that is refused is a server that cannot be reached', async () => {
    const port = await listen(createServer(onConnection));
    await new Promise((done) => servers.pop()?.close(done));
    expect(await fetched(`http://a.test:${port}/`)).toBe('outbound-unreachable');
    expect(await fetched(`http://[::1]:${port}/`)).toBe('outbound-unreachable');
  });

  test.each([
    ['before the answer', (socket: Socket) => socket.resetAndDestroy()],
    ['without an answer', (socket: Socket) => socket.end()],
    ['within the headers', (socket: Socket) => socket.end(`${OK}a: b`)],
    ['within the body', (socket: Socket) => socket.end(`${OK}content-length: 100\r\n\r\nhello`)],
    ['within a chunk', (socket: Socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n10\r\nhello`)],
    [
      'before the last chunk',
      (socket: Socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`),
    ],
    [
      'by a reset within the body',
      (socket: Socket) =>
        socket.write(`${OK}\r\nhello`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ],
    [
      'within a compressed body',
      (socket: Socket) => socket.end(`${OK}content-encoding: gzip\r\ncontent-length: 9\r\n\r\n\x1f`),
    ],
  ])('that breaks off %s fails', async (_title, respond) => {
    handle = respond;
    const port = await listen(createServer(onConnection));
    expect(await fetched(`http://a.test:${port}/`)).toBe('outbound-unreachable');
    expect(opened).toBe(1);
  });

  test('that is kept, and closed by the server when it is used again, is made anew', async () => {
    const used = new Set<Socket>();
    handle = (socket) => {
      if (used.has(socket)) socket.resetAndDestroy();
      else socket.write(KEPT);
      used.add(socket);
    };
    const port = await listen(createServer(onConnection));
    for (let turn = 0; turn < 3; turn++) expect(await fetched(`http://a.test:${port}/`)).toBe('hello');
    expect(opened).toBe(3);
  });

  test('is not kept for long', async () => {
    handle = (socket) => socket.write(KEPT);
    const port = await listen(createServer(onConnection));
    await fetched(`http://a.test:${port}/`);
    const [socket] = sockets;
    await new Promise((done) => socket?.once('close', done));
    expect(await fetched(`http://a.test:${port}/`)).toBe('hello');
    expect(opened).toBe(2);
  });

  test('is closed with the service', async () => {
    handle = (socket) => socket.write(KEPT);
    const port = await listen(createServer(onConnection));
    await fetched(`http://a.test:${port}/`);
    const closed = new Promise((done) => [...sockets][0]?.once('close', done));
    client.onApplicationShutdown();
    // By itself it closes after twenty.
    expect(await ticksDuring(100, closed)).toBeLessThan(10);
  });

  test('may be silent for longer than it would be kept', async () => {
    handle = (socket) => setTimeout(() => socket.write(KEPT), 2500);
    const port = await listen(createServer(onConnection));
    expect(await fetched(`http://a.test:${port}/`)).toBe('hello');
  });

  test('is not shared with another name of the same server', async () => {
    handle = (socket) => socket.write(KEPT);
    const port = await listen(createServer(onConnection));
    await fetched(`http://a.test:${port}/`);
    await fetched(`http://secure.test:${port}/`);
    expect(opened).toBe(2);
  });
});

/** The certificate of secure.test, signed by itself, valid until 2120. */
const KEY = `MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgg+6CbfP6kTbYgUIImu+HlkHhNpP3XSaf0OUdERVYiG2hRANCAAS1Ijn7d2LVnV
FulP3W4OJGYpct/CihTTM8I1jb+wpvC01KK5YnjJivV5+lW/weWZfonCHhIBl++BFT6aGPGswD`;
const CERTIFICATE = `MIIBZDCCAQqgAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtzZWN1cmUudGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
MDEwMTAwMDAwMFowFjEUMBIGA1UEAwwLc2VjdXJlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS1Ijn7d2LVnVFulP3W4OJGYpct/CihTTM8
I1jb+wpvC01KK5YnjJivV5+lW/weWZfonCHhIBl++BFT6aGPGswDo0cwRTAWBgNVHREEDzANggtzZWN1cmUudGVzdDAMBgNVHRMEBTADAQH/MB0GA1Ud
DgQWBBSlscX/WJe8F81Xv7LNknsaxGgFNDAKBggqhkjOPQQDAgNIADBFAiEAtNI/yAxX9VN6zE3CKMt0ADyLm/yRWubPR93CXpTYMZgCIAJIRPd/kLy6
N1pMIiGRrkBDveLsa1bS4EId1PwKdNxP`;
const pem = (label: string, base64: string): string =>
  `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`;

describe('a connection with TLS', () => {
  const trusted = getCACertificates();
  const secure = async (): Promise<number> => {
    handle = (socket) => socket.end(`${OK}\r\nhello`);
    const key = pem('PRIVATE KEY', KEY);
    return listen(createTlsServer({ key, cert: pem('CERTIFICATE', CERTIFICATE) }, onConnection));
  };

  afterEach(() => {
    setDefaultCACertificates(trusted);
  });

  test('needs a certificate that is trusted', async () => {
    const port = await secure();
    expect(await fetched(`https://secure.test:${port}/`)).toBe('outbound-certificate');
    setDefaultCACertificates([...trusted, pem('CERTIFICATE', CERTIFICATE)]);
    expect(await fetched(`https://secure.test:${port}/`)).toBe('hello');
  });

  test.each(['a.test', '127.0.0.1'])('needs a certificate for the host (%s)', async (host) => {
    setDefaultCACertificates([...trusted, pem('CERTIFICATE', CERTIFICATE)]);
    const port = await secure();
    expect(await fetched(`https://${host}:${port}/`)).toBe('outbound-certificate');
  });

  test('to a server without it cannot be made', async () => {
    handle = (socket) => socket.end(`${OK}\r\nhello`);
    const port = await listen(createServer(onConnection));
    expect(await fetched(`https://secure.test:${port}/`)).toBe('outbound-unreachable');
  });
});
