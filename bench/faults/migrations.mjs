/**
 * A start that is killed (SIGKILL) in the middle of its migrations: the next one has to work, and to leave
 * the schema of a single run. On an empty database, and on an upgrade of one with articles. On MariaDB it is
 * killed at one statement after the other. On SQLite nobody sees these: it is killed at moments spread over
 * the time from its lock to its end, and numbers of rows are compared, too.
 *
 *   node bench/faults/migrations.mjs [--every 12] [--posts 10000] [--kills 12] [--only sqlite|mariadb]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'sqlite-driver';
import { MariadbServer } from './mariadb.mjs';
import { SlowProxy } from './proxy.mjs';
import { Report } from './report.mjs';
import { createDatabase, dist } from './served.mjs';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '12' },
    posts: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '12' },
    only: { type: 'string' },
  },
});
const [every, posts, wantedKills] = [values.every, values.posts, values.kills].map(Number);
/** Filling a file takes most of the time, and its migrations hardly more with more articles. */
const filePosts = Math.ceil(posts / 5);
/** Statements that change the schema, or rows while it changes. */
const CHANGES =
  /(?:CREATE TABLE|ALTER TABLE|CREATE (?:UNIQUE )?INDEX|DROP INDEX|DROP TABLE|INSERT INTO|UPDATE `?[a-z_]+`? SET)/g;
/** First migration in the upgrade of the database with content. */
const BEFORE = 'InstanceProbes1795996800000';

if (values.only !== 'mariadb') {
  await killedInTime('SQLite, an empty database', () => createDatabase());
  const seeded = await seededDatabase(filePosts);
  await killedInTime(`SQLite, an upgrade with ${filePosts} articles`, () => copyOfFile(seeded));
  await seeded.drop();
}
if (values.only === 'sqlite') process.exit();

const server = await MariadbServer.start({ args: ['--innodb-flush-log-at-trx-commit=2'] });
const proxy = await SlowProxy.start(server.port);
await killedAtEach('MariaDB, an empty database', () => createDatabase(server.url));
const seeded = await seededDatabase(posts, server.url);
await killedAtEach(`MariaDB, an upgrade with ${posts} articles`, () => copyOf(seeded), {
  every: Math.ceil(every / 4),
});
await seeded.drop();
await server.stop();
process.exit();

/** @param make a database to migrate */
async function killedAtEach(title, make, { every: step = every } = {}) {
  const report = new Report(title);
  const whole = await make();
  const statements = await countOfStatements(whole);
  const schema = await schemaOf(whole);
  let [failed, different, kills] = [0, 0, 0];
  for (let at = 1; at <= statements; at += step) {
    const database = await make();
    const isKilled = await migrate(database, at);
    kills += isKilled ? 1 : 0;
    const { code } = await command(throughProxy(database), ['migrate']);
    if (code !== 0) failed += 1;
    else if ((await schemaOf(database)) !== schema) different += 1;
    await database.drop();
  }
  report.note('statements that change something', statements);
  report.check(
    'starts killed, of which the next one failed',
    `${failed} of ${kills}`,
    failed === 0 && kills > 0,
  );
  report.check('schemas that are not as of one run', different, different === 0);
  await whole.drop();
}

async function countOfStatements(database) {
  let count = 0;
  proxy.onData = (chunk) => (count += chunk.toString('latin1').match(CHANGES)?.length ?? 0);
  await command(throughProxy(database), ['migrate']);
  proxy.onData = undefined;
  return count;
}

/** Kills the migration once it has sent so many statements. @returns whether it was still running */
async function migrate(database, at) {
  let left = at;
  const { child, ended } = start(throughProxy(database), ['migrate']);
  proxy.onData = (chunk) => {
    left -= chunk.toString('latin1').match(CHANGES)?.length ?? 0;
    if (left <= 0) child.kill('SIGKILL');
  };
  const { signal } = await ended;
  proxy.onData = undefined;
  return signal === 'SIGKILL';
}

/** @param make a file to migrate */
async function killedInTime(title, make) {
  const report = new Report(title);
  const lengths = [];
  let outcome;
  for (let n = 0; n < 3; n++) {
    const whole = await make();
    lengths.push(await migrateFile(whole));
    outcome = outcomeOfFile(whole);
    await whole.drop();
  }
  // Most kills are before the end of a run that is faster.
  const length = Math.min(...lengths);
  let [failed, different, kills] = [0, 0, 0];
  for (let n = 0; n < wantedKills; n++) {
    const database = await make();
    if ((await migrateFile(database, (length * (n + 0.5)) / wantedKills)) === null) kills += 1;
    if ((await command(database, ['migrate'])).code !== 0) failed += 1;
    else if (outcomeOfFile(database) !== outcome) different += 1;
    await database.drop();
  }
  report.note('milliseconds of one run, from its lock to its end', Math.round(length));
  report.check(
    'starts killed, of which the next one failed',
    `${failed} of ${kills}`,
    failed === 0 && kills > 0,
  );
  report.check('schemas and rows that are not as of one run', different, different === 0);
}

/** @returns milliseconds from the lock of the file to the end; null for a run that was killed before */
async function migrateFile(database, killMs = Infinity) {
  const { child, ended } = start(database, ['migrate']);
  while (!existsSync(`${fileOf(database)}-migrating`) && child.exitCode === null) await delay(1);
  const began = performance.now();
  const kill = killMs < Infinity && setTimeout(() => child.kill('SIGKILL'), killMs);
  const { code, signal, errors } = await ended;
  clearTimeout(kill);
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(errors);
  return performance.now() - began;
}

/** Schema and numbers of rows. */
function outcomeOfFile(database) {
  const file = new BetterSqlite3(fileOf(database), { readonly: true });
  const schema = file.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2').all();
  // A table that is made anew by a later process has its constraints in another order.
  for (const one of schema) one.sql = one.sql?.replace(/\)$/, '').split(', CONSTRAINT ').toSorted();
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
  const rows = tables.map((name) => file.prepare(`SELECT COUNT(*) FROM "${name}"`).pluck().get());
  file.close();
  return JSON.stringify([schema, rows]);
}

async function copyOfFile(database) {
  const copy = await createDatabase();
  copyFileSync(fileOf(database), fileOf(copy));
  return copy;
}

function fileOf({ url }) {
  return url.slice('sqlite:'.length);
}

/** @param server of MariaDB; without one it is a file */
async function seededDatabase(articles, server) {
  const database = await createDatabase(server);
  const { code } = await command(database, ['seed', '--posts', String(articles)]);
  if (code !== 0) throw new Error('The database was not seeded.');
  const { createWriter } = await import(join(dist, 'platform/database/data-sources.js'));
  const { MIGRATION_LIMITS } = await import(join(dist, 'platform/database/mysql/limits.js'));
  // Its modules declare the migrations.
  await import(join(dist, 'app.module.js'));
  const source = await createWriter(database.url, { poolSize: 1, entities: [], limits: MIGRATION_LIMITS });
  await source.initialize();
  // It makes tables anew, which others refer to meanwhile.
  if (!server) await source.query('PRAGMA foreign_keys = OFF');
  const isDone = async () =>
    (await source.query('SELECT name FROM migrations')).some(({ name }) => name === BEFORE);
  while (await isDone()) await source.undoLastMigration();
  const [{ count }] = await source.query('SELECT COUNT(*) AS count FROM articles');
  if (Number(count) < articles) throw new Error(`There are ${count} articles after the way back.`);
  await source.destroy();
  return database;
}

async function copyOf(database) {
  const copy = await createDatabase(server.url);
  const [from, to] = [nameOf(database), nameOf(copy)];
  const tables = await server.administer(`SHOW TABLES FROM ${from}`);
  await server.administer(
    `USE ${to}`,
    'SET foreign_key_checks = 0',
    ...(await Promise.all(
      tables.map(async (row) => {
        const [found] = await server.administer(`SHOW CREATE TABLE ${from}.${Object.values(row)[0]}`);
        return found['Create Table'];
      }),
    )),
    ...tables.map(
      (row) => `INSERT INTO ${Object.values(row)[0]} SELECT * FROM ${from}.${Object.values(row)[0]}`,
    ),
  );
  return copy;
}

async function schemaOf(database) {
  const rows = await server.administer(
    `SELECT table_name, column_name, column_type, is_nullable, column_default, collation_name
       FROM information_schema.columns WHERE table_schema = '${nameOf(database)}' ORDER BY 1, 2`,
  );
  const indexes = await server.administer(
    `SELECT table_name, index_name, seq_in_index, column_name, non_unique
       FROM information_schema.statistics WHERE table_schema = '${nameOf(database)}' ORDER BY 1, 2, 3`,
  );
  const keys = await server.administer(
    `SELECT k.table_name, k.constraint_name, k.ordinal_position, k.column_name, k.referenced_table_name,
        k.referenced_column_name, r.delete_rule, r.update_rule
       FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
         ON r.constraint_schema = k.constraint_schema AND r.table_name = k.table_name
            AND r.constraint_name = k.constraint_name
       WHERE k.constraint_schema = '${nameOf(database)}' ORDER BY 1, 2, 3`,
  );
  return JSON.stringify([rows, indexes, keys]);
}

function nameOf({ url }) {
  return new URL(url).pathname.slice(1);
}

function throughProxy(database) {
  return { ...database, url: `mysql://root@127.0.0.1:${proxy.port}/${nameOf(database)}` };
}

function start(database, args) {
  const child = spawn(process.execPath, [join(dist, 'cli.js'), ...args], {
    cwd: database.folder,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: database.folder,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, errors }));
  return { child, ended };
}

async function command(database, args) {
  const outcome = await start(database, args).ended;
  if (outcome.code !== 0) console.error(outcome.errors.slice(-500));
  return outcome;
}
