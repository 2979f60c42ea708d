import { inspect } from 'node:util';
import { DomainError } from '../kernel/errors.js';
import { fileFault } from '../platform/config/file-fault.js';

const REQUIRED = { major: 24, minor: 9 };

/** Ends the process with one sentence under a Node that is too old to run the service. */
export function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > REQUIRED.major || (major === REQUIRED.major && minor >= REQUIRED.minor)) return;
  process.stderr.write(
    `This service runs on Node ${REQUIRED.major}.${REQUIRED.minor} or newer; this is Node ${process.versions.node}. ` +
      'Run "npm ci", which brings the right one, and start with "npm start".\n',
  );
  process.exit(1);
}

/** Runs the whole of a command; a failure is explained, and ends the process with 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** The text to print for an error: one sentence for one that the operator can fix, the stack of a defect. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  if (error instanceof DomainError || OPERATORS_ERRORS.has(error.name)) return error.message;
  const ofFile = fileFault(error);
  if (ofFile !== null) return `${ofFile}.`;
  const { code, port } = error as Partial<Record<'code' | 'port', unknown>>;
  if (code === 'EADDRINUSE') return portTaken(Number(port));
  const isFromSystem = typeof code === 'string' && /^(E[A-Z]+|ER_\w+|SQLITE_\w+)$/.test(code);
  return isFromSystem ? `Failed: ${error.message || code}` : inspect(error);
}

function portTaken(port: number): string {
  const isOfMetrics = Number(process.env.METRICS_PORT) === port;
  return `Port ${port} is taken. Choose another one: ${isOfMetrics ? 'METRICS_PORT=9101' : 'PORT=3001'} npm start`;
}

const OPERATORS_ERRORS = new Set([
  'DeclarationError',
  'EnvironmentError',
  'ExtensionError',
  'ResolverError',
  'ServiceFailure',
  'SiteSettingsError',
  'UnfinishedRestoreError',
]);
