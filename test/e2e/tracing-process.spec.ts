import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { OtlpReceiver } from '../support/otlp-receiver.js';
import { callProcess, killLeftovers, processHeaders, startProcess } from '../support/process.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

let collector: OtlpReceiver;
beforeEach(async () => {
  collector = await OtlpReceiver.start();
});
afterEach(() => collector.stop());
afterAll(killLeftovers);

test('A collector that answers nothing, refuses, floods or is away holds up neither requests nor the stop', async () => {
  const flood = 'x'.repeat(1024 * 1024);
  const refusing: OtlpReceiver['answer'] = (response) => response.writeHead(500).end();
  const hostile: OtlpReceiver['answer'][] = [
    () => undefined,
    refusing,
    (response) => {
      for (let piece = 0; piece < 8; piece++) response.write(flood);
    },
  ];
  const database = await createMigratedDatabase();
  const serve = async (endpoint: string): Promise<string> => {
    const service = await startProcess(database, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    for (let request = 0; request < 20; request++)
      expect((await callProcess(service, 'GET', '/api/1.3/sections')).status).toBe(200);
    expect(await service.end('SIGTERM')).toBe(0);
    return service.output();
  };
  for (const answer of hostile) {
    collector.answer = answer;
    const output = await serve(collector.endpoint);
    if (answer === refusing) expect(output).toContain('The collector of telemetry takes nothing');
    expect(collector.headers.length).toBeGreaterThan(0);
  }
  await serve('http://127.0.0.1:1');
  await database.drop();
});

test('Lines of the log name the trace that they are of', async () => {
  const database = await createMigratedDatabase();
  const service = await startProcess(database, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    LOG_LEVEL: 'info',
    OTEL_SERVICE_NAME: 'newsroom',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-vendor=key',
  });
  await fetch(`${service.url}/api/1.3/posts/77`, {
    headers: { ...processHeaders(), traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
  });
  expect(await service.end('SIGTERM')).toBe(0);
  const line = service
    .output()
    .split('\n')
    .find((text) => text.includes('/api/1.3/posts/:id'));
  const { trace_id, span_id } = JSON.parse(line ?? '{}') as Record<string, string>;
  expect(collector.headers[0]?.['x-vendor']).toBe('key');
  const spans = collector.spans.filter(({ name }) => name === 'GET /api/1.3/posts/:id');
  expect(spans).toMatchObject([{ spanId: span_id, resource: { 'service.name': 'newsroom' } }]);
  expect(trace_id).toBe(TRACE);
  await database.drop();
});
