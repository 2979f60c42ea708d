import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInTurn, ratioOf, readComparison, report, run } from './comparison.mjs';
import { BenchDatabase } from './database.mjs';
import { createKey, startPageFloor, startService } from './processes.mjs';
import { median } from './report.mjs';

const HELP = `Measures the public page of a post beside a bare Express handler that sends the same bytes, one that asks the
database a single thing before it does, and one that reads all that a page shows.

  npm run bench:pages -- [options]

  --rounds <n>       measurements of each side (5)
  --seconds <n>      length of each measurement (4)
  --assert           exit with 1 when a promise is broken
  --profile <folder> write a CPU profile of the service there; slows it, so the ratios do not count

  BENCH_DATABASE_URL  a MySQL or MariaDB database with "bench" in its name
                      (mysql://root@127.0.0.1:3306/content_bench); it is made when it is missing`;

const MIN_CACHED = 0.8;
/** Beside the same statements. */
const MIN_MADE = 0.6;
/** Counted as readers are. */
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

const options = readComparison(HELP, 'content_bench');
await run(() => main(options));

async function main() {
  const database = await BenchDatabase.open(options.databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'content-bench-page-'));
  const servers = [];
  try {
    await database.prepare(options);
    await createKey(options);
    const paths = await database.postPaths();
    const service = await startService(options, { key: null, profileFolder: options.profileFolder });
    servers.push(service);
    service.headers = { 'user-agent': BROWSER, accept: 'text/html' };
    const page = await pageAt(service, paths[0]);
    const file = join(folder, 'page.html');
    writeFileSync(file, page);
    const floor = await startPageFloor(options, file);
    servers.push(floor);
    const lookUp = await startPageFloor(options, file, 'look-up');
    servers.push(lookUp);
    const reading = await startPageFloor(options, file, 'read');
    servers.push(reading);
    if (!page.equals(await pageAt(floor, '/'))) throw new Error('The floor does not send the same bytes.');
    console.error(`A page of ${page.length} bytes, one of ${paths.length}.`);
    const get = (path) => ({ method: 'GET', path });
    // None is asked for again while it is kept.
    const inTurn = () => {
      let next = 0;
      return () => get(paths[++next % paths.length]);
    };
    const figures = await measureInTurn(
      {
        floor: { server: floor, request: () => get(paths[0]) },
        lookUp: { server: lookUp, request: inTurn() },
        reading: { server: reading, request: inTurn() },
        cached: { server: service, request: () => get(paths[0]) },
        uncached: { server: service, request: inTurn() },
      },
      options,
    );
    return await report(rowsOf(figures), database, options);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
    rmSync(folder, { recursive: true });
  }
}

async function pageAt({ origin }, path) {
  const answer = await fetch(origin + path);
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

function rowsOf({ floor, lookUp, reading, cached, uncached }) {
  const row = (what, figures, least, [beside, name] = [floor, 'Express']) => {
    const ratio = ratioOf(figures, beside);
    const promise = least && { promised: `≥ ${least}`, isKept: ratio >= least };
    return { what, perSecond: median(figures), figure: `${ratio.toFixed(2)} of ${name}`, ...promise };
  };
  return [
    { what: 'Express', perSecond: median(floor) },
    row('Express with one statement', lookUp),
    row('Express with the three of a page', reading),
    row('Page that is kept', cached, MIN_CACHED),
    row('Page that is made', uncached, MIN_MADE, [reading, 'Express with three']),
  ];
}
