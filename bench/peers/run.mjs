import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES } from '../cases.mjs';
import { run } from '../comparison.mjs';
import { BenchDatabase } from '../database.mjs';
import { measure } from '../load.mjs';
import { createKey, startService } from '../processes.mjs';
import { median } from '../report.mjs';
import { ask, bootstrapDirectus, installDirectus, startDirectus } from './directus.mjs';
import { DirectusDatabase } from './directus-database.mjs';
import { model, track } from './directus-model.mjs';

const WARM_UP_SECONDS = 5;
const SERVICE_DATABASE = 'content_bench_peers';
const DIRECTUS_DATABASE = 'content_peer_directus';

const HELP = `Measures creating and updating an article in the service beside Directus, on one database server.

  npm run bench:peers -- --database-url mysql://root@127.0.0.1:3306 [options]

  --database-url <url>  the MySQL or MariaDB server; ${SERVICE_DATABASE} and ${DIRECTUS_DATABASE} are made on it
  --rounds <n>          measurements of each case and side (3)
  --seconds <n>         length of each measurement (10)
  --folder <folder>     where Directus is, or is to be installed (a folder for temporary files)
  --directus <version>  of the package "directus" (12.4.0)
  --fresh               drop both databases and fill them anew
  --dist <folder>       the compiled service to measure (dist)`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string', default: 'mysql://root@127.0.0.1:3306' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      folder: { type: 'string', default: join(tmpdir(), 'content-peer-directus') },
      // Later ones ask for packages that are not published everywhere.
      directus: { type: 'string', default: '12.4.0' },
      fresh: { type: 'boolean', default: false },
      dist: { type: 'string', default: new URL('../../dist', import.meta.url).pathname },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const databaseUrl = new URL(values['database-url']);
  databaseUrl.pathname = `/${SERVICE_DATABASE}`;
  return {
    databaseUrl,
    directusDatabase: DIRECTUS_DATABASE,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    folder: resolve(values.folder),
    version: values.directus,
    isFresh: values.fresh,
    dist: resolve(values.dist),
  };
}

const caseOf = (name) => CASES.find((one) => one.name === name);

/** The article that the service gets, as Directus wants it: ids for tags, one section, one author. */
function createRequest(source) {
  const article = JSON.parse(caseOf('create-16').request(source).body);
  const { authorIds, random } = source;
  const body = {
    headline: article.headline,
    body: article.body,
    slug: article.provider_post_id,
    tags: article.tags.map((tag) => ({ tags_id: Number(tag.slice('tag-'.length)) + 1 })),
    section: article.sections[0],
    author: authorIds[Math.floor(random() * authorIds.length)],
  };
  return { method: 'POST', path: '/items/articles', body: JSON.stringify(body) };
}

/** The text that the service gets. */
function updateRequest(source) {
  const { path, body } = caseOf('update-16').request(source);
  return { method: 'PATCH', path: `/items/articles/${path.split('/').at(-1)}`, body };
}

const PAIRS = [
  { service: caseOf('create-16'), directus: { connections: 16, request: createRequest } },
  { service: caseOf('update-16'), directus: { connections: 16, request: updateRequest } },
];

run(async () => {
  const options = readOptions();
  const own = await BenchDatabase.open(options.databaseUrl);
  const peer = await DirectusDatabase.open(options.databaseUrl, DIRECTUS_DATABASE);
  const servers = [];
  try {
    await prepare(options, { own, peer, servers });
    await measureAll(options, { own, peer, servers }).finally(() =>
      Promise.all([own.removeCreated(), peer.removeCreated()]),
    );
    return 0;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all([own.close(), peer.close()]);
  }
});

/** Both databases with their data, and Directus running on its own. */
async function prepare(options, { own, peer, servers }) {
  await own.prepare(options);
  await installDirectus(options);
  await peer.prepare(options);
  await bootstrapDirectus(options);
  const directus = await startDirectus(options);
  servers.push(directus);
  await model(directus);
  await peer.seed(createRequest);
  await peer.removeCreated();
}

async function measureAll(options, { own, peer, servers }) {
  const [directus] = servers;
  const service = await startService(options, { key: await createKey(options) });
  servers.push(service);
  const written = await rowsWritten(directus, peer);
  const sides = await sidesOf({ service, directus, own, peer });
  const clock = await own.clock();
  const rows = [];
  for (const pair of PAIRS) rows.push(...(await measurePair(pair, sides, { ...options, clock })));
  await track(directus, 'all');
  console.log([markdown(rows), '', ...written, ''].join('\n'));
  const memory = `service ${service.memory().peak} MB, Directus ${directus.memory().peak} MB`;
  console.log(`Resident memory at its peak: ${memory}.`);
  console.log(`Medians of ${options.rounds} rounds of ${options.seconds} seconds, 16 connections.`);
  const machine = `${await own.version()}, ${availableParallelism()} cores`;
  console.log(`Directus ${options.version}, Node ${process.versions.node}, ${machine}.`);
}

/** The service, Directus as it comes, and Directus without its history of changes. */
async function sidesOf({ service, directus, own, peer }) {
  const dataSet = await peer.dataSet();
  const sideOf = (accountability) => ({
    title: `accountability ${accountability}`,
    side: 'directus',
    server: directus,
    dataSet,
    prepare: () => track(directus, accountability),
  });
  return [
    { side: 'service', server: service, dataSet: await own.dataSet(), prepare: () => Promise.resolve() },
    sideOf('all'),
    sideOf(null),
  ];
}

/** All sides in turn, in alternating order, so that what else the machine does hits all. */
async function measurePair(pair, sides, { rounds, seconds, clock }) {
  const figures = new Map(sides.map((one) => [one, []]));
  const take = async ({ side, server, dataSet, prepare }, length, seed) => {
    await prepare();
    return measure(server, pair[side], dataSet, { seconds: length, seed, databaseTime: clock });
  };
  for (const one of sides) await take(one, WARM_UP_SECONDS, 0);
  for (let round = 1; round <= rounds; round++) {
    console.error(`${pair.service.title}: round ${round} of ${rounds}`);
    for (const one of round % 2 === 1 ? sides : sides.toReversed())
      figures.get(one).push(await take(one, seconds, round));
  }
  const [here, ...others] = sides.map((one) => ({ ...one, figures: summarise(figures.get(one)) }));
  return others.map(({ title, figures: there }) => ({
    title: `${pair.service.title}; ${title}`,
    here: here.figures,
    there,
  }));
}

function summarise(measurements) {
  const medianOf = (figure) => median(measurements.map((measurement) => measurement[figure]));
  return {
    perSecond: medianOf('perSecond'),
    processorMs: medianOf('processorMs'),
    databaseMs: medianOf('databaseMs'),
  };
}

/** Rows that Directus writes for one request of each case, with its history of changes and without. */
async function rowsWritten(directus, peer) {
  const lines = [];
  const source = { ...(await peer.dataSet()), random: Math.random };
  for (const accountability of ['all', null]) {
    await track(directus, accountability);
    for (const { service, directus: one } of PAIRS) {
      const before = await peer.rows();
      const { method, path, body } = one.request(source);
      await ask(directus, method, path, JSON.parse(body));
      const after = await peer.rows();
      const more = Object.keys(after).map((table) => `${table} ${after[table] - before[table]}`);
      lines.push(
        `- Rows that Directus adds by one ${service.name.split('-')[0]}, accountability ${accountability}: ${more.join(', ')}`,
      );
    }
  }
  return lines;
}

function markdown(rows) {
  const head = ['case', 'answers/s here', 'answers/s Directus', 'ratio'];
  head.push('CPU ms here', 'CPU ms Directus', 'database ms here', 'database ms Directus');
  const lines = rows.map(({ title, here, there }) => [
    title,
    here.perSecond.toFixed(0),
    there.perSecond.toFixed(0),
    `**${(here.perSecond / there.perSecond).toFixed(2)}**`,
    here.processorMs.toFixed(2),
    there.processorMs.toFixed(2),
    here.databaseMs.toFixed(2),
    there.databaseMs.toFixed(2),
  ]);
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
