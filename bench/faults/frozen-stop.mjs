/**
 * SIGTERM while MariaDB is frozen and requests wait for it: the service has to end with 0.
 *
 *   node bench/faults/frozen-stop.mjs
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ask, tally } from './ledger.mjs';
import { MariadbServer } from './mariadb.mjs';
import { Report } from './report.mjs';
import { createDatabase, startService } from './served.mjs';

const LIMIT_MS = 10_000;

const server = await MariadbServer.start();
const service = await startService(await createDatabase(server.url), { DRAIN_SECONDS: '0' });
server.freeze();
const waiting = Array.from({ length: 30 }, (_, n) =>
  n % 2 === 0
    ? ask(service.url, 'GET', '/api/1.3/posts?limit=5')
    : ask(service.url, 'POST', '/api/1.3/posts', { headline: `Frozen ${n}` }),
);
await delay(500);
const began = Date.now();
const code = await service.end();
const report = new Report('SIGTERM while MariaDB is frozen and 30 requests wait');
report.check('exit code', code, code === 0);
report.check('until the end', `${Date.now() - began} ms`, Date.now() - began <= LIMIT_MS + 500);
report.note('answers', JSON.stringify(tally(await Promise.all(waiting))));
await server.stop();
process.exit();
