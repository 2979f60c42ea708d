/**
 * Many who want one name at once, over two instances on MariaDB: posts of one headline, authors of one name,
 * a section and a post of one slug.
 *
 *   node bench/faults/names.mjs
 */
import { ask, slowest, tally } from './ledger.mjs';
import { MariadbServer } from './mariadb.mjs';
import { Report } from './report.mjs';
import { createDatabase, startService } from './served.mjs';

const server = await MariadbServer.start();
const database = await createDatabase(server.url);
const name = new URL(database.url).pathname.slice(1);
const instances = [await startService(database), await startService(database)];
let turn = 0;
const send = (method, path, body) => ask(instances[turn++ % 2].url, method, path, body);
const many = (count, request) => Promise.all(Array.from({ length: count }, (_, n) => request(n)));

await wanted('200 posts of one headline', () =>
  many(200, () => send('POST', '/api/1.3/posts', { headline: 'One headline', tags: ['one'] })),
);
await wanted('150 authors of one name', () =>
  many(150, () => send('POST', '/api/1.1/authors', { first_name: 'Paul', last_name: 'Berry' })),
);
await wanted('50 times a section and a post of one slug', async () => {
  const pairs = await many(50, (n) =>
    Promise.all([
      send('POST', '/api/1.3/sections', { title: `Slug ${n}`, url: `slug-${n}`, status: 2 }),
      send('POST', '/api/1.3/posts', { headline: `Slug ${n}` }),
    ]),
  );
  return pairs.flat();
});
for (const instance of instances) await instance.end();
await server.stop();
process.exit();

async function wanted(title, happen) {
  const report = new Report(title);
  const before = await deadlocks();
  const outcomes = await happen();
  report.check(
    'answers',
    JSON.stringify(tally(outcomes)),
    outcomes.every(({ status }) => status === 200),
  );
  report.note('slowest', `${slowest(outcomes)} ms`);
  report.note('deadlocks', (await deadlocks()) - before);
  const twice = await server.administer(
    `SELECT path FROM (SELECT path FROM ${name}.articles WHERE status <> 3 UNION ALL SELECT full_url FROM ${name}.sections) p
      GROUP BY path HAVING COUNT(*) > 1`,
  );
  report.check('paths that two have', twice.length, twice.length === 0);
  const names = await server.administer(`SELECT name FROM ${name}.authors GROUP BY name HAVING COUNT(*) > 1`);
  report.check('names that two have', names.length, names.length === 0);
  const pages = await many(outcomes.length, async (n) => {
    const { body } = outcomes[n];
    const path = body?.post_url ?? (body?.full_url && instances[0].url + body.full_url);
    if (!path) return 200;
    return fetch(instances[n % 2].url + new URL(path, instances[0].url).pathname).then(
      ({ status }) => status,
    );
  });
  report.check(
    'pages',
    JSON.stringify(tally(pages.map((status) => ({ status })))),
    pages.every((status) => status === 200),
  );
}

async function deadlocks() {
  const [row] = await server.administer("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'");
  return Number(row.Value);
}
