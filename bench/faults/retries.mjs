/**
 * Clients that do not trust their connection: creates, uploads and authors, each sent one to four times with
 * its Idempotency-Key, to three instances on MariaDB.
 *
 *   node bench/faults/retries.mjs [count]
 */
import { createHash, randomInt } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { tally } from './ledger.mjs';
import { MariadbServer } from './mariadb.mjs';
import { Report } from './report.mjs';
import { createDatabase, KEY, startService } from './served.mjs';

const COUNT = Number(process.argv[2] ?? 2_000);
const CLIENTS = 24;

const server = await MariadbServer.start();
const database = await createDatabase(server.url);
const name = new URL(database.url).pathname.slice(1);
const instances = await Promise.all([0, 1, 2].map(() => startService(database, { LOG_LEVEL: 'silent' })));

const json = (path, body) => (url, key) =>
  answer(url + path, key, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const upload = (n) => (url, key) => {
  const form = new FormData();
  form.set('caption', `Image ${n}`);
  form.set('file', new File([pixel(n)], `image-${n}.png`, { type: 'image/png' }));
  return answer(`${url}/api/1.3/images`, key, { body: form });
};

await wanted('posts', 'articles', (n) =>
  json('/api/1.3/posts', { headline: `Post ${n % 50}`, tags: ['one', `${n % 9}`], body: `<p>${n}</p>` }),
);
await wanted('images', 'images', upload);
await wanted('authors', 'authors', (n) =>
  json('/api/1.1/authors', { first_name: 'Ann', last_name: `${n % 50}` }),
);
for (const instance of instances) await instance.end();
await server.stop();
process.exit();

async function wanted(kind, table, requestOf) {
  const report = new Report(`${COUNT} ${kind}, each sent one to four times to three instances`);
  const before = await rows(table);
  const began = Date.now();
  const times = Array.from({ length: COUNT }, () => randomInt(1, 5));
  const answers = await inClients(times, (count, n) => {
    const send = requestOf(n);
    const first = randomInt(3);
    return Promise.all(
      Array.from({ length: count }, (_, time) =>
        settled(send, instances[(first + time) % 3].url, `${kind}-${n}`),
      ),
    );
  });
  const all = answers.flat();
  report.note('requests', all.length);
  report.note('seconds', ((Date.now() - began) / 1000).toFixed(1));
  report.note(
    'answered 503 and sent again',
    all.reduce((sum, { refusals }) => sum + refusals, 0),
  );
  report.check(
    'answers',
    JSON.stringify(tally(all)),
    all.every(({ status }) => status === 200),
  );
  const made = (await rows(table)) - before;
  report.check('rows made', made, made === COUNT);
  const unequal = answers.filter((some) => new Set(some.map(({ hash }) => hash)).size !== 1).length;
  report.check('keys with answers that differ', unequal, unequal === 0);
  const ids = new Set(answers.map(([{ id }]) => id));
  report.check('ids', ids.size, ids.size === COUNT);
  const again = all.filter(({ isReplayed }) => isReplayed).length;
  report.check('answered again', again, again === all.length - COUNT);
}

/** Sends again what is refused for now, as the refusal says. */
async function settled(send, url, key) {
  for (let refusals = 0; ; refusals++) {
    const outcome = await send(url, key);
    if (outcome.status !== 503 || refusals === 20) return { ...outcome, refusals };
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(outcome.retryAfter ?? 1)));
  }
}

async function answer(url, key, { body, headers }) {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers, 'x-rmauth': KEY, 'idempotency-key': key },
  });
  const text = await response.text();
  return {
    status: response.status,
    hash: createHash('sha256').update(text).digest('hex'),
    id: JSON.parse(text).id,
    isReplayed: response.headers.has('idempotency-replayed'),
    retryAfter: response.headers.get('retry-after'),
  };
}

async function inClients(items, work) {
  const results = [];
  let next = 0;
  const client = async () => {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n], n);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return results;
}

async function rows(table) {
  const [row] = await server.administer(`SELECT COUNT(*) AS count FROM ${name}.${table}`);
  return Number(row.count);
}

/** A PNG of one pixel in a colour of its own. */
function pixel(n) {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const data = deflateSync(Buffer.from([0, n & 255, (n >> 8) & 255, 7]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(content));
  return Buffer.concat([length, content, sum]);
}

/** CRC-32, as PNG has it. */
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
