import { SiteSettingsError } from '../../modules/site/site-settings-source.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import { Environment } from '../../platform/config/environment.js';
import { misspeltVariables } from '../../platform/config/variables.js';
import { isRefusing, isUnreachable } from '../../platform/database/database-errors.js';
import { print, printable, withDatabase } from '../context.js';
import { checkBackups } from './backups-check.js';
import {
  checkEvents,
  checkJobs,
  checkMigrations,
  checkSchema,
  checkWebhooks,
  countFormerRenderings,
  countKeys,
  listDoubleIds,
} from './content-checks.js';
import { Fault } from './fault.js';
import { auditFiles } from './files-audit.js';
import { checkDisks, checkStorage, describeSettings } from './machine-checks.js';
import { auditPaths } from './paths-audit.js';
import { checkReadReplica } from './read-replica-check.js';
import { checkRedirects, checkReferences } from './reference-checks.js';
import { checkClock, checkPool, checkReplica, describeDatabase } from './server-checks.js';

type Examination = readonly [what: string, examine: () => Promise<string>];

interface Finding {
  readonly name: string;
  readonly is_well: boolean;
  readonly finding: string;
  /** The step that mends it. */
  readonly mend?: string;
}

const NO_DATABASE =
  'Start the database, and check DATABASE_URL and that it may be reached with it from this machine.';

const NOT_MIGRATED = `Run "${COMMAND_CALL} migrate", then doctor again.`;

interface Options {
  /** Whether to mend what can be mended without a loss. */
  readonly fix: boolean;
  /** Whether that removes files of which the database knows nothing, however many there are. */
  readonly removeUnknown: boolean;
  readonly json: boolean;
}

/** Examinations that have to end well before paths and files are audited. */
const REQUIRED_BY_AUDITS = new Set(['settings', 'storage', 'disk', 'database', 'migrations', 'schema']);

/**
 * Examines what the service stands on and prints a line for each, or all as JSON.
 * @returns whether all is well
 */
export async function examine(options: Options): Promise<boolean> {
  const { fix, json } = options;
  // Standard output holds nothing but the JSON then.
  const printPart = json ? (line: string) => process.stderr.write(`${line}\n`) : print;
  const environment = Environment.from(process.env);
  let isWell = true;
  let isMigrated = false;
  const ofDatabase = (check: Parameters<typeof withDatabase<string>>[0]) => () =>
    withDatabase(check, { replicaUrl: environment.DATABASE_READ_URL }).catch((error: unknown) => {
      if (error instanceof Fault) throw error;
      // Their faults are told by `settings`.
      if (error instanceof SiteSettingsError) return notExamined();
      const isAway = isUnreachable(error) || isRefusing(error);
      throw new Fault(messageOf(error), isAway ? NO_DATABASE : NOT_MIGRATED);
    });
  /** A check that needs the tables; skipped before they exist. */
  const ofTables = (check: Parameters<typeof withDatabase<string>>[0]) => () =>
    isMigrated ? ofDatabase(check)() : notExamined();
  const examinations: Examination[] = [
    ['settings', () => describeSettings(environment)],
    // An extension may make its storage by the settings.
    ['storage', () => (areSettingsWell() ? checkStorage(environment) : notExamined())],
    ['disk', () => checkDisks(environment)],
    ['database', ofDatabase(describeDatabase)],
    ['clock', ofDatabase(checkClock)],
    ['pool', ofDatabase((sources) => checkPool(sources, environment))],
    ['replica', ofDatabase(checkReplica)],
    ['migrations', ofDatabase(checkMigrations)],
    ['read url', ofTables(checkReadReplica)],
    ['schema', ofTables(checkSchema)],
    ['keys', ofTables(countKeys)],
    ['ids', ofTables(listDoubleIds)],
    ['references', ofTables(checkReferences)],
    ['redirects', ofTables((sources) => checkRedirects(sources, environment.PUBLIC_BASE_URL))],
    ['renderings', ofTables((sources) => countFormerRenderings(sources, environment.EXTENSION))],
    ['jobs', ofTables(checkJobs)],
    ['events', ofTables(checkEvents)],
    ['webhooks', ofTables(checkWebhooks)],
    ['backups', ofTables((sources) => checkBackups(environment, sources))],
    ['paths', () => (canBeAudited() ? auditPaths(fix, printPart) : notExamined())],
    ['files', () => (canBeAudited() && canStart ? auditFiles(options, printPart) : notExamined())],
  ];
  const findings: Finding[] = [];
  let canStart = true;
  const areSettingsWell = () => findings.some(({ name, is_well }) => name === 'settings' && is_well);
  const canBeAudited = () => findings.every(({ name, is_well }) => is_well || !REQUIRED_BY_AUDITS.has(name));
  const note = (found: Finding): void => {
    findings.push(found);
    isWell &&= found.is_well;
    if (found.name === 'migrations') isMigrated = found.is_well;
    // It says then why the service itself does not start.
    if (found.name === 'paths') canStart = found.is_well || found.mend !== undefined;
    if (json) return;
    print(printable(`${found.is_well ? '✓' : '✗'} ${found.name.padEnd(11)}  ${found.finding}`));
    if (found.mend !== undefined) print(`    → ${found.mend}`);
  };
  const environmentFinding = [`Node ${process.versions.node}`, ...misspeltVariables(process.env)].join('; ');
  note({ name: 'environment', is_well: true, finding: environmentFinding });
  for (const [name, examineIt] of examinations)
    note(
      await examineIt().then(
        (finding) => ({ name, is_well: true, finding }),
        (error: unknown) => faultOf(name, error),
      ),
    );
  if (json) print(JSON.stringify(findings, null, 2));
  return isWell;
}

function faultOf(name: string, error: unknown): Finding {
  const fault = { name, is_well: false, finding: messageOf(error) };
  return error instanceof Fault ? { ...fault, mend: error.mend } : fault;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const notExamined = () =>
  Promise.reject<string>(new Fault('not examined: mend the above first', 'Then run doctor again.'));
