import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BenchDatabase } from './database.mjs';
import { measure } from './load.mjs';
import { benchDatabase } from './options.mjs';
import { createKey, startService } from './processes.mjs';

const HELP = `Measures the lists of a large site.

  npm run bench:lists -- [options]

  --posts <n>        seeded articles, made where they are missing (1000000)
  --connections <n>  requests at a time (8)
  --seconds <n>      length of each measurement (10)
  --assert           exit with 1 when a p99 is above what the project promises (50 ms)

  BENCH_DATABASE_URL  a MySQL or MariaDB database with "bench" in its name
                      (mysql://root@127.0.0.1:3306/content_bench_lists)`;

const PROMISED_P99_MS = 50;
const WARM_UP_SECONDS = 3;
const TAGS = 500;
const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
/** One article in so many has been viewed in the last week. */
const VIEWED_ONE_IN = 10;

const oneOf = (random, items) => items[Math.floor(random() * items.length)];
const tag = (random) => `tag-${Math.floor(random() * TAGS)}`;

const CASES = [
  ['newest', () => ''],
  ['newest, 3 fields', () => '&include_fields=id,headline,post_url'],
  ['newest, offset 10,000', () => '&offset=10000'],
  ['oldest', () => '&order_by=oldness'],
  ['last update', () => '&order_by=last_update'],
  ['by section (5 %)', ({ random, sectionIds }) => `&include_sections=${oneOf(random, sectionIds)}`],
  ['by tag (0.6 %)', ({ random }) => `&include_tags=${tag(random)}`],
  ['search, word in 1 %', () => '&phrase=aurora'],
  ['search, word in most', () => '&phrase=harbour'],
  ['search, three words', () => '&phrase=harbour+aurora+tunnel'],
  ['popularity, 7 days', () => '&order_by=popularity'],
  ['popularity, 1 day', () => '&order_by=popularity&order_by_period_in_days=1'],
  [
    'popularity in a section',
    (s) => `&order_by=popularity&include_sections=${oneOf(s.random, s.sectionIds)}`,
  ],
  ['search in a section', (s) => `&phrase=aurora&include_sections=${oneOf(s.random, s.sectionIds)}`],
  [
    'section and tag',
    (s) => `&require_sections=${oneOf(s.random, s.sectionIds)}&include_tags=${tag(s.random)}`,
  ],
  ['not private', () => '&exclude_private=1'],
].map(([title, query]) => ({
  title,
  request: (source) => ({ method: 'GET', path: `/api/1.3/posts?limit=10${query(source)}` }),
}));

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  process.exit(await main());
} catch (error) {
  console.error(error);
  process.exit(1);
}

/** @returns the exit code */
async function main() {
  const { values } = parseArgs({
    options: {
      posts: { type: 'string', default: '1000000' },
      connections: { type: 'string', default: '8' },
      seconds: { type: 'string', default: '10' },
      assert: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(HELP) ?? 0;
  const databaseUrl = benchDatabase('mysql://root@127.0.0.1:3306/content_bench_lists');
  const options = { databaseUrl, dist: new URL('../dist', import.meta.url).pathname };
  const database = await BenchDatabase.open(databaseUrl);
  try {
    await database.prepare(options, Number(values.posts));
    await countViews(database);
    const rows = await measureAll(options, database, Number(values.connections), Number(values.seconds));
    const machine = `Node ${process.versions.node}, ${await database.version()}, ${availableParallelism()} cores`;
    console.log(
      `${table(rows)}\n\n${values.posts} articles, ${values.connections} requests at a time. ${machine}.`,
    );
    return values.assert && rows.some(({ p99 }) => p99 > PROMISED_P99_MS) ? 1 : 0;
  } finally {
    await database.close();
  }
}

async function measureAll(options, database, connections, seconds) {
  const key = await createKey(options);
  const service = await startService(options, { key });
  try {
    const dataSet = await database.dataSet();
    const rows = [];
    for (const { title, request } of CASES) {
      console.error(title);
      await measure(service, { connections, request }, dataSet, { seconds: WARM_UP_SECONDS, seed: 0 });
      const { milliseconds, perSecond } = await measure(service, { connections, request }, dataSet, {
        seconds,
        seed: 1,
      });
      const sorted = milliseconds.sort((one, other) => one - other);
      const at = (share) => sorted[Math.floor((sorted.length - 1) * share)];
      rows.push({ title, perSecond, p50: at(0.5), p99: at(0.99) });
    }
    return rows;
  } finally {
    await service.stop();
  }
}

/** Views of the last week, most of them of few articles, as the service would have counted them. */
async function countViews({ connection }) {
  const hour = Math.floor(Date.now() / 3_600_000);
  await connection.query('DELETE FROM page_views');
  await connection.query('DELETE FROM page_view_totals');
  await connection.query(
    `INSERT INTO page_views (hour, article_id, views)
     SELECT ? - (id DIV ?) MOD ?, id, 1 + 1000000 DIV (id MOD 99991 + 1) FROM articles WHERE id MOD ? = 0`,
    [hour, VIEWED_ONE_IN, WEEK_HOURS, VIEWED_ONE_IN],
  );
  for (const hours of [DAY_HOURS, WEEK_HOURS]) {
    await connection.query(
      `INSERT INTO page_view_totals (article_id, period_hours, views, status, created_ts)
       SELECT v.article_id, ?, v.views, a.status, a.created_ts FROM page_views v JOIN articles a ON a.id = v.article_id
        WHERE v.hour >= ?`,
      [hours, hour - hours],
    );
    await connection.query('UPDATE page_view_periods SET first_hour = ? WHERE hours = ?', [
      hour - hours,
      hours,
    ]);
  }
  await connection.query('ANALYZE TABLE page_view_totals');
}

function table(rows) {
  const lines = rows.map(
    ({ title, perSecond, p50, p99 }) =>
      `| ${title} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`,
  );
  return ['| list | answers/s | p50 ms | p99 ms |', '| --- | --: | --: | --: |', ...lines].join('\n');
}
