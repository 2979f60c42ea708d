/**
 * All posts of a large site, page by page, by cursor, over REST and GraphQL,
 * while others publish, edit, take back and remove posts. Each post that is
 * published from the first page to the last has to come exactly once.
 *
 *   node bench/cursor-walk.mjs [--posts 100000] [--writers 8]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306   on MySQL or MariaDB instead of SQLite
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, tally } from './faults/ledger.mjs';
import { Report } from './faults/report.mjs';
import { createDatabase, dist, KEY, startService } from './faults/served.mjs';

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '100000' }, writers: { type: 'string', default: '8' } },
});
const database = await createDatabase(process.env.FAULTS_DATABASE_URL || undefined);
const report = new Report(`${database.name}: ${values.posts} posts by cursor, ${values.writers} writers`);
// The first start makes the key.
await (await startService(database)).end();
execFileSync(process.execPath, [join(dist, 'cli.js'), 'seed', '--posts', values.posts], {
  env: { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: database.folder },
});
const service = await startService(database);

const walks = {
  'REST, newest first': () => walkRest('recency'),
  'REST, oldest first': () => walkRest('oldness'),
  'GraphQL, newest first': walkGraphql,
};

const before = await walkRest('oldness');
/** Posts that were no longer published, or not yet, for some of the time. */
const touched = new Set();
const outcomes = [];
let isOver = false;
const writers = Array.from({ length: Number(values.writers) }, write);
for (const [name, walk] of Object.entries(walks)) {
  const began = performance.now();
  const ids = await walk();
  report.note(`${name}: posts, seconds`, `${ids.length}, ${Math.round((performance.now() - began) / 1000)}`);
  const seen = new Set(ids);
  const doubles = ids.length - seen.size;
  report.check(`${name}: posts that came twice`, doubles, doubles === 0);
  const lacking = before.filter((id) => !touched.has(id) && !seen.has(id));
  report.check(`${name}: posts that did not come`, lacking.slice(0, 5).join() || 0, lacking.length === 0);
}
isOver = true;
await Promise.all(writers);
report.note('writes', JSON.stringify(tally(outcomes)));
report.check('posts that were taken back or removed', touched.size, touched.size > 0);
await service.end();
await database.drop();

async function walkRest(order) {
  const ids = [];
  for (let path = `/api/1.3/posts?cursor=&limit=100&include_fields=id&order_by=${order}`; path;) {
    const answer = await fetch(service.url + path, { headers: { 'x-rmauth': KEY } });
    const posts = await answer.json();
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(posts)}`);
    ids.push(...posts.map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return ids;
}

async function walkGraphql() {
  const query = `query ($after: String) {
    postsPage(slice: { limit: 100, after: $after }) { items { id } pageInfo { endCursor hasNextPage } }
  }`;
  const ids = [];
  for (let info = { hasNextPage: true }; info.hasNextPage;) {
    const variables = { after: info.endCursor ?? null };
    const { status, body } = await ask(service.url, 'POST', '/core/graphql', { query, variables });
    if (status !== 200 || body.errors) throw new Error(JSON.stringify(body));
    ids.push(...body.data.postsPage.items.map(({ id }) => Number(id)));
    info = body.data.postsPage.pageInfo;
  }
  return ids;
}

async function write() {
  while (!isOver) outcomes.push(await writeOnce());
}

function writeOnce() {
  const turn = Math.random();
  const id = before[Math.floor(Math.random() * before.length)];
  const path = `/api/1.3/posts/${id}`;
  if (turn < 0.4) return ask(service.url, 'POST', '/api/1.3/posts', { headline: `New ${turn}` });
  if (turn < 0.6) return ask(service.url, 'PUT', path, { headline: `Edited ${turn}` });
  touched.add(id);
  if (turn < 0.8) return ask(service.url, 'PUT', path, { action: 'unpublish' });
  return ask(service.url, 'DELETE', path);
}
