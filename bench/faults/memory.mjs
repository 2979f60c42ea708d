/**
 * Memory of the service while its database is away: thousands of reads are refused.
 *
 *   node bench/faults/memory.mjs
 */
import { ask, slowest, tally } from './ledger.mjs';
import { MariadbServer } from './mariadb.mjs';
import { SlowProxy } from './proxy.mjs';
import { Report } from './report.mjs';
import { createDatabase, startService } from './served.mjs';

const READS = 2_000;
const CLIENTS = 50;
const LIMIT_MB = 300;

const server = await MariadbServer.start();
const proxy = await SlowProxy.start(server.port);
const database = await createDatabase(server.url);
const { pathname } = new URL(database.url);
const service = await startService({ ...database, url: `mysql://root@127.0.0.1:${proxy.port}${pathname}` });
const report = new Report(`MariaDB away, ${READS} reads by ${CLIENTS} clients`);
report.note('memory before', `${service.memory()} MB`);
proxy.refuse();
const outcomes = [];
let left = READS;
await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (left-- > 0) outcomes.push(await ask(service.url, 'GET', '/api/1.3/posts?limit=100'));
  }),
);
const refused = outcomes.filter(({ status }) => status === 503);
report.check('refused with 503', JSON.stringify(tally(outcomes)), refused.length === outcomes.length);
report.note('slowest refusal', `${slowest(outcomes)} ms`);
const memory = service.memory();
report.check('most memory that the process had', `${memory} MB (below ${LIMIT_MB})`, memory < LIMIT_MB);
await service.end();
proxy.close();
await server.stop();
process.exit();
