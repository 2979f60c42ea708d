import { existsSync } from 'node:fs';
import { start } from './start.js';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 9)) {
  console.error(
    `This service runs on Node 24.9 or newer; this is Node ${process.versions.node}. "npm start" takes the right one.`,
  );
  process.exit(1);
}
if (existsSync('.env')) process.loadEnvFile('.env');

try {
  await start();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

/** Faults of the configuration are for the operator, without a stack; anything else is ours. */
function explain(error: unknown): unknown {
  const isOperators = error instanceof Error && ['EnvironmentError', 'SiteSettingsError'].includes(error.name);
  if (isOperators) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  return typeof code === 'string' && /^(E[A-Z]+|ER_\w+)$/.test(code) ? `Cannot start: ${message ?? code}` : error;
}
