import { declarationsOf } from '../../extension/extension.js';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import { BackupSettings } from '../../modules/backup/backup.settings.js';
import { PermalinkSettings } from '../../modules/permalinks/permalink.settings.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import {
  FileSiteSettingsSource,
  type LoadedSettings,
  parseSiteSettings,
} from '../../modules/site/site-settings-source.js';
import { openStorage, openTempFiles } from '../../modules/storage/storage.module.js';
import { Environment } from '../../platform/config/environment.js';
import type { DataSources } from '../../platform/database/data-sources.js';
import { migrate, schemaDrift } from '../../platform/database/migrating/migrate.js';
import { assertNotRestoring } from '../../platform/database/restore-mark.js';
import { print, withDatabase } from '../context.js';
import { currentExtension } from '../current-extension.js';
import { auditBackups } from './backups-audit.js';
import { auditFiles } from './files-audit.js';
import { auditPaths } from './paths-audit.js';

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

/** Articles of which a line of the examination names the ids. */
const MOST_LISTED = 100;

type Examination = readonly [what: string, examine: () => Promise<string>];

interface Finding {
  readonly name: string;
  readonly is_well: boolean;
  readonly finding: string;
}

/** Examines what the service stands on and prints a line for each, or all as JSON. @returns whether all is well */
export async function examine({ fix, json }: { fix: boolean; json: boolean }): Promise<boolean> {
  const environment = Environment.from(process.env);
  let isWell = true;
  const examinations: Examination[] = [
    ['settings', () => describeSettings(environment)],
    ['storage', () => checkStorage(environment)],
    ['database', () => withDatabase(describeDatabase)],
    ['migrations', () => withDatabase(checkMigrations)],
    ['schema', () => withDatabase(checkSchema)],
    ['keys', () => withDatabase(countKeys)],
    ['ids', () => withDatabase(listDoubleIds)],
    ['jobs', () => withDatabase(checkJobs)],
    ['events', () => withDatabase(checkEvents)],
    ['backups', () => withDatabase((sources) => checkBackups(environment, sources))],
    ['paths', () => (isWell ? auditPaths(fix) : notExamined())],
    ['files', () => (isWell ? auditFiles(fix) : notExamined())],
  ];
  const findings: Finding[] = [];
  const note = (found: Finding): void => {
    findings.push(found);
    isWell &&= found.is_well;
    if (!json) print(`${found.is_well ? '✓' : '✗'} ${found.name.padEnd(11)}  ${found.finding}`);
  };
  note({ name: 'environment', is_well: true, finding: `Node ${process.versions.node}` });
  for (const [name, examineIt] of examinations)
    note(
      await examineIt().then(
        (finding) => ({ name, is_well: true, finding }),
        (error: unknown) => ({
          name,
          is_well: false,
          finding: error instanceof Error ? error.message : String(error),
        }),
      ),
    );
  if (json) print(JSON.stringify(findings, null, 2));
  return isWell;
}

const notExamined = () => Promise.reject<string>(new Error('not examined: mend the above first'));

async function loadSettings({ SITE_SETTINGS }: Environment): Promise<LoadedSettings> {
  const source = new FileSiteSettingsSource(SITE_SETTINGS);
  return parseSiteSettings(source.load(), source.name, declarationsOf(await currentExtension()));
}

async function describeSettings(environment: Environment): Promise<string> {
  const settings = await loadSettings(environment);
  const { name, timeZone, locale } = settings.of(SiteSettings);
  return `${name}, ${timeZone}, ${locale}, permalinks ${settings.of(PermalinkSettings).permalink}`;
}

async function checkStorage(environment: Environment): Promise<string> {
  const storage = await openStorage(environment, openTempFiles(environment));
  return storage.check();
}

async function describeDatabase({ dialect, writer }: DataSources): Promise<string> {
  if (dialect === 'sqlite') {
    const [row] = await writer.manager.query<{ version: string }[]>('SELECT sqlite_version() AS version');
    return `SQLite ${row?.version ?? ''}`;
  }
  const [row] = await writer.manager.query<{ version: string; collation: string }[]>(
    'SELECT VERSION() AS version, @@collation_database AS collation',
  );
  return `${row?.version ?? ''}, ${row?.collation ?? ''}`;
}

async function checkMigrations({ writer }: DataSources): Promise<string> {
  if (await writer.showMigrations())
    throw new Error('not all have been run: start the service, or run "migrate"');
  return 'all have been run';
}

async function checkSchema(sources: DataSources): Promise<string> {
  const drift = await schemaDrift(sources);
  if (drift.length > 0)
    throw new Error(`differs from what the service expects:\n    ${drift.join('\n    ')}`);
  return 'is as expected';
}

async function countKeys({ writer }: DataSources): Promise<string> {
  const [row] = await writer.manager.query<{ number: number }[]>(
    'SELECT COUNT(*) AS number FROM api_keys WHERE revoked_ts IS NULL',
  );
  return `${row?.number ?? 0} not revoked`;
}

/** Articles that came before external ids had to differ; nothing is wrong with them, but the first is found by its id. */
async function listDoubleIds({ writer }: DataSources): Promise<string> {
  const rows = await writer.manager.query<{ id: number }[]>(
    `SELECT a.id AS id FROM articles a LEFT JOIN provider_posts p ON p.article_id = a.id
      WHERE a.provider_post_id <> '' AND a.status <> ? AND p.article_id IS NULL ORDER BY a.id LIMIT ?`,
    [ArticleStatus.Removed, MOST_LISTED],
  );
  if (rows.length === 0) return 'each external id is of one article';
  const ids = rows.map(({ id }) => id).join(', ');
  return `other articles have the external ids of ${ids}${rows.length < MOST_LISTED ? '' : ' …'}`;
}

async function checkJobs({ writer }: DataSources): Promise<string> {
  const failed = await writer.manager.query<{ name: string; failures: number }[]>(
    'SELECT name, failures FROM jobs WHERE failures > 0 ORDER BY name',
  );
  if (failed.length === 0) return 'the last run of each has not failed';
  const jobs = failed.map(({ name, failures }) => `${name} fails, see the log; failed runs: ${failures}`);
  throw new Error(jobs.join('\n    '));
}

async function checkEvents({ writer }: DataSources): Promise<string> {
  const waiting = await writer.manager.query<{ consumer: string; resources: number; attempts: number }[]>(
    `SELECT consumer, COUNT(*) AS resources, MAX(attempts) AS attempts FROM event_retries
      GROUP BY consumer ORDER BY consumer`,
  );
  if (waiting.length === 0) return 'no consumer has failed';
  const consumers = waiting.map(
    ({ consumer, resources, attempts }) =>
      `${consumer} fails, see the log; resources that wait: ${resources}, attempts so far: ${attempts}`,
  );
  throw new Error(consumers.join('\n    '));
}

async function checkBackups(environment: Environment, sources: DataSources): Promise<string> {
  return auditBackups((await loadSettings(environment)).of(BackupSettings), sources);
}
