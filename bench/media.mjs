import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { measureContract } from './media/contract.mjs';
import { Floor } from './media/floor-process.mjs';
import { MemoryLimit } from './media/memory-limit.mjs';
import { FORMATS, measureKept, measureThumbnails, measureUpload } from './media/ratios.mjs';
import { contractRows, keptRow, killedRow, table, thumbnailsRow, uploadRows } from './media/report.mjs';
import { benchDatabase } from './options.mjs';
import { createKey, startService } from './processes.mjs';

const PARTS = ['memory', 'upload', 'thumbnails', 'kept'];
const PROMISED_MEMORY = 512;

const HELP = `Measures uploads and thumbnails of images: memory, and time beside bare sharp and a bare Express server.

  npm run bench:media -- [options]

  --part <name>      only this part; may be repeated: ${PARTS.join(', ')}
  --format <name>    of the thumbnails; may be repeated: ${Object.keys(FORMATS).join(', ')}
  --rounds <n>       measurements of each side (9)
  --chroma <4:2:0>   subsampling of the large photographs; 4:4:4 takes twice the memory to decode
  --unlimited        without a memory limit of the system
  --sqlite           on the embedded database
  --dist <folder>    the compiled service (dist)

  BENCH_DATABASE_URL  a MySQL or MariaDB database with "bench" in its name, which is dropped and made
                      (mysql://root@127.0.0.1:3306/content_bench_media)

Exits with 1 when a promise is broken: a ratio by the median of its rounds.`;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const folder = mkdtempSync(join(tmpdir(), 'content-bench-media-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  process.exit(await main(readOptions()));
} catch (error) {
  console.error(error);
  process.exit(1);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      part: { type: 'string', multiple: true, default: PARTS },
      format: { type: 'string', multiple: true, default: Object.keys(FORMATS) },
      rounds: { type: 'string', default: '9' },
      chroma: { type: 'string', default: '4:2:0' },
      unlimited: { type: 'boolean', default: false },
      sqlite: { type: 'boolean', default: false },
      dist: { type: 'string', default: new URL('../dist', import.meta.url).pathname },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a positive integer.');
  for (const [option, known] of [
    ['part', PARTS],
    ['format', Object.keys(FORMATS)],
  ]) {
    const unknown = values[option].find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw new Error(`There is no ${option} ${unknown}; there are ${known.join(', ')}.`);
  }
  const usual = 'mysql://root@127.0.0.1:3306/content_bench_media';
  const databaseUrl = values.sqlite ? new URL(`sqlite:${folder}/content.db`) : benchDatabase(usual);
  return { ...values, rounds, databaseUrl, dist: resolve(values.dist) };
}

/** @returns the exit code */
async function main(options) {
  const database = await emptyDatabase(options);
  console.error('Making photographs …');
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures);
  await run('media/pictures.mjs', pictures, options.chroma);
  // The first start on an empty database makes its Administrator, which is author 1.
  await (await startService(options, { key: null })).stop();
  const key = await createKey(options);

  const rows = [];
  if (options.part.includes('memory')) rows.push(...(await measureMemory(options, key, pictures)));
  if (options.part.some((part) => part !== 'memory'))
    rows.push(...(await measureRatios(options, key, pictures)));
  await database.leave();
  console.log(table(rows));
  const load = loadavg()[0].toFixed(1);
  const machine = `Node ${process.versions.node}, ${database.version}, ${availableParallelism()} cores`;
  console.log(`\n${machine}, load ${load}.`);
  return rows.some(({ isBroken }) => isBroken) ? 1 : 0;
}

/** In a service of its own, which has not done anything else. */
async function measureMemory(options, key, pictures) {
  const limit = options.unlimited ? null : memoryLimit();
  const start = () => startService(options, { key });
  const service = await (limit ? limit.start(start) : start());
  try {
    console.error('Ten photographs of 50 megapixels, and all their thumbnails …');
    const postPath = await createPost(service);
    const figures = await measureContract(service, { pictures, postPath });
    return contractRows(figures, { limit, promised: PROMISED_MEMORY });
  } catch (error) {
    if (!limit?.hasKilled()) throw error;
    return [killedRow(PROMISED_MEMORY)];
  } finally {
    await service.stop();
    await limit?.remove();
  }
}

function memoryLimit() {
  try {
    return MemoryLimit.of(PROMISED_MEMORY * 2 ** 20);
  } catch (error) {
    console.error(`The system sets no limit to the memory: ${error.message}`);
    return null;
  }
}

async function createPost(service) {
  const post = {
    headline: 'Read all the time',
    body: '<p>A harbour of words.</p>'.repeat(120),
    tags: ['one', 'two'],
  };
  const response = await fetch(`${service.origin}/api/1.3/posts`, {
    method: 'POST',
    headers: service.headers,
    body: JSON.stringify(post),
  });
  const { id } = await response.json();
  return `/api/1.3/posts/${id}`;
}

async function measureRatios(options, key, pictures) {
  const { part: parts, rounds } = options;
  const floorFolder = join(folder, 'floor');
  const service = await startService(options, { key });
  const floor = await Floor.start(floorFolder);
  const rows = [];
  try {
    if (parts.includes('upload')) {
      console.error('Uploads …');
      rows.push(...uploadRows(await measureUpload(service, floor, { pictures, rounds })));
    }
    for (const format of parts.includes('thumbnails') ? options.format : []) {
      console.error(`Thumbnails, ${format} …`);
      rows.push(thumbnailsRow(format, await measureThumbnails(service, floor, { pictures, rounds, format })));
    }
    if (parts.includes('kept')) {
      console.error('A thumbnail that is there …');
      rows.push(keptRow(await measureKept(service, floor, { pictures, floorFolder, rounds })));
    }
    return rows;
  } finally {
    floor.stop();
    await service.stop();
  }
}

/**
 * An empty database, which is this run's as long as it lasts.
 * @returns what it calls itself, and how to leave it
 */
async function emptyDatabase({ databaseUrl }) {
  if (databaseUrl.protocol === 'sqlite:') return { version: 'SQLite', leave: () => Promise.resolve() };
  const server = new URL(databaseUrl);
  server.pathname = '/';
  const connection = await createConnection(server.toString());
  const name = decodeURIComponent(databaseUrl.pathname.slice(1));
  const [[{ isOurs }]] = await connection.query('SELECT GET_LOCK(?, 0) AS isOurs', [name]);
  if (isOurs !== 1) throw new Error(`Another run uses ${name}: name one of its own in BENCH_DATABASE_URL.`);
  const quoted = connection.escapeId(name);
  await connection.query(`DROP DATABASE IF EXISTS ${quoted}`);
  await connection.query(`CREATE DATABASE ${quoted} COLLATE utf8mb4_bin`);
  const [[{ version }]] = await connection.query('SELECT VERSION() AS version');
  return { version, leave: () => connection.end() };
}

async function run(script, ...parameters) {
  const file = new URL(script, import.meta.url).pathname;
  const child = spawn(process.execPath, [file, ...parameters], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed.`);
}
