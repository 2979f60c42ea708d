import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Environment, EnvironmentError } from '../config/environment.js';
import { fileFault } from '../config/file-fault.js';
import { closeDataSources, type Entity, openDataSources } from './data-sources.js';
import { Database } from './database.js';
import { isRefusing, isUnreachable } from './database-errors.js';
import { migrate } from './migrating/migrate.js';
import { assertNotRestoring } from './migrating/restore-mark.js';
import type { Tracer } from '../telemetry/tracer.js';

/** A server that starts beside the service, or is being replaced, is waited for. */
const TIMEOUT_MS = 60_000;
const RETRY_INTERVAL_MS = 500;
const REPORT_EVERY_MS = 3_000;

/** Waits for the database, opens it and brings its schema up to date. */
export async function openDatabase(
  environment: Environment,
  entities: readonly Entity[],
  tracer: Tracer,
): Promise<Database> {
  makeDataFolder(environment);
  const server = serverOf(environment.DATABASE_URL);
  const deadline = performance.now() + TIMEOUT_MS;
  let reportAt = 0;
  for (;;) {
    try {
      return await openOnce(environment, entities, tracer);
    } catch (error) {
      if (!(isUnreachable(error) || isRefusing(error)) || performance.now() > deadline) throw error;
      if (performance.now() > reportAt) {
        say(`Waiting for the database${server}: ${reasonOf(error as Error & { code?: string })}`);
        reportAt = performance.now() + REPORT_EVERY_MS;
      }
    }
    await delay(RETRY_INTERVAL_MS);
  }
}

/** @throws EnvironmentError */
function makeDataFolder({ DATA_DIR }: Environment): void {
  try {
    mkdirSync(DATA_DIR, { recursive: true });
  } catch (error) {
    throw new EnvironmentError([`DATA_DIR: ${fileFault(error) ?? (error as Error).message}`]);
  }
}

const reasonOf = ({ message, code }: Error & { code?: string }): string => message || (code ?? 'no answer');

async function openOnce(
  environment: Environment,
  entities: readonly Entity[],
  tracer: Tracer,
): Promise<Database> {
  const sources = await openDataSources(environment.DATABASE_URL, {
    poolSize: environment.DATABASE_POOL,
    replicaUrl: environment.DATABASE_READ_URL,
    entities,
    tracer,
    onCircuit: logCircuit,
  });
  try {
    await assertNotRestoring(sources);
    await migrate(sources, say);
    return new Database(sources);
  } catch (error) {
    await closeDataSources(sources).catch(() => undefined);
    throw error;
  }
}

function logCircuit(isOpen: boolean): void {
  const logger = new Logger(Database.name);
  if (isOpen) logger.error('The database does not answer; requests are refused until it does');
  else logger.log('The database answers again');
}

/** Prints a message before there is a log. */
function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Host of the URL, without account and password. */
function serverOf(url: string): string {
  return url.startsWith('mysql:') ? ` at ${new URL(url).host}` : '';
}
