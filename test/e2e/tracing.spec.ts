import { Injectable, Module } from '@nestjs/common';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OnCommitted } from '../../src/modules/changes/events/on-committed.js';
import { EventConsumers } from '../../src/modules/changes/events/event-consumers.js';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.js';
import { JobLeases } from '../../src/platform/schedule/job-leases.js';
import { LocalRequests } from '../../src/platform/http/server/local-requests.js';
import { Tracer } from '../../src/platform/telemetry/tracer.js';
import { BackgroundWork } from '../../src/platform/schedule/background-work.js';
import { Database } from '../../src/platform/database/database.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.js';
import { startService, type ServiceOptions } from '../support/service.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
const POST_SPAN = 'POST /api/1.3/posts';

let collector: OtlpReceiver;
beforeEach(async () => {
  collector = await OtlpReceiver.start();
});
afterEach(() => collector.stop());

/** A service that sends its traces to the collector, the last of them when it stops. */
const startTraced = ({ environment, ...options }: ServiceOptions = {}) =>
  startService({
    ...options,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, SCHEDULER: 'off', ...environment },
  });

const named = (name: string): ReceivedSpan[] => collector.spans.filter((span) => span.name === name);
const partsOf = ({ spanId }: ReceivedSpan): ReceivedSpan[] =>
  collector.spans.filter(({ parentId }) => parentId === spanId);

function theOne(name: string): ReceivedSpan {
  const [span, ...others] = named(name);
  if (!span || others.length > 0) throw new Error(`There are ${others.length} more spans than one ${name}.`);
  return span;
}

test('A request is a span of the trace that its client names, with its statements as parts', async () => {
  const service = await startTraced();
  await service
    .post('/api/1.3/posts?api_key=secretquery', { headline: 'secret headline', tags: ['secret tag'] })
    .set('traceparent', TRACEPARENT)
    .expect(200);
  await service.get('/api/1.3/posts/1?token=secretquery').expect(200);
  await service.get('/api/1.3/posts/77').expect(404);
  await service.get('/health/ready').expect(200);
  const { dialect } = service.app.get(Database);
  await service.stop();

  const created = theOne(POST_SPAN);
  expect(created).toMatchObject({ traceId: TRACE, parentId: CALLER, kind: 'server', hasFailed: false });
  expect(created.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/1.3/posts',
    'http.response.status_code': 200,
    'url.path': '/api/1.3/posts',
  });
  expect(created.resource).toMatchObject({ 'service.name': 'content-publishing-service' });
  const insert = partsOf(created).find(({ attributes }) =>
    String(attributes['db.query.text']).includes('INSERT INTO articles'),
  );
  expect(insert).toMatchObject({ traceId: TRACE, kind: 'client', hasFailed: false });
  expect(insert?.attributes['db.query.text']).toContain('?');
  expect(insert?.attributes['db.system.name']).toMatch(
    dialect === 'sqlite' ? /^sqlite$/ : /^(mysql|mariadb)$/,
  );
  expect(
    partsOf(created).some(({ attributes }) => String(attributes['db.query.text']).includes('COMMIT')),
  ).toBe(true);
  const reads = named('GET /api/1.3/posts/:id');
  expect(reads.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([200, 404]);
  expect(reads.every(({ hasFailed }) => !hasFailed)).toBe(true);
  expect(new Set([TRACE, ...reads.map(({ traceId }) => traceId)]).size).toBe(3);
  expect(reads.map((read) => partsOf(read)[0]?.attributes['db.operation.name'])).toContain('SELECT');
  expect(named('GET /health/ready')).toEqual([]);
  expect(collector.bytes).not.toMatch(/secret(query| headline|.tag)|a{64}/);
});

test('A statement that fails says which kind of failure, and none of its values', async () => {
  const service = await startTraced({ environment: { SCHEDULER: 'on' } });
  const fail = () =>
    service.app.get(Database).execute('INSERT INTO no_such_table (name) VALUES (?)', ['secret value']);
  await service.app
    .get(BackgroundWork)
    .run('digest', () => service.app.get<UnitOfWork>(UnitOfWork).run(fail));
  await service.stop();
  const job = theOne('job digest');
  expect(job).toMatchObject({ parentId: '', kind: 'internal', hasFailed: true });
  const [statement] = partsOf(job).filter(({ hasFailed }) => hasFailed);
  expect(statement?.attributes['error.type']).toMatch(/^(SQLITE_ERROR|ER_NO_SUCH_TABLE)$/);
  expect(statement?.statusMessage).toBe('');
  expect(collector.bytes).not.toContain('secret value');
});

test('A job that finds nothing to do leaves no trace, and neither do the leases of jobs', async () => {
  const service = await startTraced({ environment: { SCHEDULER: 'on' } });
  const work = service.app.get(BackgroundWork);
  const leases = service.app.get(JobLeases);
  const look = () => service.app.get(Database).rows('SELECT id FROM articles');
  await work.run('looking', look);
  await work.run('leased', (stopping) => leases.run({ name: 'leased', every: 60 }, stopping, look));
  await work.run('writing', () =>
    service.app.get<UnitOfWork>(UnitOfWork).run(async () => {
      await look();
      await service.app.get(Database).execute('UPDATE articles SET likes_count = 0');
    }),
  );
  await service.stop();
  const names = collector.spans.map(({ name }) => name);
  expect(names.filter((name) => /looking|leased|jobs/.test(name))).toEqual([]);
  expect(partsOf(theOne('job writing')).map(({ name }) => name)).toContain('UPDATE articles');
});

test('A request to another server goes on with the trace, and tells nothing of its URL but the host', async () => {
  const site = await WebhookReceiver.start();
  const service = await startTraced({ environment: { OUTBOUND_ALLOW: site.host, SCHEDULER: 'on' } });
  const outbound = service.app.get(OutboundClient);
  const signal = AbortSignal.timeout(10_000);
  await service.app.get(BackgroundWork).run('calling', async () => {
    const message = { headers: {}, body: '{}', maxBytes: 10, signal };
    await outbound.post(site.url('/secret-path?secret=query'), message);
    site.answer = () => ({ status: 503 });
    await outbound.post(site.url('/secret-path'), message);
    site.answer = () => null;
    await outbound.post(site.url('/secret-path'), message).catch(() => undefined);
  });
  await service.stop();
  await site.stop();

  const job = theOne('job calling');
  const calls = partsOf(job);
  expect(calls.map(({ name, kind }) => [name, kind])).toEqual(Array(3).fill(['POST', 'client']));
  expect(calls.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
    200,
    503,
    undefined,
  ]);
  expect(calls.map(({ hasFailed }) => hasFailed)).toEqual([false, true, true]);
  expect(calls[0]?.attributes['server.address']).toBe('127.0.0.1');
  // A kept connection that breaks is tried once more.
  expect([...new Set(site.received.map(({ headers }) => headers.traceparent))]).toEqual(
    calls.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  );
  expect(collector.bytes).not.toContain('secret');
});

test('An event that is handed to a consumer is a span, with what the consumer does as its parts', async () => {
  @Injectable()
  class Sections {
    constructor(private readonly database: Database) {}

    @OnCommitted({ name: 'acme.sections', resources: ['article'] })
    async see(): Promise<void> {
      await this.database.rows('SELECT id FROM sections');
    }
  }
  @Module({ providers: [Sections] })
  class SectionsModule {}
  const service = await startTraced({
    extension: { modules: [SectionsModule] },
    environment: { SCHEDULER: 'off' },
  });
  await service.post('/api/1.3/posts', { headline: 'Tides' }).expect(200);
  Object.assign(service.app.get(BackgroundWork), { environment: { SCHEDULER: 'on' } });
  await service.app
    .get(BackgroundWork)
    .run('delivering', (stopping) => service.app.get(EventConsumers).deliverAll(() => undefined, stopping));
  await service.stop();
  const handled = theOne('process acme.sections');
  expect(handled).toMatchObject({ kind: 'consumer', parentId: theOne('job delivering').spanId });
  expect(handled.attributes['messaging.message.id']).toBeTruthy();
  expect(partsOf(handled).map(({ name }) => name)).toEqual(['SELECT sections']);
});

test('A request that the service sends to itself is part of the one that it is sent for', async () => {
  const service = await startTraced();
  const tracer = service.app.get<Tracer>(Tracer);
  const outer = tracer.beginRequest({ name: 'outer', kind: 'server', attributes: {} }, {});
  const sent = {
    method: 'GET',
    path: '/api/1.3/sections',
    headers: { 'x-rmauth': service.adminKey },
    address: '127.0.0.1',
    signal: AbortSignal.timeout(10_000),
  };
  await tracer.within(outer, () => service.app.get(LocalRequests).send(sent));
  outer.end();
  // A span that has ended gets no more parts.
  await tracer.within(outer, () => service.app.get(Database).rows('SELECT id FROM badges'));
  await service.stop();
  const inner = theOne('GET /api/1.3/sections');
  expect(inner).toMatchObject({ traceId: outer.ids.trace_id, parentId: outer.ids.span_id });
  expect(named('SELECT badges')).toEqual([]);
});

test('A header that names no trace begins one, and a client that wants no trace gets none', async () => {
  const service = await startTraced();
  for (const traceparent of ['', 'nonsense', `00-${'0'.repeat(32)}-${CALLER}-01`, 'x'.repeat(10_000)])
    await service.get('/api/1.3/posts/77').set('traceparent', traceparent).expect(404);
  await service.get('/api/1.3/sections').set('traceparent', `00-${TRACE}-${CALLER}-00`).expect(200);
  await service.stop();
  const begun = named('GET /api/1.3/posts/:id');
  expect(begun.map(({ parentId }) => parentId)).toEqual(['', '', '', '']);
  expect(new Set(begun.map(({ traceId }) => traceId)).size).toBe(4);
  expect(collector.spans.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
});

test.each([
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, 0],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, 0],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' }, 1],
])('A sampler decides which traces are told: %j', async (environment, told) => {
  const service = await startTraced({ environment });
  await service.get('/api/1.3/sections').expect(200);
  await service.stop();
  expect(named('GET /api/1.3/sections')).toHaveLength(told);
});

test('The numbers of /metrics are sent, and counted once', async () => {
  const service = await startTraced();
  await service.get('/api/1.3/sections').expect(200);
  const { text } = await service.as(null).get('/metrics').expect(200);
  await service.stop();
  const names = new Set(collector.points.map(({ metric }) => metric));
  const shown = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  // Gauges without a value are not sent.
  expect(shown.filter((name) => !names.has(name) && text.includes(`\n${name} `))).toEqual([]);
  const requests = collector.points.filter(
    ({ metric, attributes }) =>
      metric === 'http_request_duration_seconds' && attributes.route === '/api/1.3/sections',
  );
  expect(requests).toMatchObject([{ kind: 'histogram', unit: 's', value: 1 }]);
  const { bounds = [], counts = [] } = requests[0] ?? {};
  expect(counts).toHaveLength(bounds.length + 1);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(collector.points.find(({ metric }) => metric === 'admission_reads_admitted_total')).toMatchObject({
    kind: 'sum',
  });
});
