import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { processCpuMs, threadCpuMs } from '../support/cpu-time.js';
import { OriginServer } from '../support/origin-server.js';
import { type Service, startService } from '../support/service.js';
import { ticksDuring } from '../support/ticks.js';

const MEGABYTE = 1024 * 1024;
/** CPU time of the threads that read a page. */
const READING_MS = 25_000;
/** CPU time: far above what it is, and far below what a page that holds the service up would make of it. */
const SLOWEST_READ_MS = 1000;
/** While the threads that read a page take so much CPU time, a post is read at least once. */
const READ_EACH_MS = 100;

let origin: OriginServer;
let service: Service;
let postPath: string;
beforeAll(async () => {
  origin = await OriginServer.start();
  service = await startService({ environment: { OUTBOUND_ALLOW: origin.host } });
  const { body } = await service.post('/api/1.3/posts', { headline: 'Read meanwhile' }).expect(200);
  postPath = `/api/1.3/posts/${body.id as number}`;
});
afterAll(async () => {
  await service.stop();
  await origin.stop();
});

interface Outcome {
  readonly status: number;
  readonly title: string;
  readonly code: string;
  readonly cacheable: boolean;
  /**
   * Most CPU time of the thread that answers, in milliseconds, in which a read
   * of a post took place meanwhile.
   */
  readonly slowest: number;
  /** CPU time of all other threads, in milliseconds. */
  readonly reading: number;
  /** Posts that were read meanwhile. */
  readonly reads: number;
}

/** Scrapes a page while somebody reads a post all the time. */
async function scrape(path: string): Promise<Outcome> {
  const state = { isOver: false };
  let [slowest, reads] = [0, 0];
  const readPosts = (async () => {
    while (!state.isOver) {
      const before = threadCpuMs();
      await service.get(postPath).expect(200);
      slowest = Math.max(slowest, threadCpuMs() - before);
      reads++;
      await delay(5);
    }
  })();
  const before = othersCpuMs();
  const url = encodeURIComponent(origin.url(path));
  const { status, body } = await service.get(`/api/1.3/scraper?url=${url}`);
  const outcome = { reading: othersCpuMs() - before, reads };
  state.isOver = true;
  await readPosts;
  const { title, cacheable, code = '' } = body as { title: string; cacheable: boolean; code?: string };
  return { status, title, code, cacheable, slowest, ...outcome };
}

const othersCpuMs = () => processCpuMs() - threadCpuMs();

const HEAD = '<!doctype html><html><head><title>Hostile</title></head><body>';
const PAGES: Readonly<Record<string, string>> = {
  'with 100,000 elements in each other': '<div>'.repeat(100_000) + 'x',
  'with 100,000 tables in each other': '<table><tr><td>'.repeat(100_000),
  'with a million elements beside each other': '<b>x</b>'.repeat(1_000_000),
  'of formatting that crosses': '<a><b><i><p>'.repeat(20_000),
  'with an attribute of 5 MB': `<p title="${'x'.repeat(5 * MEGABYTE)}">x</p>`,
  'with a comment without an end': `<!-- ${'x'.repeat(5 * MEGABYTE)}`,
  'with 100,000 attributes': `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ')}>x</p>`,
  'with JSON-LD in 100,000 lists': `<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`,
  'with JSON-LD of 5 MB': `<script type="application/ld+json">{"@graph":[${Array(100_000).fill('{"@type":"Article","headline":"x"}').join(',')}]}</script>`,
  'with 200,000 character references': '&notit;&#x110000;'.repeat(100_000),
};

describe('A page', () => {
  test.each(Object.entries(PAGES))(
    '%s is read, or refused, without holding anybody up',
    async (name, content) => {
      const path = `/${encodeURIComponent(name)}`;
      origin.serve(path, HEAD + content);
      const { status, title, code, slowest, reading, reads } = await scrape(path);
      expect([status, status === 200 ? title : code]).toEqual(
        status === 200 ? [200, 'Hostile'] : [422, 'page-too-complex'],
      );
      expect(slowest).toBeLessThan(SLOWEST_READ_MS);
      expect(reading).toBeLessThan(READING_MS);
      // Nor do posts wait for a thread or a lock.
      expect(reads).toBeGreaterThanOrEqual(Math.floor(reading / READ_EACH_MS));
    },
  );

  test('of 30 MB is read as far as 10 MB go', async () => {
    origin.on('/large', (_request, response) => {
      sendMuch(response, 30);
    });
    const { status, title, cacheable, slowest } = await scrape('/large');
    expect([status, title, cacheable]).toEqual([200, 'Hostile', false]);
    expect(slowest).toBeLessThan(SLOWEST_READ_MS);
  });

  test('that drips a byte a time is read as far as it has come after ten seconds, one that never begins is refused', async () => {
    let drops = 0;
    origin.on('/drip', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write(HEAD);
      const timer = setInterval(() => {
        response.write('x');
        drops++;
      }, 100);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    origin.on('/silent', () => undefined);
    const [dripping, silent] = [scrape('/drip'), scrape('/silent')];
    expect(await ticksDuring(100, silent)).toBeLessThan(150);
    expect(await silent).toMatchObject({ status: 422, code: 'outbound-timeout' });
    expect((await silent).reads).toBeGreaterThan(10);
    const { status, title } = await dripping;
    expect([status, title]).toEqual([200, 'Hostile']);
    expect(drops).toBeLessThan(150);
  });

  test('that redirects for ever is refused', async () => {
    origin.on('/turn', (_request, response) => {
      response.writeHead(302, { location: `/turn?${Math.random()}` }).end();
    });
    expect(await scrape('/turn')).toMatchObject({ status: 422, code: 'outbound-redirects' });
  });

  test('that redirects to a private address is refused', async () => {
    origin.on('/inside', (_request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await scrape('/inside')).toMatchObject({ status: 422 });
  });

  test('that is a gzip bomb is read as far as 10 MB go', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(HEAD), Buffer.alloc(200 * MEGABYTE, 0x20)]));
    origin.serve('/bomb', bomb, 'text/html', { 'content-encoding': 'gzip' });
    const { status, title, cacheable, slowest } = await scrape('/bomb');
    expect([status, title, cacheable]).toEqual([200, 'Hostile', false]);
    expect(slowest).toBeLessThan(SLOWEST_READ_MS);
  });

  test('that breaks off is refused', async () => {
    origin.on('/broken', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 }).write(HEAD);
      setTimeout(() => response.destroy(), 50);
    });
    expect(await scrape('/broken')).toMatchObject({ status: 422, code: 'outbound-unreachable' });
  });
});

function sendMuch(response: ServerResponse, megabytes: number): void {
  const paragraph = Buffer.from('<p>Words of a page that is far too long.</p>'.repeat(25_000));
  const pieces = function* () {
    yield HEAD;
    for (let sent = 0; sent < megabytes; sent++) yield paragraph.subarray(0, MEGABYTE);
  };
  response.writeHead(200, { 'content-type': 'text/html' });
  // The service hangs up before its end.
  pipeline(Readable.from(pieces()), response, () => undefined);
}
