/**
 * Backs up a site that 32 writers write to, restores the backup, and compares it with one point in time.
 *
 *   node bench/faults/backup.mjs [--times 5] [--writers 32] [--posts 2000]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306   also on MySQL or MariaDB
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mysql from 'mysql2/promise';
import Sqlite from 'sqlite-driver';
import { ask } from './ledger.mjs';
import { createDatabase, dist, KEY, startService } from './served.mjs';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    writers: { type: 'string', default: '32' },
    posts: { type: 'string', default: '2000' },
  },
});
const WARM_UP_MS = 3000;
const MAX_TOLD = 10;

async function drill(server) {
  const source = await createDatabase(server);
  const target = await createDatabase(server);
  const folder = join(source.folder, 'backups');
  // First of all: its first start makes the key.
  const service = await startService(source);
  await command(source, 'seed', '--posts', values.posts);
  const load = new Load(service.url, Number(values.writers));
  await delay(WARM_UP_MS);
  const before = load.slowest();
  const answered = load.answered();
  const began = performance.now();
  const made = await command(source, 'backup', folder);
  const seconds = (performance.now() - began) / 1000;
  const during = load.slowest();
  const meanwhile = load.count - answered.count;
  await load.end();
  await service.end();
  const backup = join(folder, readdirSync(folder)[0]);
  const restored = await command(target, 'restore', backup);
  const verified = await command(target, 'restore', backup, '--verify');
  const examined = await command(target, 'doctor');
  const rows = await openDatabase(target.url);
  const found = [
    ...[made, restored, verified].flatMap(({ code, output }) => (code === 0 ? [] : [output])),
    ...faultsOfDoctor(examined.output),
    ...load.faults,
    ...(await faultsOf(rows, answered, load)),
  ];
  await rows.close();
  const { tables, files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  const count = tables.reduce((sum, table) => sum + table.rows, 0);
  await source.drop();
  await target.drop();
  return {
    name: source.name,
    faults: found,
    facts: `${count} rows, ${files.count} files in ${seconds.toFixed(1)} s, ${made.megabytes} MB; ${answered.count} writes before, ${meanwhile} meanwhile; slowest write ${before} ms, meanwhile ${during} ms`,
  };
}

/** All that doctor finds, but that nobody hands on the changes of a site that does not run. */
function faultsOfDoctor(output) {
  const found = output.split('\n').filter((line) => /^✗ (?!events )/.test(line));
  return output.includes('✓ files ') ? found : [output];
}

/** Differences from the source as it was when its backup began, or a moment later. */
async function faultsOf(database, answered, load) {
  const found = [];
  const articles = await database.rows('SELECT id, version, headline FROM articles');
  const versions = new Map(articles.map(({ id, version }) => [id, version]));
  for (const [id, version] of answered.versions)
    if (!((versions.get(id) ?? 0) >= version))
      found.push(`version ${version} of article ${id} was answered with 200`);
  const headlines = new Set(articles.map(({ headline }) => headline));
  for (const { headlines: own } of load.writers) {
    const first = own.findIndex((headline) => !headlines.has(headline));
    const later = first < 0 ? [] : own.slice(first).filter((headline) => headlines.has(headline));
    if (later.length > 0)
      found.push(`${own[first]} is missing, and ${later[0]}, which came after it, is there`);
  }
  const events = await database.rows(
    "SELECT resource_id AS id, COUNT(DISTINCT version) AS number, MAX(version) AS last FROM events WHERE resource = 'article' GROUP BY resource_id",
  );
  const known = new Map(events.map((event) => [event.id, event]));
  for (const { id, version, headline } of articles) {
    const { number = 0, last = 0 } = known.get(id) ?? {};
    if (/^Drill/.test(headline) && !(Number(number) === version && last === version))
      found.push(`article ${id} has version ${version}, and ${number} events up to ${last}`);
  }
  for (const { id } of events) if (!versions.has(id)) found.push(`there are events of article ${id} alone`);
  for (const orphan of await database.orphans()) found.push(`${orphan} refers to nothing`);
  return found;
}

/** Writers that each wait for an answer before they write again. */
class Load {
  faults = [];
  count = 0;
  isOver = false;
  slow = 0;
  versions = new Map();

  constructor(url, writers) {
    this.url = url;
    this.writers = Array.from({ length: writers }, (_, number) => ({ number, headlines: [] }));
    this.clients = this.writers.map((writer) => this.run(writer));
  }

  /** The versions that were answered with 200 so far. */
  answered() {
    return { count: this.count, versions: new Map(this.versions) };
  }

  slowest() {
    const { slow } = this;
    this.slow = 0;
    return slow;
  }

  async end() {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  async run(writer) {
    for (let turn = 0; !this.isOver; turn++) {
      const headline = `Drill ${writer.number}-${turn}`;
      const made = await this.write('POST', '/api/1.3/posts', { headline, tags: ['one', `t${turn}`] });
      if (made === null) continue;
      writer.headlines.push(headline);
      await this.write('PUT', `/api/1.3/posts/${made.id}`, { body: `<p>${'word '.repeat(200)}${turn}</p>` });
      await this.write('PUT', `/api/1.3/posts/${made.id}`, { subheadline: `${turn}` });
      if (turn % 2 === 0) await this.upload(writer, turn);
    }
  }

  async write(method, path, content) {
    const { status, body, ms } = await ask(this.url, method, path, content);
    this.slow = Math.max(this.slow, ms);
    if (status === 503 || status === 429) {
      await delay(200);
      return null;
    }
    if (status !== 200) {
      this.faults.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      return null;
    }
    this.count += 1;
    const article = body.id;
    // Each change is a version.
    this.versions.set(article, method === 'POST' ? 1 : (this.versions.get(article) ?? 0) + 1);
    return body;
  }

  /** A file of its own; every second one is removed again. */
  async upload({ number }, turn) {
    const form = new FormData();
    form.append('file', new Blob([`a,b\n${number},${turn}\n`]), 'table.csv');
    const headers = { 'x-rmauth': KEY };
    const path = `${this.url}/api/1.3/documents`;
    const answer = await fetch(path, { method: 'POST', headers, body: form });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 503) this.faults.push(`upload: ${answer.status} ${text}`);
    const id = /\[cms-document-\w+ (\d+)/.exec(text)?.[1];
    if (id !== undefined && turn % 4 === 0) await fetch(`${path}/${id}`, { method: 'DELETE', headers });
  }
}

/**
 * A command of the compiled service.
 * @returns its code, what it printed, and its resident megabytes at most
 */
async function command({ url, folder }, ...parameters) {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', join(dist, 'cli.js'), ...parameters], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATABASE_URL: url,
      DATA_DIR: folder,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  let kilobytes = 0;
  const look = setInterval(() => {
    try {
      kilobytes = Number(
        /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? kilobytes,
      );
    } catch {
      // It has ended.
    }
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(look);
  return { code, output, megabytes: Math.round(kilobytes / 1024) };
}

async function openDatabase(url) {
  if (url.startsWith('sqlite:')) {
    const db = new Sqlite(url.slice('sqlite:'.length), { readonly: true });
    return {
      rows: (statement) => db.prepare(statement).all(),
      orphans: () => db.pragma('foreign_key_check').map(({ table, rowid }) => `row ${rowid} of ${table}`),
      close: () => db.close(),
    };
  }
  const connection = await mysql.createConnection(url);
  const rows = async (statement) => (await connection.query(statement))[0];
  return {
    rows,
    async orphans() {
      const keys = await rows(
        `SELECT TABLE_NAME AS t, COLUMN_NAME AS c, REFERENCED_TABLE_NAME AS rt, REFERENCED_COLUMN_NAME AS rc
           FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL`,
      );
      const found = [];
      for (const { t, c, rt, rc } of keys) {
        const lost = await rows(
          `SELECT a.\`${c}\` AS value FROM \`${t}\` a LEFT JOIN \`${rt}\` b ON b.\`${rc}\` = a.\`${c}\`
            WHERE a.\`${c}\` IS NOT NULL AND b.\`${rc}\` IS NULL LIMIT 5`,
        );
        found.push(...lost.map(({ value }) => `${t}.${c} = ${value}`));
      }
      return found;
    },
    close: () => connection.end(),
  };
}

let faults = 0;
for (const server of [null, process.env.FAULTS_DATABASE_URL]) {
  if (server === undefined) continue;
  for (let time = 1; time <= Number(values.times); time++) {
    const found = await drill(server);
    faults += found.faults.length;
    console.log(
      `${found.name} ${time}: ${found.facts}; ${found.faults.length === 0 ? 'whole' : 'NOT WHOLE'}`,
    );
    for (const fault of found.faults.slice(0, MAX_TOLD)) console.log(`  ✗ ${fault}`);
  }
}
process.exitCode = faults === 0 ? 0 : 1;
