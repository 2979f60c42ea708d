/**
 * Disks that are full for a moment: below SQLite, below uploads, and below
 * MariaDB. Makes small file systems, so it needs root.
 *
 *   node bench/faults/disk.mjs
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'sqlite-driver';
import sharp from 'sharp';
import { ask, tally } from './ledger.mjs';
import { MariadbServer } from './mariadb.mjs';
import { Report } from './report.mjs';
import { createDatabase, KEY, startService } from './served.mjs';

if (process.getuid?.() !== 0) {
  console.error('Only root can make the small file systems of this scenario.');
  process.exit(1);
}

const REFUSALS = [503, 507];
const body = `<p>${'word '.repeat(4000)}</p>`;
const disks = [];
process.once('exit', () => {
  for (const { folder } of disks) execFileSync('umount', ['-l', folder]);
});

await sqlite();
await uploads();
await mariadb();
process.exit();

async function sqlite() {
  const report = new Report('SQLite: disk full, 40 creates; room again; 20 creates; kill -9; start');
  const disk = makeDisk(24);
  const database = {
    url: `sqlite:${disk.folder}/content.db`,
    folder: mkdtempSync(join(tmpdir(), 'faults-')),
  };
  let service = await startService(database);
  const outcomes = await creates(service, 'Before', 5);
  disk.fill();
  const full = await creates(service, 'Full', 40);
  // The last look is remembered for half a second.
  await delay(600);
  const ready = await ask(service.url, 'GET', '/health/ready');
  disk.empty();
  const after = await creates(service, 'After', 20);
  outcomes.push(...full, ...after);
  await service.end('SIGKILL');
  service = await startService(database);
  const file = new BetterSqlite3(join(disk.folder, 'content.db'), { readonly: true });
  const stored = file.prepare('SELECT id FROM articles').all();
  file.close();
  expectKept(report, outcomes, stored);
  expectRefused(report, full);
  report.check('readiness while full', ready.status, ready.status === 503);
  report.check(
    'creates with room again',
    JSON.stringify(tally(after)),
    after.every(({ status }) => status === 200),
  );
  await service.end();
  rmSync(database.folder, { recursive: true, force: true });
}

async function uploads() {
  const report = new Report('Uploads onto a full disk');
  const disk = makeDisk(24);
  const database = await createDatabase();
  const service = await startService({ ...database, folder: disk.folder });
  const noise = {
    create: { width: 1500, height: 1200, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  };
  const picture = await sharp(noise).jpeg({ quality: 95 }).toBuffer();
  const before = await upload(service, picture);
  report.check('upload before', before.status, before.status === 200);
  const files = () =>
    readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const known = new Set(files().map(({ parentPath, name }) => join(parentPath, name)));
  disk.fill(picture.length / 2);
  const full = [];
  for (let n = 0; n < 5; n++) full.push(await upload(service, Buffer.concat([picture, Buffer.from([n])])));
  expectRefused(report, full);
  const left = files().filter(
    ({ parentPath, name }) => name !== 'filler' && !known.has(join(parentPath, name)),
  );
  report.check('files that are left of them', left.length, left.length === 0);
  const thumbnail = await fetch(rebased(before.body.thumbnails['600x200'], service)).then(
    ({ status }) => status,
  );
  report.check('a size made on the full disk', thumbnail, [200, ...REFUSALS].includes(thumbnail));
  disk.empty();
  const after = await upload(service, Buffer.concat([picture, Buffer.from('after')]));
  report.check('upload with room again', after.status, after.status === 200);
  await service.end();
  database.drop();
}

async function mariadb() {
  const report = new Report("MariaDB's disk full");
  const disk = makeDisk(400);
  chmodSync(disk.folder, 0o777);
  const server = await MariadbServer.start({
    datadir: join(disk.folder, 'data'),
    // It reserves its log in full, and its tables piece by piece.
    args: ['--innodb-log-file-size=16M', '--innodb-buffer-pool-size=32M', '--skip-log-bin'],
  });
  const database = await createDatabase(server.url);
  const service = await startService(database);
  const outcomes = await creates(service, 'Before', 5);
  disk.fill();
  const full = [];
  // Tables have some room of their own left.
  for (let n = 0; n < 40 && !full.some(({ status }) => status !== 200); n++)
    full.push(...(await creates(service, `Full ${n}`, 40, body.repeat(20))));
  disk.empty();
  // InnoDB ends the process when it cannot write its log.
  const hasEnded = !(await server.answers());
  if (hasEnded) await server.run();
  report.note('the server', hasEnded ? 'ended, and was started again' : 'went on');
  for (let attempt = 0; attempt < 50; attempt++, await delay(100))
    if ((await ask(service.url, 'GET', '/health/ready')).status === 200) break;
  const after = await creates(service, 'After', 20);
  outcomes.push(...full, ...after);
  const name = new URL(database.url).pathname.slice(1);
  expectKept(report, outcomes, await server.administer(`SELECT id FROM ${name}.articles`));
  expectRefused(
    report,
    full.filter(({ status }) => status !== 200),
  );
  report.check(
    'creates with room again',
    JSON.stringify(tally(after)),
    after.every(({ status }) => status === 200),
  );
  await service.end();
  await server.stop();
}

function makeDisk(megabytes) {
  const folder = mkdtempSync(join(tmpdir(), 'content-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  const disk = {
    folder,
    fill(left = 0) {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, Math.floor(bavail * bsize - left))));
      } catch (error) {
        // A server that writes meanwhile has taken some of it: the disk is full all the same.
        if (left > 0 || error.code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(filler, { force: true }),
  };
  disks.push(disk);
  return disk;
}

function creates(service, prefix, count, text = body) {
  const create = (n) =>
    ask(service.url, 'POST', '/api/1.3/posts', { headline: `${prefix} ${n}`, body: text });
  return Promise.all(Array.from({ length: count }, (_, n) => create(n)));
}

async function upload(service, bytes) {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'picture.jpg');
  const answer = await fetch(`${service.url}/api/1.3/images`, {
    method: 'POST',
    headers: { 'x-rmauth': KEY },
    body: form,
  });
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: await answer.json().catch(() => null),
  };
}

function rebased(url, service) {
  return service.url + new URL(url).pathname;
}

function expectKept(report, outcomes, rows) {
  const stored = new Set(rows.map(({ id }) => id));
  const answered = outcomes.filter(({ status }) => status === 200).map(({ body: { id } }) => id);
  const lost = answered.filter((id) => !stored.has(id)).length;
  report.check('answered with 200 and not there', `${lost} of ${answered.length}`, lost === 0);
  const more = stored.size - answered.length;
  report.check('there, and not answered with 200', more, more === 0);
}

function expectRefused(report, outcomes) {
  const refused = outcomes.filter(({ status }) => status !== 200);
  report.check(
    'refused while full',
    JSON.stringify(tally(refused)),
    refused.length > 0 && refused.every(({ status }) => REFUSALS.includes(status)),
  );
  for (const { body: problem } of refused.slice(0, 1))
    report.note('as', `${problem?.code}: ${problem?.detail}`);
}
