import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '../support/database.js';
import { keepAsking } from '../support/kept-connections.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import {
  callProcess,
  killLeftovers,
  PROCESS_KEY,
  processHeaders,
  type ServiceProcess,
  startProcess,
} from '../support/process.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());
afterAll(killLeftovers);

describe('stop', () => {
  test('SIGTERM finishes the requests in flight and ends with 0', async () => {
    const service = await startProcess(database);
    const body = '<p>word</p>'.repeat(100_000);
    const inFlight = callProcess(service, 'POST', '/api/1.3/posts', { headline: 'In flight', body });
    await new Promise((wake) => setTimeout(wake, 150));
    const ended = service.end('SIGTERM');
    expect((await inFlight).status).toBe(200);
    expect(await ended).toBe(0);
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
  });

  test('for the drain time it is not ready, and answers on connections that it closes', async () => {
    const service = await startProcess(database, { DRAIN_SECONDS: '2' });
    const ended = service.end('SIGTERM');
    let ready = await fetch(`${service.url}/health/ready`);
    while (ready.ok) ready = await fetch(`${service.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'stopping' });
    const paths = [
      '/health/ready',
      '/api/1.3/posts',
      '/',
      '/core/graphql?query={__typename}',
      '/nowhere',
      '/docs',
    ];
    for (const path of paths) {
      const answer = await fetch(service.url + path, { headers: processHeaders() });
      expect([path, answer.headers.get('connection')]).toEqual([path, 'close']);
      await answer.text();
    }
    expect(await ended).toBe(0);
  });

  test('clients that keep their connections and do not stop asking are answered or refused', async () => {
    for (let stops = 0; stops < 2; stops++) {
      const service = await startProcess(database, { DRAIN_SECONDS: '1' });
      const load = keepAsking(service.url, PROCESS_KEY, 24);
      await load.answered(500);
      expect(await service.end('SIGTERM')).toBe(0);
      expect(await load.outcomes).toEqual(['200', 'ECONNREFUSED']);
    }
  });

  test('kill -9 in the middle of 500 concurrent creates loses nothing that was answered', async () => {
    const service = await startProcess(database);
    const answered: number[] = [];
    const creates = Array.from({ length: 500 }, async (_, n) => {
      const post = {
        headline: `Post ${n % 50}`,
        body: `<p>${n}</p>`,
        tags: ['one', 'two', `n${n}`],
        sections: [0],
      };
      const { status, body } = await createPatiently(service, post);
      if (status === 200) answered.push(body.id as number);
      if (answered.length === 120) service.child.kill('SIGKILL');
    });
    await Promise.allSettled(creates);
    expect(answered.length).toBeGreaterThanOrEqual(120);
    expect(answered.length).toBeLessThan(500);

    const restarted = await startProcess(database);
    const stored = new Map<number, Record<string, unknown>>();
    for (let offset = 0; offset < 500; offset += 100) {
      const { body } = await callProcess(restarted, 'GET', `/api/1.3/posts?limit=100&offset=${offset}`);
      for (const post of body as unknown as Record<string, unknown>[]) stored.set(post.id as number, post);
    }
    expect(answered.filter((id) => !stored.has(id))).toEqual([]);
    const isWhole = ({ tags, sections, roar_author_ids: authors }: Record<string, unknown>) =>
      [tags, sections, authors].map((list) => (list as unknown[]).length).join() === '3,1,1';
    expect([...stored.values()].filter((post) => !isWhole(post))).toEqual([]);
    expect(new Set([...stored.values()].map((post) => post.slug)).size).toBe(stored.size);
    await restarted.end('SIGTERM');
  });
});

/** Tries again what the service is too busy for: on a slow machine that is most of what comes at once. */
async function createPatiently(service: ServiceProcess, post: object) {
  for (let attempt = 1; ; attempt++) {
    const answer = await callProcess(service, 'POST', '/api/1.3/posts', post);
    if (answer.status !== 503 || attempt === 30) return answer;
    await delay(1000);
  }
}
