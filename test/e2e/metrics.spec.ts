import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Environment } from '../../src/platform/config/environment.js';
import { Database } from '../../src/platform/database/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { killLeftovers, startProcess } from '../support/process.js';
import { startService } from '../support/service.js';

afterAll(killLeftovers);

const value = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

test('/metrics tells how requests and scheduled posts go, without a key', async () => {
  const service = await startService();
  service.app.get(Environment).SCHEDULER = 'off';
  const metrics = async () => (await service.as(null).get('/metrics').expect(200)).text;
  expect(value(await metrics(), 'scheduled_posts_overdue')).toBe('0');
  const { body: draft } = await service.post('/api/1.3/drafts', { headline: 'Late' }).expect(200);
  await service.put(`/api/1.3/scheduled_posts/${draft.id}`, { scheduled_at: 4_000_000_000 }).expect(200);
  const database = service.app.get(Database);
  await service.app
    .get<UnitOfWork>(UnitOfWork)
    .run(() =>
      database.execute('UPDATE articles SET scheduled_at = ?, publish_due_ts = ? WHERE id = ?', [
        Math.floor(Date.now() / 1000) - 100,
        Math.floor(Date.now() / 1000) - 100,
        draft.id,
      ]),
    );
  const text = await metrics();
  expect(value(text, 'scheduled_posts_overdue')).toBe('1');
  expect(Number(value(text, 'scheduled_posts_lag_seconds'))).toBeGreaterThanOrEqual(100);
  const drafts = 'http_request_duration_seconds_count{method="POST",route="/api/1.3/drafts",status="200"}';
  expect(value(text, drafts)).toBe('1');
  await service.get('/no/such/route').expect(404);
  expect(await metrics()).not.toContain('/no/such/route');
  await service.stop();
});

test('METRICS_PORT moves /metrics to a port of its own', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  const database = await createMigratedDatabase();
  const service = await startProcess(database, { METRICS_PORT: String(port) });
  const status = async (url: string) => (await fetch(url)).status;
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
    'process_cpu_seconds_total',
  );
  expect(await status(`http://127.0.0.1:${port}/api/1.3/posts`)).toBe(404);
  expect(await status(`${service.url}/metrics`)).toBe(404);
  expect(await service.end('SIGTERM')).toBe(0);
  await database.drop();
});

test('METRICS_KEY is asked for, and nothing is taken for anything else', async () => {
  const service = await startService({ environment: { METRICS_KEY: 'a-key-of-collectors' } });
  const ask = (authorization: string) => service.as(null).get('/metrics').set('authorization', authorization);
  for (const wrong of ['', 'Bearer', 'Bearer a-key-of-collector', 'a-key-of-collectors']) {
    const { headers, text } = await ask(wrong).expect(401);
    expect(headers['www-authenticate']).toBe('Bearer realm="metrics"');
    expect(text).toBe('');
  }
  const { headers, text } = await ask('Bearer a-key-of-collectors').expect(200);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(text).toContain('process_cpu_seconds_total');
  await service.stop();
});
