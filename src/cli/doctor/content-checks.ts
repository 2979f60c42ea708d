import { HOUR_S, MINUTE_S } from '../../kernel/units.js';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import { BACKUP_JOB } from '../../modules/backup/backup.job.js';
import { RENDERING_VERSION } from '../../modules/content/sanitising/html-sanitizer.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import type { DataSources } from '../../platform/database/data-sources.js';
import { migrate, schemaDrift } from '../../platform/database/migrating/migrate.js';
import { assertNotRestoring } from '../../platform/database/migrating/restore-mark.js';
import { print, withDatabase } from '../context.js';
import { Fault } from './fault.js';

/** Articles of which a line of the examination names the ids. */
const MAX_LISTED = 100;
/** Changes that a consumer may be behind, and seconds that one may wait for its place. */
const MAX_BEHIND = 1000;
const MAX_UNPLACED_S = 60;
/** Seconds that a run of a job may take. */
const MAX_RUN_S = HOUR_S;

const MEND_FAILING =
  'Look for "A background job has failed" in the log, and mend its cause; it is tried again by itself.';
const MEND_ENDLESS =
  'Look for "has been running" in the log: the instance that says it is to be started again, and the job should end when its signal is given.';

export async function migrateDatabase(): Promise<void> {
  await withDatabase(async (sources) => {
    await assertNotRestoring(sources);
    const names = await migrate(sources);
    for (const name of names) print(`ran ${name}`);
    print(
      names.length === 0
        ? 'The database is up to date.'
        : `The database is up to date after ${names.length}.`,
    );
  });
}

export async function checkMigrations({ writer }: DataSources): Promise<string> {
  if (await writer.showMigrations())
    throw new Fault('not all have been run', `Start the service, or run "${COMMAND_CALL} migrate".`);
  return 'all have been run';
}

export async function checkSchema(sources: DataSources): Promise<string> {
  const drift = await schemaDrift(sources);
  if (drift.length > 0)
    throw new Fault(
      `differs from what the service expects:\n    ${drift.join('\n    ')}`,
      `Run "${COMMAND_CALL} migrate"; what is left was changed by hand: these statements change it back.`,
    );
  return 'is as expected';
}

export async function countKeys({ writer }: DataSources): Promise<string> {
  const [row] = await writer.manager.query<{ number: number }[]>(
    'SELECT COUNT(*) AS number FROM api_keys WHERE revoked_ts IS NULL',
  );
  return `${row?.number ?? 0} not revoked`;
}

/**
 * Articles that came before external ids had to differ; nothing is wrong with
 * them, but the first is found by its id.
 */
export async function listDoubleIds({ writer }: DataSources): Promise<string> {
  const rows = await writer.manager.query<{ id: number }[]>(
    `SELECT a.id AS id FROM articles a LEFT JOIN provider_posts p ON p.article_id = a.id
      WHERE a.provider_post_id <> '' AND a.status <> ? AND p.article_id IS NULL ORDER BY a.id LIMIT ?`,
    [ArticleStatus.Removed, MAX_LISTED],
  );
  if (rows.length === 0) return 'each external id is of one article';
  const ids = rows.map(({ id }) => id).join(', ');
  return `other articles have the external ids of ${ids}${rows.length < MAX_LISTED ? '' : ' …'}`;
}

/**
 * Texts that were rendered by former rules are rendered anew when their article is edited. An extension may
 * have rules of its own, whose version the latest articles have.
 */
export async function countFormerRenderings({ writer }: DataSources, extension = ''): Promise<string> {
  const present =
    extension === '' ? String(RENDERING_VERSION) : '(SELECT MAX(rendering_version) FROM articles)';
  const [row] = await writer.manager.query<{ number: number }[]>(
    `SELECT COUNT(*) AS number FROM articles WHERE rendering_version < ${present}`,
  );
  const number = row?.number ?? 0;
  return number === 0
    ? 'all are by the present rules'
    : `articles with texts by former rules: ${number}; "${COMMAND_CALL} reindex" renders them anew`;
}

export async function checkJobs({ writer }: DataSources): Promise<string> {
  const failed = await writer.manager.query<{ name: string; failures: number }[]>(
    'SELECT name, failures FROM jobs WHERE failures > 0 ORDER BY name',
  );
  const now = Math.floor(Date.now() / 1000);
  // A backup takes as long as the site is large; a check of its own says how old the last one is.
  const endless = await writer.manager.query<{ name: string; started: number }[]>(
    `SELECT name, started_ts AS started FROM jobs
      WHERE leased_until_ts > ${now} AND started_ts <= ${now - MAX_RUN_S} AND name <> '${BACKUP_JOB}' ORDER BY name`,
  );
  if (failed.length + endless.length === 0) return 'the last run of each has not failed';
  const jobs = [
    ...failed.map(({ name, failures }) => `${name} fails, see the log; failed runs: ${failures}`),
    ...endless.map(
      ({ name, started }) =>
        `${name} does not end: its run began ${Math.floor((now - started) / MINUTE_S)} minutes ago, and the next waits for it`,
    ),
  ];
  const mends = [...(failed.length > 0 ? [MEND_FAILING] : []), ...(endless.length > 0 ? [MEND_ENDLESS] : [])];
  throw new Fault(jobs.join('\n    '), mends.join(' '));
}

export async function checkEvents(sources: DataSources): Promise<string> {
  await mustHaveNoRetries(sources);
  await mustBePlaced(sources);
  const behind = await sources.writer.manager.query<{ name: string; behind: number }[]>(
    `SELECT c.name AS name, (SELECT last_position FROM event_order WHERE id = 1) - c.position AS behind
       FROM event_consumers c ORDER BY c.name`,
  );
  const late = behind.filter((consumer) => consumer.behind > MAX_BEHIND);
  if (late.length === 0) return 'no consumer has failed';
  throw new Fault(
    late.map((consumer) => `${consumer.name} is ${consumer.behind} changes behind`).join('\n    '),
    'Run an instance with SCHEDULER=on, with the extension that has the consumer. One that is no more: DELETE FROM event_consumers WHERE name = ….',
  );
}

async function mustHaveNoRetries({ writer }: DataSources): Promise<void> {
  const waiting = await writer.manager.query<{ consumer: string; resources: number; attempts: number }[]>(
    `SELECT consumer, COUNT(*) AS resources, MAX(attempts) AS attempts FROM event_retries
      GROUP BY consumer ORDER BY consumer`,
  );
  if (waiting.length === 0) return;
  const consumers = waiting.map(
    ({ consumer, resources, attempts }) =>
      `${consumer} fails, see the log; resources that wait: ${resources}, attempts so far: ${attempts}`,
  );
  throw new Fault(
    consumers.join('\n    '),
    'Look for "An event could not be handled" in the log, and mend its cause; it is tried again by itself.',
  );
}

async function mustBePlaced({ dialect, writer }: DataSources): Promise<void> {
  const clock = dialect === 'mysql' ? 'UNIX_TIMESTAMP()' : 'unixepoch()';
  // The id grows with the time; the oldest is the first.
  const [oldest] = await writer.manager.query<{ age: number }[]>(
    `SELECT ${clock} - created_ts AS age FROM events WHERE position IS NULL ORDER BY id LIMIT 1`,
  );
  if (!oldest || oldest.age < MAX_UNPLACED_S) return;
  throw new Fault(
    `changes have waited for ${oldest.age} s to be handed on`,
    'Start an instance with SCHEDULER=on, which is the default: webhooks, the change feed and extensions wait for it.',
  );
}

export async function checkWebhooks({ writer }: DataSources): Promise<string> {
  const off = await writer.manager.query<{ id: number; reason: string | null }[]>(
    'SELECT id, off_reason AS reason FROM webhooks WHERE is_active = 0 ORDER BY id LIMIT ?',
    [MAX_LISTED],
  );
  const byService = off.filter(({ reason }) => reason?.startsWith('It has failed'));
  const count = off.length - byService.length;
  if (byService.length === 0) return count === 0 ? 'none is off' : `${count} switched off by somebody`;
  throw new Fault(
    byService.map(({ id, reason }) => `${id} is off: ${reason ?? ''}`).join('\n    '),
    `Mend the receiver, then PUT /api/1.3/webhooks/<id> with {"is_active": true}, and test it: "${COMMAND_CALL} webhooks test <id>".`,
  );
}
