/**
 * A partner keeps a copy from the change feed alone, while writers commit and fail
 * at random and instances are killed. In the end the copy has to be what the service
 * answers, byte for byte. With --webhooks, so has one that is kept from webhooks
 * alone, by a receiver that fails three times in ten and is down for 20 seconds.
 *
 *   node bench/faults/mirror.mjs [--seconds 120] [--writers 32] [--kill-every 20] [--webhooks]
 *   FAULTS_DATABASE_URL=mysql://root@127.0.0.1:3306 two instances on MySQL or
 *   MariaDB instead of one on SQLite
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask, tally } from './ledger.mjs';
import { Report } from './report.mjs';
import { createDatabase, startService } from './served.mjs';
import { WebhookCopy } from './webhook-copy.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    writers: { type: 'string', default: '32' },
    'kill-every': { type: 'string', default: '20' },
    webhooks: { type: 'boolean', default: false },
  },
});
/** Schedules are over, and the last changes in the feed. */
const SETTLED_MS = 8000;
const DOWN_MS = 20_000;
/** The last of the retries that the receiver has caused. */
const MAX_RETRY_MS = 600_000;
const receiver = values.webhooks ? new WebhookCopy() : null;
const environment = { PUBLIC_BASE_URL: 'https://site.example', ...(await receiver?.start()) };

const database = await createDatabase(process.env.FAULTS_DATABASE_URL || undefined);
const instances = [await startService(database, environment)];
if (process.env.FAULTS_DATABASE_URL) instances.push(await startService(database, environment));
const anyUrl = () => instances[Math.floor(Math.random() * instances.length)].url;
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const report = new Report(`${database.name}: a copy kept by the feed, for ${values.seconds} seconds`);

const copy = new Map();
const versions = new Map();
const faults = [];
let told = 0;
let token = 'start';
/** @returns whether there may be more */
async function follow(wait) {
  const path = `/api/1.3/changes?after=${token}&types=post&include=resource&wait=${wait}&limit=100`;
  const { status, body } = await ask(anyUrl(), 'GET', path);
  if (status !== 200) return true;
  for (const { resource_id: id, version, verb, resource } of body.changes) {
    told += 1;
    const before = versions.get(id) ?? 0;
    if (version !== before + 1) faults.push(`post ${id}: version ${version} after ${before} (${verb})`);
    versions.set(id, version);
    if (resource) copy.set(id, JSON.stringify(resource));
    else copy.delete(id);
  }
  token = body.next;
  return body.has_more;
}

await receiver?.subscribe((...request) => ask(anyUrl(), ...request));
if (receiver) {
  // Every instance knows of it after a second.
  await delay(2000);
  setTimeout(() => (receiver.isDown = true), (Number(values.seconds) * 1000) / 3).unref();
  setTimeout(() => (receiver.isDown = false), (Number(values.seconds) * 1000) / 3 + DOWN_MS).unref();
}

const ids = [];
const outcomes = [];
const end = Date.now() + Number(values.seconds) * 1000;
async function write() {
  while (Date.now() < end) outcomes.push(await writeOnce());
}
async function writeOnce() {
  const id = pick(ids);
  const text = {
    headline: `Post ${outcomes.length}`,
    body: `<p>${'word '.repeat(40)}</p>`,
    tags: ['a', 'b'],
  };
  const turn = Math.random();
  if (!id || turn < 0.25) {
    const made = await ask(anyUrl(), 'POST', `/api/1.3/${pick(['posts', 'drafts'])}`, text);
    if (made.status === 200) ids.push(made.body.id);
    return made;
  }
  if (turn < 0.55) return ask(anyUrl(), 'PUT', `/api/1.3/posts/${id}`, text);
  if (turn < 0.65) return ask(anyUrl(), 'PUT', `/api/1.3/posts/${id}`, { action: 'unpublish' });
  if (turn < 0.75) return ask(anyUrl(), 'PUT', `/api/1.3/drafts/${id}`, { action: 'publish' });
  if (turn < 0.8) return ask(anyUrl(), 'PUT', `/api/1.3/drafts/${id}`, { action: 'restore' });
  if (turn < 0.85) {
    const scheduled_at = Math.floor(Date.now() / 1000) + 1 + Math.floor(Math.random() * 3);
    return ask(anyUrl(), 'PUT', `/api/1.3/scheduled_posts/${id}`, { scheduled_at });
  }
  if (turn < 0.92) return ask(anyUrl(), 'DELETE', `/api/1.3/posts/${id}`);
  // These are taken back after they have begun.
  if (turn < 0.96) return ask(anyUrl(), 'PUT', `/api/1.3/posts/${id}`, { ...text, sections: [99999] });
  return ask(anyUrl(), 'PUT', `/api/1.3/posts/${id}`, text, { 'if-match': '"1"' });
}

const writers = Array.from({ length: Number(values.writers) }, write);
let isWriting = true;
const reader = (async () => {
  while (isWriting) await follow(1);
})();
let kills = 0;
for (const every = Number(values['kill-every']) * 1000; Date.now() + every < end;) {
  await delay(every);
  const slot = kills++ % instances.length;
  await instances[slot].end('SIGKILL');
  instances[slot] = await startService(database, environment);
}
await Promise.all(writers);
isWriting = false;
await reader;
await delay(SETTLED_MS);
while (await follow(0));

const isWaiting = async () => {
  const answer = await fetch(`${anyUrl()}/metrics`);
  const [, seconds] = /^webhook_oldest_pending_seconds(?:\{.*\})? (\d+)/m.exec(await answer.text()) ?? [];
  return seconds !== '0';
};
if (receiver) {
  receiver.isFailing = false;
  for (const until = Date.now() + MAX_RETRY_MS; Date.now() < until && (await isWaiting());) await delay(2000);
}

const service = new Map();
// Some were made by requests whose answers were lost with their instance.
for (const id of new Set([...ids, ...copy.keys()])) {
  const { status, body } = await ask(anyUrl(), 'GET', `/api/1.3/posts/${id}`);
  if (status === 200) service.set(id, JSON.stringify(body));
}
const differing = [...service].filter(([id, post]) => copy.get(id) !== post).map(([id]) => id);
const surplus = [...copy.keys()].filter((id) => !service.has(id));
report.note('writes', JSON.stringify(tally(outcomes)));
report.note('kills', kills);
report.note('changes', told);
report.check(
  'versions of each post follow each other',
  faults.slice(0, 3).join('; ') || 'yes',
  faults.length === 0,
);
report.check('posts that differ', differing.slice(0, 5).join() || 0, differing.length === 0);
report.check('posts that are gone, and in the copy', surplus.slice(0, 5).join() || 0, surplus.length === 0);
if (receiver) {
  const { counts, posts, faults: wrong } = receiver;
  const others = [...service].filter(([id, post]) => posts.get(id) !== post).map(([id]) => id);
  const stale = [...posts.keys()].filter((id) => !service.has(id));
  report.note('webhooks', JSON.stringify(counts));
  report.check(
    'webhooks are signed, and in order for each post',
    wrong.slice(0, 3).join('; ') || 'yes',
    wrong.length === 0,
  );
  report.check('posts that differ by webhooks', others.slice(0, 5).join() || 0, others.length === 0);
  report.check(
    'posts that are gone, and in the copy by webhooks',
    stale.slice(0, 5).join() || 0,
    stale.length === 0,
  );
}
report.check('posts', service.size, service.size > 0);
receiver?.stop();
for (const instance of instances) await instance.end();
await database.drop();
