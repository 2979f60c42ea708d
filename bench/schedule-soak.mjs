import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Instance } from './soak/instance.mjs';
import { createTemplate, emptyDatabase, measure, schedule } from './soak/posts.mjs';

const PROMISED_P99_S = 3;

const HELP = `Publishes scheduled posts with several instances, of which one is killed every few seconds.

  node bench/schedule-soak.mjs [options]

  --instances <n>   services on one database (4)
  --posts <n>       scheduled posts (10000)
  --within <s>      seconds over which their times are spread (60)
  --kill-every <s>  seconds after which the next instance is killed with SIGKILL and started again (5)
  --dist <folder>   the compiled service (dist)

  SOAK_DATABASE_URL  a MySQL or MariaDB database with "soak" in its name, which is dropped and made
                     (mysql://root@127.0.0.1:3306/content_soak)

Exits with 1 when a post is published twice, too early, in part or not at all, or when the p99 of the lag is
${PROMISED_P99_S} seconds or more.`;

const RESCHEDULED = 100;
/** How much later they are to be published. */
const RESCHEDULED_BY_S = 20;
const GIVE_UP_AFTER_S = 180;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  process.exit(await main(readOptions()));
} catch (error) {
  console.error(error);
  process.exit(1);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      instances: { type: 'string', default: '4' },
      posts: { type: 'string', default: '10000' },
      within: { type: 'string', default: '60' },
      'kill-every': { type: 'string', default: '5' },
      dist: { type: 'string', default: new URL('../dist', import.meta.url).pathname },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const positive = (name) => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a positive integer.`);
    return number;
  };
  const databaseUrl = new URL(process.env.SOAK_DATABASE_URL || 'mysql://root@127.0.0.1:3306/content_soak');
  // It is dropped: no database that somebody needs may be hit by mistake.
  if (databaseUrl.protocol !== 'mysql:' || !databaseUrl.pathname.includes('soak')) {
    throw new Error('SOAK_DATABASE_URL must be mysql://…, and the name of the database must contain "soak".');
  }
  return {
    instances: positive('instances'),
    posts: positive('posts'),
    within: positive('within'),
    killEvery: positive('kill-every'),
    dist: resolve(values.dist),
    databaseUrl,
  };
}

/** @returns the exit code */
async function main(options) {
  const database = await emptyDatabase(options.databaseUrl);
  const [first, ...others] = Array.from({ length: options.instances }, () => new Instance(options));
  await first.start();
  const template = await createTemplate(first);
  for (const instance of others) await instance.start();
  const instances = [first, ...others];
  const start = await schedule(database, template, options);

  let isDone = false;
  const killing = killInTurn(instances, options.killEvery, () => isDone);
  const rescheduling = reschedule(database, instances, start + Math.floor(options.within / 2));
  await untilPublished(database, start + options.within + RESCHEDULED_BY_S + GIVE_UP_AFTER_S);
  isDone = true;
  const [kills, { moved, late }] = await Promise.all([killing, rescheduling]);
  const figures = await measure(database, options);
  await Promise.all(instances.map((instance) => instance.stop()));
  const errors = instances.flatMap((instance) => instance.errors);
  await database.end();
  return report({ ...figures, kills, moved, late, errors }, options);
}

/** Kills one instance after the other until it is done. @returns how many it killed */
async function killInTurn(instances, every, isDone) {
  let kills = 0;
  const restarts = [];
  for (;;) {
    for (let waited = 0; waited < every * 1000 && !isDone(); waited += 100) await delay(100);
    if (isDone()) break;
    const instance = instances[kills % instances.length];
    if (!instance.isUp) continue;
    await instance.kill();
    kills += 1;
    restarts.push(instance.start());
  }
  await Promise.all(restarts);
  return kills;
}

/** Moves posts to a later time, a second before they are due. */
async function reschedule(database, instances, at) {
  const [rows] = await database.query('SELECT article_id AS id FROM soak_plan WHERE due = ? LIMIT ?', [
    at,
    RESCHEDULED,
  ]);
  await delay(Math.max(0, (at - 1) * 1000 - Date.now()));
  const later = at + RESCHEDULED_BY_S;
  const moved = [];
  let late = 0;
  const move = async ({ id }, index) => {
    for (let attempt = 0; ; attempt++) {
      const instance = instances[(index + attempt) % instances.length];
      const request = instance.send('PUT', `/api/1.3/scheduled_posts/${id}`, { scheduled_at: later });
      // One that is killed does not answer; whether it has changed the post, the next one will tell.
      const answer = await request.catch(() => null);
      if (answer?.status === 200) {
        moved.push({ id, version: answer.body.version + 1 });
        return;
      }
      if (answer?.status === 409) {
        // It took until after its time, at which the post was published, as it should.
        late += 1;
        return;
      }
      await delay(20);
    }
  };
  await Promise.all(rows.map(move));
  for (const { id, version } of moved) {
    await database.query('UPDATE soak_plan SET due = ?, version = ? WHERE article_id = ?', [
      later,
      version,
      id,
    ]);
  }
  return { moved: moved.length, late };
}

async function untilPublished(database, deadline) {
  for (let left = Infinity; left > 0; await delay(1000)) {
    const [[row]] = await database.query('SELECT COUNT(*) AS remaining FROM articles WHERE status = 2');
    left = row.remaining;
    if (Date.now() > deadline * 1000) return;
    console.error(`${new Date().toISOString().slice(11, 19)}  ${left} left`);
  }
}

/** @returns the exit code */
function report(figures, { instances, posts, within, killEvery }) {
  const { lost, twice, early, partial, lag, errors } = figures;
  const load = loadavg()[0].toFixed(1);
  console.log(`Node ${process.versions.node}, ${figures.server}, ${availableParallelism()} cores, load ${load}
${instances} instances, ${posts} posts within ${within} s, one killed every ${killEvery} s: ${figures.kills} kills
published    ${figures.published}
twice        ${twice}
lost         ${lost}
too early    ${early}
in part      ${partial}
rescheduled  ${figures.moved} a second before their time (${figures.late} more were too late)
lag, s       p50 ${lag[0]}  p99 ${lag[1]}  max ${lag[2]}
errors       ${errors.length} in the logs`);
  for (const line of errors.slice(0, 5)) console.log(`  ${line.slice(0, 300)}`);
  const isBroken = lost + twice + early + partial > 0 || lag[1] >= PROMISED_P99_S;
  return isBroken ? 1 : 0;
}
