/**
 * Sends the service several times what it can answer, whether it answers or not (an open loop), and tells what it goes
 * on doing: goodput by that of its peak, how long what is accepted takes, how soon the rest is refused, and how long it
 * takes until its pace is as before.
 *
 *   node bench/faults/overload.mjs [--seconds 30] [--times 5] [--posts 500]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306   also on MySQL or MariaDB
 */
import { spawn } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Connections } from './connections.mjs';
import { createDatabase, freePort, KEY, processorTimeOf, startService } from './served.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    times: { type: 'string', default: '5' },
    posts: { type: 'string', default: '500' },
  },
});
const [seconds, times, posts] = [values.seconds, values.times, values.posts].map(Number);
const USUAL_PACE = 2;
/** At first a burst cannot be told from an overload: what is sent later is told apart. */
const BURST_MS = 1000;

for (const server of [null, process.env.FAULTS_DATABASE_URL]) {
  if (server === undefined) continue;
  const database = await createDatabase(server);
  const service = await startService(database, { DRAIN_SECONDS: '0' });
  const connections = new Connections(service.port);
  await fill(connections);
  await closedLoop(connections, 8, 5);
  const alone = async () => summary((await closedLoop(connections, 1, 5)).accepted);
  const unloaded = { before: await alone() };
  let peak = { perSecond: 0 };
  for (const clients of [8, 16, 32]) {
    const found = { clients, ...(await measured(service, () => closedLoop(connections, clients, 6))) };
    if (found.perSecond > peak.perSecond) peak = found;
  }
  const load = await measured(service, () => openLoop(connections, peak.perSecond * times, seconds));
  const recovery = await recovered(connections, unloaded.before.p99 * USUAL_PACE);
  // The pace of a machine that others use changes meanwhile.
  const after = await measured(service, () => closedLoop(connections, peak.clients, 6));
  unloaded.after = await alone();
  const unloadedP99 = (unloaded.before.p99 + unloaded.after.p99) / 2;
  const perSecond = (peak.perSecond + after.perSecond) / 2;
  const accepted = summary(load.accepted);
  const refusalSeconds = await refusalCost(peak.perSecond * times);
  console.log(
    JSON.stringify(
      {
        database: database.name,
        peakPerSecond: { before: Math.round(peak.perSecond), after: Math.round(after.perSecond) },
        unloadedMs: unloaded,
        offeredPerSecond: Math.round(load.offered / seconds),
        // By the mean of the two.
        goodput: Number((load.accepted.length / seconds / perSecond).toFixed(2)),
        // Goodput of one second of its processor time: client and database work beside it.
        goodputByProcessorTime: Number((load.perProcessorSecond / peak.perProcessorSecond).toFixed(2)),
        // With nothing but the refusals of a bare HTTP server of Node beside the requests that are answered.
        goodputCeiling: Number(ceiling(peak, load.processorShare, refusalSeconds).toFixed(2)),
        bareRefusalMicroseconds: Math.round(refusalSeconds * 1e6),
        processorShare: { peak: peak.processorShare, load: load.processorShare },
        acceptedMs: accepted,
        acceptedLaterMs: summary(load.acceptedLater),
        p99Ratio: Number((accepted.p99 / unloadedP99).toFixed(1)),
        // How long the generator's own loop takes for a turn: it is in every time that is measured here.
        generatorTurnMs: load.turnMs,
        refused: load.refused.length,
        refusedMs: summary(load.refused),
        refusedLaterMs: summary(load.refusedLater),
        others: Object.fromEntries(load.others),
        mostOpen: load.mostOpen,
        recoverySeconds: Number((recovery / 1000).toFixed(1)),
      },
      null,
      2,
    ),
  );
  connections.close();
  await service.end();
  await database.drop();
}

/** With the processor time that the service takes meanwhile. */
async function measured(service, work) {
  const [start, processorTime] = [performance.now(), service.processorTime()];
  const found = await work();
  const used = service.processorTime() - processorTime;
  return {
    ...found,
    perProcessorSecond: found.accepted.length / used,
    processorShare: Number(((used / (performance.now() - start)) * 1000).toFixed(2)),
  };
}

/** @returns seconds of processor time that a bare server of Node takes for a refusal at this rate */
async function refusalCost(perSecond) {
  const port = await freePort();
  const server = spawn(process.execPath, [new URL('refusing-server.mjs', import.meta.url).pathname, port]);
  await delay(1000);
  const connections = new Connections(port);
  await openLoop(connections, perSecond, 3);
  const before = processorTimeOf(server.pid);
  const { refused } = await openLoop(connections, perSecond, 5);
  const cost = (processorTimeOf(server.pid) - before) / refused.length;
  connections.close();
  server.kill();
  return cost;
}

/** The goodput at which the processor time of what is answered and what is refused adds up to what there is. */
function ceiling({ perSecond, perProcessorSecond }, processorShare, refusalSeconds) {
  const requestSeconds = 1 / perProcessorSecond;
  return (processorShare / perSecond - times * refusalSeconds) / (requestSeconds - refusalSeconds);
}

async function fill(connections) {
  for (let n = 0; n < posts; n++)
    await connections.send(
      request('POST', '/api/1.3/posts', { headline: `Post ${n}`, tags: ['a'], body: '<p>x</p>' }),
    );
}

/** Four reads for a write. */
function requestOf(n) {
  if (n % 5 === 4) return request('POST', '/api/1.3/drafts', { headline: `Draft ${n}`, body: '<p>x</p>' });
  return n % 2 === 0
    ? request('GET', '/api/1.3/posts?limit=10')
    : request('GET', `/api/1.3/posts/${1 + (n % posts)}`);
}

function request(method, path, body) {
  const text = body ? JSON.stringify(body) : '';
  const lines = [`${method} ${path} HTTP/1.1`, 'host: x', `x-rmauth: ${KEY}`];
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

async function closedLoop(connections, clients, lengthSeconds) {
  const accepted = [];
  const end = performance.now() + lengthSeconds * 1000;
  let n = 0;
  const client = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const status = await connections.send(requestOf(n++));
      if (status === 200) accepted.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { accepted, perSecond: accepted.length / lengthSeconds };
}

async function openLoop(connections, perSecond, lengthSeconds) {
  const load = {
    accepted: [],
    refused: [],
    acceptedLater: [],
    refusedLater: [],
    others: new Map(),
    offered: 0,
    mostOpen: 0,
  };
  const turns = monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  const start = performance.now();
  const end = start + lengthSeconds * 1000;
  let open = 0;
  const send = async () => {
    const due = performance.now();
    load.mostOpen = Math.max(load.mostOpen, ++open);
    const status = await connections.send(requestOf(load.offered++));
    open -= 1;
    const list = { 200: load.accepted, 503: load.refused }[status];
    if (!list) load.others.set(status, (load.others.get(status) ?? 0) + 1);
    // Answers after the end are no goodput.
    else if (performance.now() < end || status !== 200) {
      list.push(performance.now() - due);
      if (due - start > BURST_MS) (status === 200 ? load.acceptedLater : load.refusedLater).push(list.at(-1));
    }
  };
  const all = [];
  for (let now = start; now < end; now = performance.now()) {
    const due = ((now - start) / 1000) * perSecond;
    while (load.offered < due) all.push(send());
    await delay(1);
  }
  turns.disable();
  load.turnMs = Object.fromEntries(
    [50, 95, 99].map((share) => [`p${share}`, Number((turns.percentile(share) / 1e6).toFixed(1))]),
  );
  const answered = Promise.all(all);
  await Promise.race([answered, delay(1000)]);
  return load;
}

/** Milliseconds until ten requests in a row take as long as usual. */
async function recovered(connections, limitMs) {
  const start = performance.now();
  let inARow = 0;
  for (let n = 0; inARow < 10; n++) {
    const sent = performance.now();
    const status = await connections.send(requestOf(n));
    inARow = status === 200 && performance.now() - sent <= limitMs ? inARow + 1 : 0;
    if (performance.now() - start > 180_000) break;
  }
  return performance.now() - start;
}

function summary(milliseconds) {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? NaN).toFixed(1));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
