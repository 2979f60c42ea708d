import { existsSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { currentOrigin, runFrom, type WorkOrigin } from '../platform/concurrency/work-origin.js';
import { databaseName } from '../platform/config/database-name.js';
import { Environment } from '../platform/config/environment.js';
import { misspeltVariables } from '../platform/config/variables.js';
import {
  closeDataSources,
  type DataSources,
  openDataSources,
  type OpenOptions,
} from '../platform/database/data-sources.js';
import { declaredEntities } from '../platform/database/declared-entities.js';
import { COMMAND_LIMITS } from '../platform/database/mysql/limits.js';
import { closeDatabaseOf } from '../platform/platform.module.js';
import { CommandLogger } from './command-logger.js';
import { currentExtension, loadMigrations } from './current-extension.js';

/** Runs work with the whole application, without a port, and closes it afterwards. */
export async function withApplication<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const environment = Environment.from(process.env);
  tellDatabase(environment);
  // A command publishes nothing besides what it is asked to.
  environment.SCHEDULER = 'off';
  // A replica may be two seconds late.
  delete environment.DATABASE_READ_URL;
  // It tells on the terminal what it does, and waits for no collector.
  delete environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  const module = AppModule.extendedBy(await currentExtension(), environment);
  // The service writes at its start what no command has asked for.
  const app = await runFrom(null, () =>
    NestFactory.createApplicationContext(module, { logger: new CommandLogger(), abortOnError: false }),
  ).catch(async (error: unknown) => {
    await closeDatabaseOf(environment);
    throw error;
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** Runs work on the database alone. */
export async function withDatabase<T>(
  work: (sources: DataSources) => Promise<T>,
  more: Pick<OpenOptions, 'replicaUrl'> = {},
): Promise<T> {
  const environment = Environment.from(process.env);
  tellDatabase(environment);
  const { DATABASE_URL, DATABASE_POOL } = environment;
  await loadMigrations();
  const entities = declaredEntities();
  const sources = await openDataSources(DATABASE_URL, {
    poolSize: DATABASE_POOL,
    entities,
    limits: COMMAND_LIMITS,
    ...more,
  });
  try {
    return await work(sources);
  } finally {
    await closeDataSources(sources);
  }
}

/** Commands that have named their database. */
const told = new WeakSet<WorkOrigin>();

/**
 * Names the database of a command, once: with other variables than the service has, it works on another one.
 * On standard error, since scripts read standard output.
 */
export function tellDatabase({ DATABASE_URL }: Environment): void {
  const command = currentOrigin();
  if (command === null || told.has(command)) return;
  told.add(command);
  for (const fault of misspeltVariables(process.env)) process.stderr.write(`Warning: ${fault}\n`);
  const name = databaseName(DATABASE_URL);
  const isNew = DATABASE_URL.startsWith('sqlite:') && !existsSync(name);
  process.stderr.write(`Database  ${name}${isNew ? ' (new)' : ''}\n`);
}

/** Output of a command, for people and for pipes. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A text of others for a terminal, which would obey the control characters in it; line breaks stay. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]+/gu, ' ');
}

/** The same, for a line. */
export function onOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Columns that line up. */
export function printTable(texts: readonly (readonly string[])[]): void {
  const rows = texts.map((row) => row.map(onOneLine));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
