import { setTimeout as delay } from 'node:timers/promises';
import { readComparison, run } from './comparison.mjs';
import { BenchDatabase } from './database.mjs';
import { createKey, startFloor, startService } from './processes.mjs';
import { median } from './report.mjs';

const HELP = `Measures how long the service takes to start, and its memory at rest, beside the floor.

  npm run bench:start -- [options]

  --rounds <n>       starts of each (5)

  BENCH_DATABASE_URL  a MySQL or MariaDB database with "bench" in its name
                      (mysql://root@127.0.0.1:3306/content_bench); it is made when it is missing`;

/** Work that a start puts off is over by then, and an idle heap has been made smaller (`IdleCollection`). */
const REST_MS = 21_000;

const options = readComparison(HELP, 'content_bench');
await run(() => main(options));

async function main(options) {
  const database = await BenchDatabase.open(options.databaseUrl);
  try {
    await database.prepare(options);
    const key = await createKey(options);
    const starters = { service: () => startService(options, { key }), floor: () => startFloor(options) };
    const figures = { service: [], floor: [] };
    for (let round = 1; round <= options.rounds; round++)
      for (const [name, start] of Object.entries(starters)) {
        console.error(`${name}: start ${round} of ${options.rounds}`);
        figures[name].push(await measureStart(start));
      }
    console.log(table(figures, options));
    return 0;
  } finally {
    await database.close();
  }
}

async function measureStart(start) {
  const begun = performance.now();
  const server = await start();
  try {
    const seconds = (performance.now() - begun) / 1000;
    const processorSeconds = server.processorTime() / 1000;
    await delay(REST_MS);
    return { seconds, processorSeconds, megabytes: server.memory().now };
  } finally {
    await server.stop();
  }
}

function table(figures, { rounds }) {
  const rows = Object.entries(figures).map(([name, starts]) => {
    const of = (figure) => median(starts.map((one) => one[figure]));
    return `| ${name} | ${of('seconds').toFixed(2)} | ${of('processorSeconds').toFixed(2)} | ${of('megabytes')} |`;
  });
  const head = ['| start | answers after, s | CPU s | MB at rest |', '| --- | --: | --: | --: |'];
  return [...head, ...rows, '', `Medians of ${rounds} starts each, in turns.`].join('\n');
}
