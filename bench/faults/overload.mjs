/**
 * Sends the service several times what it can answer, whether it answers or not (an open loop), and tells
 * what it goes on doing: goodput by that of its peak, how long what is accepted takes, how soon the rest is
 * refused, and how long it takes until its pace is as before. One client alone, the peak and the load take
 * turns: the pace of a machine that others use changes within seconds, and what follows each other has the
 * same. Ratios are medians of the turns.
 *
 * The cores of a virtual machine need not have one pace: with --apart the thread of the service runs on the
 * second one, and the generator on the first. `taskset -acp 0 <pid>` puts the database there, too.
 *
 * What does not depend on the pace of the machine is checked in each run: answers of 200 and 503 alone, each
 * 503 with Retry-After, none missing, and well again within five seconds. The aims for goodput and times are
 * checked with --apart and five turns of 30 s or more, and noted in shorter runs, which tell of the machine.
 *
 *   node bench/faults/overload.mjs [--turns 10] [--seconds 10] [--times 5] [--posts 500] [--apart]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306   also on MySQL or MariaDB
 */
import { execFileSync, spawn } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../report.mjs';
import { Connections } from './connections.mjs';
import { freePort } from '../free-port.mjs';
import { processorTimeOf } from '../processes.mjs';
import { Report } from './report.mjs';
import { createDatabase, KEY, startService } from './served.mjs';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    times: { type: 'string', default: '5' },
    posts: { type: 'string', default: '500' },
    apart: { type: 'boolean', default: false },
  },
});
const [turns, seconds, times, posts] = [values.turns, values.seconds, values.times, values.posts].map(Number);
/** Shorter runs, and those on one core with the generator, depend on the machine more than on the service. */
const areAimsChecked = values.apart && turns >= 5 && seconds >= 30;
const RECOVERY_SECONDS = 5;
/** A turn of 10 s and a statement of 20 s: what takes longer has hung. */
const HUNG_MS = 30_000;
const USUAL_PACE = 2;
/** V8 marks its whole heap every six or seven seconds: a shorter stretch has a collection or has none. */
const USUAL_SECONDS = 8;
/** At first a burst cannot be told from an overload: what is sent later is told apart. */
const BURST_MS = 1000;

if (values.apart) pin(process.pid, 0);
for (const server of [null, process.env.FAULTS_DATABASE_URL]) {
  if (server === undefined) continue;
  const database = await createDatabase(server);
  const service = await startService(database, { DRAIN_SECONDS: '0' });
  if (values.apart) pin(service.pid, 1);
  const connections = new Connections(service.port);
  await fill(connections);
  await closedLoop(connections, 8, 5);
  const clients = await clientsOfPeak(connections);
  const all = [];
  for (let n = 0; n < turns; n++) {
    all.push(await takeTurn(service, connections, clients));
    console.log(JSON.stringify({ database: database.name, turn: n + 1, ...all.at(-1).figures }));
  }
  const refusalSeconds = await refusalCost(median(all.map(({ peak }) => peak.perSecond)) * times);
  const result = outcome(all, refusalSeconds);
  console.log(JSON.stringify({ database: database.name, ...result }, null, 2));
  for (const end = Date.now() + HUNG_MS; connections.waiting > 0 && Date.now() < end;) await delay(100);
  judge(new Report(`${database.name}: ${times} times the peak`), connections, all, result);
  connections.close();
  await service.end();
  await database.drop();
}

/**
 * The thread that runs JavaScript, and threads that it starts later. Those that mark V8's heap beside it stay
 * free: on one core with it they stop it for a tenth of a second, as often as the heap is marked.
 */
function pin(pid, core) {
  execFileSync('taskset', ['--cpu-list', '--pid', String(core), String(pid)]);
}

/** Number of clients, of 8, 16 and 32, with the most answers in a second. */
async function clientsOfPeak(connections) {
  const found = [];
  for (const clients of [8, 16, 32])
    found.push({ clients, perSecond: (await closedLoop(connections, clients, 4)).perSecond });
  return found.sort((a, b) => b.perSecond - a.perSecond)[0].clients;
}

/** Checks the promises, and the aims where this run can tell them. */
function judge(report, { outcomes, waiting }, all, { goodput, p99Ratio, refusedMs, recoverySeconds }) {
  const others = [...outcomes.keys()].filter((status) => status !== 200 && status !== 503);
  const answers = JSON.stringify(Object.fromEntries(outcomes));
  report.check('answers: 200, and 503 with Retry-After', answers, others.length === 0);
  report.check('requests that hang', waiting, waiting === 0);
  const idle = all.filter(({ load }) => load.accepted.length === 0).length;
  report.check('turns in which nothing was answered with 200', idle, idle === 0);
  report.check('well after, at most', `${recoverySeconds} s`, recoverySeconds <= RECOVERY_SECONDS);
  const aim = (name, measured, isReached) =>
    areAimsChecked ? report.check(name, measured, isReached) : report.note(`aim: ${name}`, measured);
  aim('goodput by peak, 0.8 or more', goodput, goodput >= 0.8);
  aim('p99 by one client alone, below 4', p99Ratio, p99Ratio < 4);
  aim('p99 of refusals, 50 ms at most', `${refusedMs.p99} ms`, refusedMs.p99 <= 50);
}

/** One client alone, the clients of the peak, then the load. */
async function takeTurn(service, connections, clients) {
  const unloaded = summary((await closedLoop(connections, 1, USUAL_SECONDS)).accepted);
  const peak = await measured(service, () => closedLoop(connections, clients, USUAL_SECONDS));
  const load = await measured(service, () => openLoop(connections, peak.perSecond * times, seconds));
  const recoveryMs = await recovered(connections, unloaded.p99 * USUAL_PACE);
  return {
    unloaded,
    peak,
    load,
    figures: {
      peakPerSecond: Math.round(peak.perSecond),
      offeredPerSecond: Math.round(load.offered / seconds),
      goodput: round(load.accepted.length / seconds / peak.perSecond, 2),
      p99Ratio: round(summary(load.accepted).p99 / unloaded.p99, 1),
      p99RatioLater: round(summary(load.acceptedLater).p99 / unloaded.p99, 1),
      // How long the generator's own loop takes for a turn: it is in every time that is measured here.
      generatorP99Ms: load.turnMs.p99,
      mostOpen: load.mostOpen,
      recoverySeconds: round(recoveryMs / 1000, 1),
    },
  };
}

/** Medians of the ratios of all turns, and times of all requests together. */
function outcome(all, refusalSeconds) {
  const medianOf = (figure) => round(median(all.map(figure)), 2);
  const together = (list) => summary(all.flatMap(list));
  const share = (stretch) => medianOf((one) => one[stretch].processorShare);
  return {
    turns,
    goodput: medianOf(({ figures }) => figures.goodput),
    // Goodput of one second of its processor time: client and database work beside it.
    goodputByProcessorTime: medianOf(({ load, peak }) => load.perProcessorSecond / peak.perProcessorSecond),
    // With nothing but the refusals of a bare HTTP server of Node beside the requests that are answered.
    goodputCeiling: medianOf(({ load, peak }) => ceiling(peak, load.processorShare, refusalSeconds)),
    bareRefusalMicroseconds: Math.round(refusalSeconds * 1e6),
    processorShare: { peak: share('peak'), load: share('load') },
    p99Ratio: medianOf(({ figures }) => figures.p99Ratio),
    p99RatioLater: medianOf(({ figures }) => figures.p99RatioLater),
    unloadedMs: { p99: medianOf(({ unloaded }) => unloaded.p99) },
    acceptedMs: together(({ load }) => load.accepted),
    acceptedLaterMs: together(({ load }) => load.acceptedLater),
    refused: all.reduce((sum, { load }) => sum + load.refused.length, 0),
    refusedMs: together(({ load }) => load.refused),
    refusedLaterMs: together(({ load }) => load.refusedLater),
    recoverySeconds: Math.max(...all.map(({ figures }) => figures.recoverySeconds)),
  };
}

/** Outcome of the work, with the processor time that the service takes meanwhile. */
async function measured(service, work) {
  const [start, processorTime] = [performance.now(), service.processorTime()];
  const found = await work();
  const used = service.processorTime() - processorTime;
  return {
    ...found,
    perProcessorSecond: (found.accepted.length / used) * 1000,
    processorShare: used / (performance.now() - start),
  };
}

/** @returns seconds of processor time that a bare server of Node takes for a refusal at this rate */
async function refusalCost(perSecond) {
  const port = await freePort();
  const server = spawn(process.execPath, [new URL('refusing-server.mjs', import.meta.url).pathname, port]);
  if (values.apart) pin(server.pid, 1);
  await delay(1000);
  const connections = new Connections(port);
  await openLoop(connections, perSecond, 3);
  const before = processorTimeOf(server.pid);
  const { refused } = await openLoop(connections, perSecond, 5);
  const cost = (processorTimeOf(server.pid) - before) / 1000 / refused.length;
  connections.close();
  server.kill();
  return cost;
}

/**
 * The goodput at which the processor time of what is answered and what is refused adds up to what there is.
 */
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
    offered: 0,
    mostOpen: 0,
  };
  const loopDelay = monitorEventLoopDelay({ resolution: 1 });
  loopDelay.enable();
  const start = performance.now();
  const end = start + lengthSeconds * 1000;
  let open = 0;
  const send = async () => {
    const due = performance.now();
    load.mostOpen = Math.max(load.mostOpen, ++open);
    const status = await connections.send(requestOf(load.offered++));
    open -= 1;
    const list = { 200: load.accepted, 503: load.refused }[status];
    // Answers after the end are no goodput.
    if (list && (performance.now() < end || status !== 200)) {
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
  loopDelay.disable();
  load.turnMs = Object.fromEntries(
    [50, 95, 99].map((share) => [`p${share}`, round(loopDelay.percentile(share) / 1e6, 1)]),
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
  const at = (share) => round(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN, 1);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}
