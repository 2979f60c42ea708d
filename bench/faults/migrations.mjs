/**
 * A start that is killed (SIGKILL) in the middle of its migrations, at one statement after the other: the
 * next start has to work. On an empty database, and on an upgrade of one with 10,000 articles.
 *
 *   node bench/faults/migrations.mjs [--every 12] [--posts 10000]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MariadbServer } from './mariadb.mjs';
import { SlowProxy } from './proxy.mjs';
import { Report } from './report.mjs';
import { createDatabase, dist } from './served.mjs';

const { values } = parseArgs({
  options: { every: { type: 'string', default: '12' }, posts: { type: 'string', default: '10000' } },
});
const [every, posts] = [Number(values.every), Number(values.posts)];
/** Statements that change the schema, or rows while it changes. */
const CHANGES =
  /(?:CREATE TABLE|ALTER TABLE|CREATE (?:UNIQUE )?INDEX|DROP INDEX|DROP TABLE|INSERT INTO|UPDATE `?[a-z_]+`? SET)/g;
/** First migration in the upgrade of the database with content. */
const BEFORE = 'InstanceProbes1795996800000';

const server = await MariadbServer.start({ args: ['--innodb-flush-log-at-trx-commit=2'] });
const proxy = await SlowProxy.start(server.port);

await killedAtEach('MariaDB, an empty database', () => createDatabase(server.url));
const seeded = await seededDatabase();
await killedAtEach(`MariaDB, an upgrade with ${posts} articles`, () => copyOf(seeded), {
  every: Math.ceil(every / 4),
});
await sqlite();
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
    database.drop();
  }
  report.note('statements that change something', statements);
  report.check(
    'starts killed, of which the next one failed',
    `${failed} of ${kills}`,
    failed === 0 && kills > 0,
  );
  report.check('schemas that are not as of one run', different, different === 0);
  whole.drop();
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

async function sqlite() {
  const report = new Report('SQLite, an empty database');
  let [failed, kills] = [0, 0];
  for (let ms = 400; ms < 1200; ms += 100) {
    const database = await createDatabase();
    const { child, ended } = start(database, ['migrate']);
    setTimeout(() => child.kill('SIGKILL'), ms);
    if ((await ended).signal === 'SIGKILL') kills += 1;
    if ((await command(database, ['migrate'])).code !== 0) failed += 1;
    database.drop();
  }
  report.check('starts killed, of which the next one failed', `${failed} of ${kills}`, failed === 0);
}

async function seededDatabase() {
  const database = await createDatabase(server.url);
  await command(database, ['seed', '--posts', String(posts)]);
  const { createWriter } = await import(join(dist, 'platform/database/data-sources.js'));
  const { MIGRATION_LIMITS } = await import(join(dist, 'platform/database/mysql/limits.js'));
  // Its modules declare the migrations.
  await import(join(dist, 'app.module.js'));
  const source = await createWriter(database.url, { poolSize: 1, entities: [], limits: MIGRATION_LIMITS });
  await source.initialize();
  const isDone = async () =>
    (await source.query('SELECT name FROM migrations')).some(({ name }) => name === BEFORE);
  while (await isDone()) await source.undoLastMigration();
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
  return JSON.stringify([rows, indexes]);
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
