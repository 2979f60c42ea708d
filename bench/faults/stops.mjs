/**
 * Stops the service under load, again and again: clients on kept connections have to be answered with 200 or
 * 503, or to find the port closed, and the service has to end with 0.
 *
 *   node bench/faults/stops.mjs [--stops 20] [--clients 24] [--drain 1]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306   also on MySQL or MariaDB
 */
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Report } from './report.mjs';
import { createDatabase, KEY, startService } from './served.mjs';

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '20' },
    clients: { type: 'string', default: '24' },
    drain: { type: 'string', default: '1' },
  },
});
const PATHS = ['/api/1.3/posts?limit=5', '/', '/core/graphql?query={__typename}', '/docs'];
/** A client that is refused, or finds the port closed, sends again to another instance. */
const ACCEPTED = [200, 503, 'ECONNREFUSED'];

for (const server of [null, process.env.FAULTS_DATABASE_URL]) {
  if (server === undefined) continue;
  const database = await createDatabase(server);
  const outcomes = new Map();
  const codes = new Set();
  for (let stop = 0; stop < Number(values.stops); stop++) {
    const service = await startService(database, { DRAIN_SECONDS: values.drain });
    const load = Promise.all(
      Array.from({ length: Number(values.clients) }, () => keepAsking(service.url, outcomes)),
    );
    await delay(500 + 37 * stop);
    codes.add(await service.end());
    await load;
  }
  await database.drop();
  const report = new Report(`${database.name}: ${values.stops} stops under load`);
  const answers = JSON.stringify(Object.fromEntries(outcomes));
  report.check(
    'answers',
    answers,
    [...outcomes.keys()].every((outcome) => ACCEPTED.includes(outcome)),
  );
  report.check(
    'exit codes',
    [...codes].join(),
    [...codes].every((code) => code === 0),
  );
}

/** One client; it goes on until a request finds the port closed, or fails. */
async function keepAsking(url, outcomes) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0, outcome = 200; typeof outcome === 'number'; n++) {
    outcome = await ask(url + PATHS[n % PATHS.length], agent);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  agent.destroy();
}

/** @returns the status, or the code of the failure */
function ask(url, agent) {
  return new Promise((resolve) => {
    const failed = ({ code }) => resolve(code ?? 'unknown');
    get(url, { agent, headers: { 'x-rmauth': KEY } }, (answer) =>
      answer
        .resume()
        .on('error', failed)
        .on('end', () => resolve(answer.statusCode)),
    ).on('error', failed);
  });
}
