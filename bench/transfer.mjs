/**
 * Round trips of a whole site: SQLite, MariaDB, SQLite again. Each import is killed several times and run
 * again; the exports before and after have to be equal, byte for byte.
 *
 *   TRANSFER_SERVER_URL=mysql://root@127.0.0.1:3306 npm run bench:transfer --
 *   --posts 40000 --images 200 --kills 5
 *
 * Without TRANSFER_SERVER_URL it has a MariaDB of its own.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import sharp from 'sharp';
import { MariadbServer } from './faults/mariadb.mjs';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '40000' },
    images: { type: 'string', default: '200' },
    kills: { type: 'string', default: '5' },
  },
});
const [posts, images, kills] = [values.posts, values.images, values.kills].map(Number);
const KEY = 'b'.repeat(64);
const PORT = 34_567;
/** Bytes of memory that a command may take. */
const MAX_MEMORY = 400e6;

const own = process.env.TRANSFER_SERVER_URL ? null : await MariadbServer.start();
const server = process.env.TRANSFER_SERVER_URL ?? own.url;
const databaseName = `transfer_bench_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'transfer-bench-'));
let isWell = true;

const site = (name, url) => ({
  PATH: process.env.PATH,
  DATA_DIR: join(folder, name),
  LOG_LEVEL: 'warn',
  ADMIN_API_KEY: KEY,
  ...(url && { DATABASE_URL: url }),
});
const first = site('first');
const onServer = site('server', `${server}/${databaseName}`);
const second = site('second');

try {
  // The first start makes the Administrator and its key.
  await fill(first, 0);
  await cli(first, 'seed', '--posts', String(posts));
  await fill(first, images);
  const before = await exported(first, 'before');
  await imported(onServer, before);
  const between = await exported(onServer, 'between');
  await mustBeEqual(before, between);
  await imported(second, between);
  await mustBeEqual(before, await exported(second, 'after'));
} finally {
  const connection = await mysql.createConnection(server);
  await connection.query(`DROP DATABASE IF EXISTS ${databaseName}`);
  await connection.end();
  await own?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isWell ? 0 : 1);

/** Pictures, likes, follows and page views, through the service. */
async function fill(environment, count) {
  const child = spawn(process.execPath, ['dist/main.js'], {
    env: { ...environment, PORT: String(PORT) },
    stdio: 'ignore',
  });
  const call = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: { 'x-rmauth': KEY, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm || body === undefined ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  try {
    while (
      !(await fetch(`http://127.0.0.1:${PORT}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await delay(100);
    for (let n = 0; n < count; n++) {
      const raw = { width: 400, height: 300, channels: 3 };
      const file = await sharp(randomBytes(400 * 300 * 3), { raw })
        .jpeg()
        .toBuffer();
      const form = new FormData();
      form.append('file', new Blob([file]), `picture-${n}.jpg`);
      const [image] = [await call('POST', '/api/1.3/images', form)].flat();
      await call('PUT', `/api/1.3/posts/${n + 1}`, { image_id: image.id });
      await call('POST', `/api/1.3/posts/${n + 1}/likes`, { author_id: 2 + (n % 50) });
      await call('POST', `/api/1.3/posts/${n + 1}/page_views`, { count: n + 1 });
      await call('PUT', `/api/1.3/follows/${2 + (n % 50)}/section/${1 + (n % 20)}`);
      await call('POST', '/api/1.3/drafts', { headline: `Draft ${n}`, roar_author_ids: [1] });
    }
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function exported(environment, name) {
  const target = join(folder, name);
  await cli(environment, 'export', '--all', target);
  return target;
}

async function imported(environment, source) {
  const work = report(`import of ${environment.DATABASE_URL ? 'MariaDB' : 'SQLite'}`);
  for (let n = 1; n <= kills; n++) {
    // A little later each time, so that kills fall into all of its steps.
    const { code } = await command(environment, ['import', source], 2000 + n * 4000);
    console.log(`  kill ${n}: ${code === null ? 'killed' : `was done before, exit ${code}`}`);
  }
  work(await command(environment, ['import', source]));
}

async function cli(environment, ...args) {
  report(args.slice(0, 2).join(' '))(await command(environment, args));
}

function report(what) {
  const began = Date.now();
  return ({ code, memory, output }) => {
    const isFine = code === 0 && (memory < MAX_MEMORY || what.startsWith('seed'));
    isWell &&= isFine;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${isFine ? '✓' : '✗'} ${what}: ${seconds} s, ${(memory / 1e6).toFixed(0)} MB`);
    if (code !== 0) console.log(output);
  };
}

/** @param killAfter milliseconds */
async function command(environment, args, killAfter) {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'dist/cli.js', ...args], {
    env: environment,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-4000)));
  let memory = 0;
  const watch = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`)
      ? readFileSync(`/proc/${child.pid}/status`, 'utf8')
      : '';
    memory = Math.max(memory, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024);
  }, 50);
  const timer = killAfter && setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  clearTimeout(timer);
  return { code, memory, output };
}

async function mustBeEqual(one, other) {
  const [sums, others] = [await sumsOf(one), await sumsOf(other)];
  const differ = Object.keys({ ...sums, ...others }).filter((name) => sums[name] !== others[name]);
  isWell &&= differ.length === 0;
  console.log(
    differ.length === 0 ? `✓ equal: ${Object.keys(sums).length} files` : `✗ differ: ${differ.join(', ')}`,
  );
}

async function sumsOf(path) {
  const sums = {};
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const digest = createHash('sha256');
    for await (const chunk of createReadStream(join(entry.parentPath, entry.name))) digest.update(chunk);
    sums[entry.name] = digest.digest('hex');
  }
  return sums;
}
