/**
 * A Galera cluster of three nodes, an instance on each: three first starts at once, then a node that is
 * killed, one that is frozen and one that is cut off from its cluster, under clients that write and read.
 *
 *   node bench/faults/galera.mjs [killed] [frozen] [isolated]
 */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, Ledger, tally } from './ledger.mjs';
import { freePort } from '../free-port.mjs';
import { MariadbServer } from './mariadb.mjs';
import { Report } from './report.mjs';
import { createDatabase, startService } from './served.mjs';

const FAULTS = { killed, frozen, isolated };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(FAULTS);
const unknown = wanted.find((name) => !Object.hasOwn(FAULTS, name));
if (unknown !== undefined) {
  console.error(`There is no fault "${unknown}": ${Object.keys(FAULTS).join(', ')}.`);
  process.exit(2);
}
const ISOLATED_MS = 5_000;
const LIBRARY = '/usr/lib/galera/libgalera_smm.so';
if (!existsSync(LIBRARY)) {
  console.error(`There is no ${LIBRARY}: install the package galera-4.`);
  process.exit(1);
}

const ports = [await freePort(), await freePort(), await freePort()];
const addresses = ports.map((port) => `127.0.0.1:${port}`);
const nodes = [];
for (const [n, port] of ports.entries()) {
  nodes.push(
    await MariadbServer.start({
      args: [
        '--wsrep-on=ON',
        `--wsrep-provider=${LIBRARY}`,
        '--wsrep-cluster-name=faults',
        `--wsrep-node-name=node${n}`,
        '--wsrep-node-address=127.0.0.1',
        '--wsrep-sst-method=rsync',
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${port};ist.recv_addr=127.0.0.1:${await freePort()};evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT3S;evs.inactive_timeout=PT6S`,
        `--wsrep-sst-receive-address=127.0.0.1:${await freePort()}`,
        `--wsrep-cluster-address=gcomm://${n === 0 ? '' : addresses.join(',')}`,
      ],
    }),
  );
}
await untilSize(3);

const report = new Report('Galera, three nodes, an instance on each');
const database = await createDatabase(nodes[0].url);
const { pathname } = new URL(database.url);
const on = (node) => ({ ...database, url: node.url + pathname });
const starts = await Promise.allSettled(nodes.map((node) => startService(on(node))));
const failed = starts.filter(({ status }) => status === 'rejected');
report.check('first starts at once that ended well', 3 - failed.length, failed.length === 0);
if (failed.length > 0) {
  console.error(failed[0].reason);
  process.exit(1);
}
const services = starts.map(({ value }) => value);
const ledger = new Ledger(
  services.map(({ url }) => url),
  { writers: 6, readers: 3 },
);
await delay(5_000);
for (const name of wanted) {
  await FAULTS[name]();
  await untilSize(3);
  await delay(3_000);
}
const well = await untilWell();
await ledger.end();
await delay(1_000);
const rows = await nodes[0].administer(`SELECT id, headline FROM ${pathname.slice(1)}.articles`);
const { answered, lost, twice } = ledger.verdict(rows);
const others = ledger.outcomes.filter(({ status }) => status !== 200 && status !== 503);
report.check('answers', JSON.stringify(tally(ledger.outcomes)), others.length === 0);
for (const other of others.slice(0, 5)) console.log(`      ${JSON.stringify(other)}`);
report.check('answered with 200 and lost', `${lost} of ${answered}`, lost === 0);
report.check('stored twice', twice, twice === 0);
report.check('all instances well afterwards', well, well);
for (const node of nodes) {
  const [{ rows: count }] = await node.administer(
    `SELECT COUNT(*) AS \`rows\` FROM ${pathname.slice(1)}.articles`,
  );
  report.check('articles on a node', count, count === rows.length);
}
for (const service of services) await service.end();
for (const node of nodes.toReversed()) await node.stop();
process.exit();

async function killed() {
  await nodes[2].kill();
  await delay(6_000);
  await nodes[2].run([`--wsrep-cluster-address=gcomm://${addresses.join(',')}`]);
}

/** Its packets to the others go nowhere, and it answers nobody. */
async function frozen() {
  nodes[1].freeze();
  await delay(8_000);
  nodes[1].thaw();
}

/** The packets of a node to the others go nowhere: it answers, and refuses work until it is let back. */
async function isolated() {
  const [cutOff, ...others] = [nodes[1], nodes[0], nodes[2]];
  await cutOff.administer("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'");
  await untilSize(1, 'OFF', [cutOff]);
  await untilSize(2, 'ON', others);
  const asked = { cutOff: [], others: [], ready: [] };
  for (const end = Date.now() + ISOLATED_MS; Date.now() < end; await delay(100)) {
    const all = services.map(async ({ url }, n) => {
      const answers = [
        ask(url, 'GET', '/api/1.3/posts?limit=5'),
        ask(url, 'POST', '/api/1.3/drafts', { headline: 'Isolated' }),
      ];
      const ready = await ask(url, 'GET', '/health/ready');
      (n === 1 ? asked.ready : asked.others).push(ready);
      (n === 1 ? asked.cutOff : asked.others).push(...(await Promise.all(answers)));
    });
    await Promise.all(all);
  }
  await cutOff.administer("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'");
  const isRefusal = ({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0;
  const check = (name, list, isRight) => report.check(name, JSON.stringify(tally(list)), list.every(isRight));
  check('cut off: answers, all with Retry-After', asked.cutOff, isRefusal);
  check('cut off: readiness', asked.ready, isRefusal);
  check('the other two', asked.others, ({ status }) => status === 200);
}

async function untilSize(size, ready = 'ON', among = nodes) {
  for (let attempt = 0; attempt < 120; attempt++, await delay(500)) {
    const states = await Promise.all(
      among.map((node) =>
        node.administer("SHOW STATUS WHERE Variable_name IN ('wsrep_cluster_size', 'wsrep_ready')").then(
          (found) => found.map(({ Value }) => Value).join() === `${size},${ready}`,
          () => false,
        ),
      ),
    );
    if (states.every(Boolean)) return;
  }
  throw new Error(`The cluster has not come to ${size} nodes.`);
}

async function untilWell() {
  for (let attempt = 0; attempt < 50; attempt++, await delay(200)) {
    const ready = await Promise.all(services.map(({ url }) => ask(url, 'GET', '/health/ready')));
    if (ready.every(({ status }) => status === 200)) return true;
  }
  return false;
}
