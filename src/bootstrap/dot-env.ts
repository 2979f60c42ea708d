import { existsSync } from 'node:fs';

/** Variables that say which site a command works on. */
const OF_SITE = ['DATABASE_URL', 'DATA_DIR'];

let ofShell: readonly string[] = [];

/** Reads `.env` of the working directory; what is set already wins. */
export function loadDotEnv(): void {
  ofShell = OF_SITE.filter((name) => process.env[name] !== undefined);
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Names of variables that say which site this is, and that were set for this process, not in `.env`. */
export const variablesOfShell = (): readonly string[] => ofShell;
