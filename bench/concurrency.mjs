import { setTimeout as delay } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import { ratioOf, readComparison, report, run } from './comparison.mjs';
import { BenchDatabase } from './database.mjs';
import { measure } from './load.mjs';
import { createKey, startService } from './processes.mjs';
import { holdToShare } from './processor-share.mjs';
import { median } from './report.mjs';

const HELP = `Measures a service of two processes (WEB_CONCURRENCY=2) beside one of a single process.

  node bench/concurrency.mjs [options]

  --rounds <n>       measurements of each side (5)
  --seconds <n>      length of each measurement (4)

  BENCH_DATABASE_URL  a MySQL or MariaDB database with "bench" in its name
                      (mysql://root@127.0.0.1:3306/content_bench_graphql); it is made when it is missing
  BENCH_SHARE         holds each process to such a part of a core, 0.25 for a quarter (as root, control groups 1)

Load and database take their share of the cores. Where there are not more cores than processes, answers a second say how
much of the machine the service got, unless each process is held to a part of a core. The processor time of an answer, all
processes together, can be compared in any case.`;

const POSTS = 2000;
const START_ATTEMPTS = 600;
/** As many requests meet in each of two processes as share statements at most. */
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 2;
const SHARE = Number(process.env.BENCH_SHARE ?? 0);

const graphql = (query) => ({ method: 'POST', path: '/core/graphql', body: JSON.stringify({ query }) });
const get = (path) => () => ({ method: 'GET', path });
const TREES = '{posts(slice:{limit:100}){id content{rootRef tree{ref}}}}';

const options = readComparison(HELP, 'content_bench_graphql');
await run(() => main(options));

async function main(options) {
  const database = await BenchDatabase.open(options.databaseUrl);
  await database.prepare(options, POSTS);
  const key = await createKey(options);
  const servers = {};
  try {
    servers.one = await startService(options, { key });
    servers.two = await startService(options, { key, more: { WEB_CONCURRENCY: '2' } });
    await untilBothTakeRequests(servers.two);
    if (SHARE > 0) holdProcesses(servers);
    const cases = {
      'one post': get(`/api/1.3/posts/${(await firstPost(servers.one)).id}`),
      'list of ten': get('/api/1.3/posts?limit=10'),
      'trees of 100 posts (GraphQL)': () => graphql(TREES),
      'introspection (GraphQL, without the database)': () => graphql(getIntrospectionQuery()),
      'a draft is created': () => ({
        method: 'POST',
        path: '/api/1.3/drafts',
        body: JSON.stringify({ headline: 'Bench', body: '<p>A draft.</p>', tags: ['bench'] }),
      }),
    };
    const rows = [];
    for (const [what, request] of Object.entries(cases)) {
      const { one, two } = await measureBoth(servers, request, options);
      const side = (name, figures, figure = '') => ({
        what: `${what}, ${name}: ${median(figures.map(({ processorMs }) => processorMs)).toFixed(2)} ms`,
        perSecond: median(figures.map(({ perSecond }) => perSecond)),
        figure,
      });
      const of = (field) => ratioOf(...[two, one].map((figures) => figures.map((each) => each[field])));
      const figure = `${of('perSecond').toFixed(2)} of one, processor time ${of('processorMs').toFixed(2)}`;
      rows.push(side('one process', one), side('two', two, figure));
    }
    return await report(rows, database, { ...options, connections: CONNECTIONS });
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await database.close();
  }
}

/** The load, the primary and the database have what they need. */
function holdProcesses({ one, two }) {
  const [single] = one.processes();
  const [primary, ...workers] = two.processes();
  for (const pid of [process.pid, primary]) holdToShare(pid);
  for (const pid of [single, ...workers]) holdToShare(pid, SHARE);
}

/** In turn, in changing order, so that what else the machine does hits both. */
async function measureBoth(servers, request, { rounds, seconds }) {
  const figures = { one: [], two: [] };
  const take = (name, length) =>
    measure(servers[name], { connections: CONNECTIONS, request }, {}, { seconds: length, seed: 0 });
  for (const name of ['one', 'two']) await take(name, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? ['one', 'two'] : ['two', 'one'])
      figures[name].push(await take(name, seconds));
  return figures;
}

/** Each process tells the metrics of all that take part. */
async function untilBothTakeRequests({ origin }) {
  for (let tries = 0; tries < START_ATTEMPTS; tries++) {
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    if (metrics.includes('worker="2"')) return;
    await delay(100);
  }
  throw new Error('The second process did not start.');
}

async function firstPost({ origin, headers }) {
  const answer = await fetch(`${origin}/api/1.3/posts?limit=1`, { headers });
  return (await answer.json())[0];
}
