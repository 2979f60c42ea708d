import { setTimeout as delay } from 'node:timers/promises';
import { BenchDatabase } from './database.mjs';
import { benchDatabase } from './options.mjs';
import { createKey, startService } from './processes.mjs';

/** Each of the 500 tags of the seed is on 0.6 % of the articles. */
const TAGS = Array.from({ length: 17 }, (_, n) => `tag-${n * 7}`);
const BEFORE_MS = 2000;

/*
 * Edits the tags of a section to those of a hundred thousand articles (of a million), takes them away, and
 * removes the section with a destination, while somebody else goes on writing: how long does each take, and
 * how long do the others wait? `node bench/section-edits.mjs`, on the database of bench/lists.mjs.
 */
const databaseUrl = benchDatabase('mysql://root@127.0.0.1:3306/content_bench_lists');
const options = { databaseUrl, dist: new URL('../dist', import.meta.url).pathname };
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const database = await BenchDatabase.open(databaseUrl);
await database.connection.changeUser({ database: databaseUrl.pathname.slice(1) });
const key = await createKey(options);
const service = await startService(options, { key });
try {
  await main();
} finally {
  await service.stop();
  await database.close();
}

async function main() {
  const [[{ matching }]] = await database.connection.query(
    'SELECT COUNT(DISTINCT article_id) AS matching FROM article_tags WHERE slug IN (?)',
    [TAGS],
  );
  console.log(`${matching} articles carry one of the tags.\n`);
  console.log(
    '| edit | seconds | writes meanwhile | p50 ms | p99 ms | slowest ms |\n| --- | --: | --: | --: | --: | --: |',
  );
  const stamp = Date.now().toString(36);
  const create = (name) =>
    api('POST', '/sections', { title: `${name} ${stamp}`, url: `bench-${name}-${stamp}`, status: 2 });
  const [section, destination] = [await create('from'), await create('to')];
  await timed('tags put on', () => api('PUT', `/sections/${section.id}`, { tags: TAGS }));
  const [first] = await api('GET', `/posts?limit=1&include_sections=${section.id}`);
  if (!first) throw new Error('The section has no posts.');
  await timed('tags taken off', () => api('PUT', `/sections/${section.id}`, { tags: [] }));
  await api('PUT', `/sections/${section.id}`, { tags: TAGS });
  await timed('removed, posts to another section', () =>
    api('DELETE', `/sections/${section.id}?destination_section_id=${destination.id}`),
  );
  await timed('removed, posts stay without', () => api('DELETE', `/sections/${destination.id}`));
}

/** The edit, while a writer changes articles that carry the tags and others, one after the other. */
async function timed(name, edit) {
  const [rows] = await database.connection.query(
    `(SELECT article_id AS id FROM article_tags WHERE slug IN (?) LIMIT 200) UNION
     (SELECT id FROM articles WHERE status = 0 ORDER BY id DESC LIMIT 200)`,
    [TAGS],
  );
  let isDone = false;
  const milliseconds = [];
  const writer = (async () => {
    for (let n = 0; !isDone; n++) {
      const start = performance.now();
      await api('PUT', `/posts/${rows[n % rows.length].id}`, {
        subheadline: `Edit ${n}`,
        primary_tag: 'tag-0',
      });
      milliseconds.push(performance.now() - start);
    }
  })();
  await delay(BEFORE_MS);
  const start = performance.now();
  await edit();
  const seconds = (performance.now() - start) / 1000;
  await delay(Math.max(0, BEFORE_MS - seconds * 1000));
  isDone = true;
  await writer;
  const sorted = milliseconds.sort((one, other) => one - other);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  console.log(`| ${name} | ${seconds.toFixed(2)} | ${sorted.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`);
}

async function api(method, path, body) {
  const response = await fetch(`${service.origin}/api/1.3${path}`, {
    method,
    headers: service.headers,
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
