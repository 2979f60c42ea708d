import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ticksDuring } from '../../../test/support/ticks.js';
import { OutboundClient, type OutboundLimits } from './outbound-client.js';

const LIMITS: OutboundLimits = { maxBytes: 100_000, onLimit: 'fail' };
const OK = 'HTTP/1.1 200 OK\r\n';

/** The reaction of the server to the first bytes on a connection. */
let handle: (socket: Socket, request: string) => void;
let server: Server;
let url: string;
let client: OutboundClient;
let sockets: Set<Socket>;
let opened: number;

beforeEach(async () => {
  sockets = new Set();
  opened = 0;
  server = createServer((socket) => {
    opened++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      handle(socket, data.toString());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/`;
  const allow = ['127.0.0.1', ...Array.from({ length: 60 }, (_, index) => `host-${index}.test`)];
  client = new OutboundClient({
    allow: allow.map((host) => `${host}:${port}`),
    userAgent: 'test',
    lookup: (hostname) =>
      hostname === 'silent.test'
        ? new Promise(() => undefined)
        : Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    connectMs: 500,
  });
});

afterEach(async () => {
  client.onApplicationShutdown();
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
});

async function outcome(attempt: Promise<unknown>): Promise<unknown> {
  const failure = (error: unknown): unknown => (error as { code?: unknown }).code ?? error;
  return attempt.then(() => 'success', failure);
}

const fetched = async (limits: Partial<OutboundLimits> = {}, from = url) =>
  client.get(from, { ...LIMITS, ...limits });

/** Resolves once the server has no connection left. */
async function allClosed(): Promise<void> {
  while (sockets.size > 0) await delay(5);
}

describe('the size of a body', () => {
  const send = (length: number, isAnnounced: boolean) => (socket: Socket) => {
    socket.write(`${OK}${isAnnounced ? `content-length: ${length}\r\n` : ''}connection: close\r\n\r\n`);
    socket.end(Buffer.alloc(length, 'x'));
  };

  test.each([true, false])('may be all that is allowed (announced: %s)', async (isAnnounced) => {
    handle = send(LIMITS.maxBytes, isAnnounced);
    for (const onLimit of ['fail', 'stop'] as const) {
      const { body, isTruncated } = await fetched({ onLimit });
      expect(await buffer(body)).toHaveLength(LIMITS.maxBytes);
      expect(isTruncated()).toBe(false);
    }
  });

  test('above that is refused before it is read, where it is announced', async () => {
    handle = send(LIMITS.maxBytes + 1, true);
    expect(await outcome(fetched())).toBe('outbound-too-large');
  });

  test('above that fails where it is reached', async () => {
    handle = send(LIMITS.maxBytes + 1, false);
    const { body } = await fetched();
    expect(await outcome(buffer(body))).toBe('outbound-too-large');
    await allClosed();
  });

  test.each([true, false])('above that ends the body, if asked for (announced: %s)', async (isAnnounced) => {
    handle = send(30_000_000, isAnnounced);
    const { body, isTruncated } = await fetched({ onLimit: 'stop' });
    expect(await buffer(body)).toHaveLength(LIMITS.maxBytes);
    expect(isTruncated()).toBe(true);
    await allClosed();
  });

  test.each(['fail', 'stop'] as const)(
    'counts without compression: a bomb without end (%s)',
    async (onLimit) => {
      handle = (socket) => {
        socket.write(`${OK}content-encoding: gzip\r\n\r\n`);
        const zeros = Buffer.alloc(1_000_000);
        const bomb = createGzip({ level: 1 });
        const pump = (): void => {
          while (!socket.destroyed && bomb.write(zeros));
        };
        bomb.on('drain', pump).pipe(socket);
        pump();
      };
      const { body, isTruncated } = await fetched({ onLimit, maxBytes: 5_000_000 });
      if (onLimit === 'fail') expect(await outcome(buffer(body))).toBe('outbound-too-large');
      else expect(await buffer(body)).toHaveLength(5_000_000);
      expect(isTruncated()).toBe(onLimit === 'stop');
      await allClosed();
    },
  );

  test.each(['fail', 'stop'] as const)(
    'counts with compression, too: nothing, but much of it (%s)',
    async (onLimit) => {
      const nothing = Buffer.from([0, 0, 0, 0xff, 0xff]);
      const start = gzipSync('').subarray(0, 10);
      handle = (socket) => {
        socket.write(`${OK}content-encoding: gzip\r\n\r\n`);
        socket.write(Buffer.concat([start, ...Array.from({ length: 50_000 }, () => nothing)]));
      };
      const { body, isTruncated } = await fetched({ onLimit });
      expect(await outcome(buffer(body))).toBe(onLimit === 'fail' ? 'outbound-too-large' : 'success');
      expect(isTruncated()).toBe(onLimit === 'stop');
    },
  );
});

test('a body is received no faster than it is read', async () => {
  handle = (socket) => socket.write(`${OK}content-length: 30000000\r\n\r\n${'x'.repeat(30_000_000)}`);
  const { body } = await fetched({ maxBytes: 30_000_000 });
  await delay(100);
  expect(body.readableLength).toBeLessThan(500_000);
  expect(await buffer(body)).toHaveLength(30_000_000);
});

describe('the time of a request', () => {
  const drip = (socket: Socket, piece = 'x'): void => {
    const timer = setInterval(() => socket.write(piece), 20);
    socket.on('close', () => {
      clearInterval(timer);
    });
  };

  test.each([
    ['an answer that never comes', '', ''],
    ['headers that drip', `${OK}x-slow: `, 'x'],
    ['headers without end', OK, 'a: b\r\n'],
    ['hints without end', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['a redirect whose end is late', 'HTTP/1.1 302 Found\r\nlocation: /', '\r\n'],
  ])('ends %s', async (_title, head, piece) => {
    handle = (socket) => {
      socket.write(head);
      drip(socket, piece);
    };
    const limits = (['fail', 'stop'] as const).map((onLimit) => ({ timeMs: 200, onLimit }));
    const ends = Promise.all(limits.map((limit) => outcome(fetched(limit))));
    expect(await ticksDuring(50, ends)).toBeLessThan(15);
    expect(await ends).toEqual(['outbound-timeout', 'outbound-timeout']);
    await allClosed();
  });

  test('ends a body that drips: with what came, if asked for', async () => {
    handle = (socket) => {
      socket.write(`${OK}\r\n`);
      drip(socket);
    };
    expect(await outcome(fetched({ timeMs: 200 }).then(({ body }) => buffer(body)))).toBe('outbound-timeout');
    const { body, isTruncated } = await fetched({ timeMs: 200, onLimit: 'stop' });
    expect(await text(body)).toMatch(/^x{2,15}$/);
    expect(isTruncated()).toBe(true);
    await allClosed();
  });

  test('ends a compressed body that drips with what came', async () => {
    handle = (socket) => {
      socket.write(`${OK}content-encoding: gzip\r\n\r\n`);
      const gzip = createGzip({ flush: 2 }).on('data', (piece: Buffer) => socket.write(piece));
      const timer = setInterval(() => gzip.write('x'), 20);
      socket.on('close', () => {
        clearInterval(timer);
      });
    };
    const { body } = await fetched({ timeMs: 200, onLimit: 'stop' });
    expect(await text(body)).toMatch(/^x{2,15}$/);
  });

  test('ends a body that nobody reads, and the process goes on', async () => {
    handle = (socket) => {
      socket.write(`${OK}\r\n`);
      drip(socket, 'x'.repeat(10_000));
    };
    const { body } = await fetched({ timeMs: 100 });
    await allClosed();
    expect(await outcome(buffer(body))).toBe('outbound-timeout');
  });

  test('ends the search for a server', async () => {
    const end = outcome(fetched({}, 'http://silent.test/'));
    expect(await ticksDuring(100, end)).toBeLessThan(20);
    expect(await end).toBe('outbound-timeout');
  });
});

describe('a caller', () => {
  test.each([
    ['before it has begun', 'http://silent.test/', -1],
    ['while the server is looked up', 'http://silent.test/', 50],
    ['while the answer is awaited', undefined, 50],
  ])('ends a request %s', async (_title, from, afterMs) => {
    handle = () => undefined;
    const leaving = new AbortController();
    const leave = (): void => {
      leaving.abort(new Error('gone'));
    };
    if (afterMs < 0) leave();
    else setTimeout(leave, afterMs);
    await expect(fetched({ signal: leaving.signal }, from)).rejects.toThrow('gone');
    await allClosed();
  });

  test.each(['fail', 'stop'] as const)('ends a body while it comes (%s)', async (onLimit) => {
    handle = (socket) => socket.write(`${OK}\r\nhello`);
    const leaving = new AbortController();
    const { body } = await fetched({ signal: leaving.signal, onLimit });
    body.once('data', () => {
      leaving.abort(new Error('gone'));
    });
    await expect(buffer(body)).rejects.toThrow('gone');
    await allClosed();
  });

  test('that leaves while it waits for its turn has no part in the queue', async () => {
    handle = () => undefined;
    const leaving = new AbortController();
    const others = Array.from({ length: 4 }, () => outcome(fetched({ timeMs: 300 })));
    const waiting = fetched({ signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await Promise.all(others);
    expect(opened).toBe(4);
  });
});

describe('requests at a time', () => {
  const from = (index: number): string => url.replace('127.0.0.1', `host-${index}.test`);
  /** Most requests that the server has had to answer at once. */
  const peak = async (urls: readonly string[]): Promise<number> => {
    let [now, most] = [0, 0];
    handle = (socket) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        socket.end(`${OK}content-length: 2\r\nconnection: close\r\n\r\nok`);
      }, 30);
    };
    const bodies = await Promise.all(urls.map(async (target) => text((await fetched({}, target)).body)));
    expect(new Set(bodies)).toEqual(new Set(['ok']));
    return most;
  };

  test('to one host are four', async () => {
    expect(await peak(Array.from({ length: 20 }, () => url))).toBe(4);
  });

  test('to all hosts are sixteen', async () => {
    expect(await peak(Array.from({ length: 80 }, (_, index) => from(index % 50)))).toBe(16);
  });

  test('are refused where too many wait, or have waited too long', async () => {
    handle = () => undefined;
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => outcome(fetched({ timeMs: index < 4 ? 400 : 200 }))),
    );
    const count = (code: string): number => results.filter((result) => result === code).length;
    expect([count('outbound-timeout'), count('outbound-busy')]).toEqual([4, 196]);
    expect(opened).toBe(4);
    expect(await peak([url])).toBe(1);
  });

  test('end with the service, and no more are taken', async () => {
    handle = (socket) => socket.write(`${OK}\r\nhello`);
    const { body } = await fetched();
    const waiting = outcome(fetched({}, 'http://silent.test/'));
    client.onApplicationShutdown();
    expect(await outcome(buffer(body))).toBe('shutting-down');
    expect(await waiting).toBe('shutting-down');
    expect(await outcome(fetched())).toBe('shutting-down');
    await allClosed();
  });
});
