/**
 * Readers and writers at a part of the peak for a long time: memory, descriptors and connections of the
 * database have to stay as they are.
 *
 *   node bench/faults/soak.mjs [--minutes 20] [--share 0.6]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306   on MySQL or MariaDB instead of SQLite
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import { median } from '../report.mjs';
import { ask } from './ledger.mjs';
import { Report } from './report.mjs';
import { createDatabase, startService } from './served.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, share: { type: 'string', default: '0.6' } },
});
const [minutes, share] = [Number(values.minutes), Number(values.share)];
const SAMPLE_MS = 5_000;
const SLOPE_MB = 1;
const POSTS = 1_000;

const database = await createDatabase(process.env.FAULTS_DATABASE_URL || undefined);
const service = await startService(database);
const report = new Report(`${database.name}: ${minutes} minutes at ${share * 100} % of the peak`);
for (let n = 0; n < POSTS; n++)
  await ask(service.url, 'POST', '/api/1.3/posts', { headline: `Post ${n}`, tags: ['a'], body: '<p>x</p>' });

const peak = await closedLoop(16, 10_000);
report.note('peak', `${Math.round(peak)} requests a second`);
const outcomes = {};
const samples = [];
const rate = peak * share;
const [began, end] = [Date.now(), Date.now() + minutes * 60_000];
let sent = 0;
const open = new Set();
for (let next = began + SAMPLE_MS; Date.now() < end; await delay(10)) {
  for (const due = ((Date.now() - began) / 1000) * rate; sent < due; sent++) {
    const request = send(sent).then(({ status }) => {
      outcomes[status] = (outcomes[status] ?? 0) + 1;
      open.delete(request);
    });
    open.add(request);
  }
  if (Date.now() < next) continue;
  samples.push(await sample());
  next += SAMPLE_MS;
}
await Promise.all(open);

// The first third warms caches and compiled code up.
const settled = samples.slice(Math.floor(samples.length / 3));
report.check('answers', JSON.stringify(outcomes), Object.keys(outcomes).join() === '200');
const slope = slopeOf(settled.map(({ at, memory }) => [(at - began) / 60_000, memory]));
report.check('memory', `${slope.toFixed(2)} MB a minute (at most ${SLOPE_MB})`, slope <= SLOPE_MB);
report.note('memory at the end', `${settled.at(-1).memory} MB`);
// Resident memory grows by a step when other processes keep the collector
// waiting; a leak is in what it cannot free.
const floors = Map.groupBy(settled, ({ at }) => Math.floor((at - began) / 60_000));
const floor = [...floors].map(([minute, some]) => [minute, Math.min(...some.map(({ heap }) => heap))]);
const floorSlope = slopeOf(floor);
report.check('heap after collections', `${floorSlope.toFixed(2)} MB a minute`, floorSlope <= SLOPE_MB);
report.note('at the end', `${Math.round(floor.at(-1)[1])} MB`);
for (const what of ['descriptors', 'connections']) {
  const numbers = settled.map((one) => one[what]);
  const [first, last] = [median(numbers.slice(0, 10)), median(numbers.slice(-10))];
  report.check(what, `${first}, then ${last}`, last - first <= 3);
}
await service.end();
await database.drop();
process.exit();

/** Four reads for a write; a page among them. */
function send(n) {
  const id = 1 + (n % POSTS);
  const requests = [
    () => ask(service.url, 'GET', '/api/1.3/posts?limit=10'),
    () => ask(service.url, 'GET', `/api/1.3/posts/${id}`),
    () => ask(service.url, 'PUT', `/api/1.3/posts/${id}`, { body: `<p>${n}</p>` }),
    () => ask(service.url, 'GET', `/core/graphql?query={posts(slice:{limit:5}){id,title}}`),
    () => ask(service.url, 'GET', `/post-${id - 1}`),
  ];
  return requests[n % requests.length]();
}

async function closedLoop(clients, ms) {
  const until = Date.now() + ms;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) await send(done++);
    }),
  );
  return done / (ms / 1000);
}

async function sample() {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return {
    at: Date.now(),
    memory: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024),
    heap: await heapMegabytes(),
    // Without those of the clients, which open as many connections as they need.
    descriptors: readdirSync(`/proc/${service.pid}/fd`).length - clientConnections(service.port),
    connections: await connections(),
  };
}

/**
 * Used heap and what it holds outside of itself; the least of a minute is what is left after a collection.
 */
async function heapMegabytes() {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const bytes = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'].map((name) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)[1]),
  );
  return (bytes[0] + bytes[1]) / 2 ** 20;
}

/** Established TCP connections to a port of this machine (proc(5), /proc/net/tcp), seen from its own side. */
function clientConnections(port) {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1),
  );
  return sockets.filter((line) => {
    const [, address, , state] = line.trim().split(/\s+/);
    return address?.endsWith(local) && state === '01';
  }).length;
}

async function connections() {
  if (database.name === 'SQLite') return 0;
  const connection = await mysql.createConnection(database.url);
  const [[row]] = await connection.query(
    'SELECT COUNT(*) AS found FROM information_schema.processlist WHERE db = DATABASE()',
  );
  await connection.end();
  return row.found - 1;
}

/** Slope of the line through the points that is nearest to them. */
function slopeOf(points) {
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
}
