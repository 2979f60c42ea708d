/**
 * A MariaDB that is killed, frozen, read-only, out of reach or slow, under a
 * service whose clients write and read without a pause.
 *
 *   node bench/faults/server.mjs [--short]
 */
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { ask, Ledger, slowest, tally } from './ledger.mjs';
import { MariadbServer } from './mariadb.mjs';
import { SlowProxy } from './proxy.mjs';
import { Report } from './report.mjs';
import { createDatabase, startService } from './served.mjs';

const isShort = process.argv.includes('--short');
const REFUSAL_MS = 2_000;
const WELL_MS = 5_000;
/** Readiness gives up after 1 s; the rest is for a machine that the faults and the load keep busy. */
const READINESS_MS = 1_500;
/** Requests that came later than that found the circuit open. */
const FIRST_MS = 3_000;

const server = await MariadbServer.start();
const proxy = await SlowProxy.start(server.port);
const database = await createDatabase(server.url);
const name = new URL(database.url).pathname.slice(1);
await server.administer(
  `CREATE USER 'service'@'%' IDENTIFIED BY 'first'`,
  `GRANT ALL ON ${name}.* TO 'service'@'%'`,
);
const service = await startService({
  ...database,
  url: `mysql://service:first@127.0.0.1:${proxy.port}/${name}`,
});
const ledger = new Ledger([service.url]);
await delay(2_000);

const report = new Report('MariaDB with faults, 8 writers and 8 readers');
const times = (full, short) => (isShort ? short : full);

await fault('killed (SIGKILL), up again after 1.5 s', times(5, 1), async () => {
  await server.kill();
  await delay(1_500);
  await server.run();
});
await fault(`frozen (SIGSTOP) for ${times(20, 6)} s`, times(2, 1), async () => {
  server.freeze();
  await delay(times(20_000, 6_000));
  server.thaw();
});
await fault('read-only for 5 s', 1, async () => {
  await server.administer('SET GLOBAL read_only = 1');
  await delay(5_000);
  await server.administer('SET GLOBAL read_only = 0');
});
await fault('password changed for 5 s, connections cut', 1, async () => {
  await server.administer(`ALTER USER 'service'@'%' IDENTIFIED BY 'second'`);
  proxy.cut();
  await delay(5_000);
  await server.administer(`ALTER USER 'service'@'%' IDENTIFIED BY 'first'`);
});
await fault('all connections killed', times(12, 3), killConnections, { isShort: true });
await fault('answers delayed by 5 s and cut at random for 15 s', 1, async () => {
  proxy.disturb({ delayMs: 5_000, cutEveryMs: 700 });
  await delay(times(15_000, 8_000));
  proxy.calm();
});
await fault('out of reach for 5 s', 1, async () => {
  proxy.refuse();
  await delay(5_000);
  await proxy.accept();
});

await ledger.end();
const rows = await server.administer(`SELECT id, headline FROM ${name}.articles`);
const { answered, lost, twice } = ledger.verdict(rows);
report.check('answered with 200 and lost', `${lost} of ${answered}`, lost === 0);
report.check('stored twice', twice, twice === 0);
const { readiness } = ledger;
// Also of those that a fault outlived.
report.check(
  'readiness, at all times',
  `${JSON.stringify(tally(readiness))} within ${slowest(readiness)} ms`,
  readiness.every(({ status, ms }) => (status === 200 || status === 503) && ms <= READINESS_MS),
);
report.note('memory of the service', `${service.memory()} MB`);
await service.end();
proxy.close();
await server.stop();
process.exit();

async function fault(title, rounds, happen, { isShort: isMoment = false } = {}) {
  for (let round = 1; round <= rounds; round++) {
    const began = Date.now();
    await happen();
    const wellMs = await untilWell();
    const outcomes = ledger.since(began);
    const refused = outcomes.filter(({ status }) => status === 503);
    const late = refused.filter((outcome) => outcome.began > began + FIRST_MS);
    const others = outcomes.filter(({ status }) => status !== 200 && status !== 503);
    const probes = ledger.readiness.filter((probe) => probe.began >= began);
    const wasNotReady = probes.some(({ status }) => status === 503);
    report.check(
      rounds > 1 ? `${title}, ${round}` : title,
      [
        `${JSON.stringify(tally(outcomes))}; refused within ${slowest(late)} ms (first ones ${slowest(refused)} ms)`,
        `not ready: ${wasNotReady}, told within ${slowest(probes)} ms; well after ${wellMs} ms`,
      ].join('; '),
      others.length === 0 &&
        refused.every(({ retryAfter }) => Number(retryAfter) > 0) &&
        slowest(refused) <= REFUSAL_MS &&
        (wasNotReady || isMoment) &&
        slowest(probes) <= READINESS_MS &&
        wellMs <= WELL_MS,
    );
    for (const other of others.slice(0, 3)) console.log(`      ${JSON.stringify(other)}`);
    await delay(1_000);
  }
}

/** @returns milliseconds until readiness, a write and a read are well */
async function untilWell() {
  const began = Date.now();
  for (;;) {
    const [ready, read, write] = await Promise.all([
      ask(service.url, 'GET', '/health/ready'),
      ask(service.url, 'GET', '/api/1.3/posts?limit=1'),
      ask(service.url, 'POST', '/api/1.3/drafts', { headline: 'Well' }),
    ]);
    if ([ready, read, write].every(({ status }) => status === 200)) return Date.now() - began;
    if (Date.now() - began > 60_000) return Infinity;
    await delay(100);
  }
}

async function killConnections() {
  const connection = await mysql.createConnection(server.url);
  const [list] = await connection.query(
    "SELECT id FROM information_schema.processlist WHERE user = 'service'",
  );
  for (const { id } of list) await connection.query(`KILL CONNECTION ${id}`).catch(() => undefined);
  await connection.end();
  await delay(500);
}
