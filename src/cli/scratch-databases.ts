import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDataSources, openDataSources } from '../platform/database/data-sources.js';
import { COMMAND_LIMITS } from '../platform/database/mysql/limits.js';

/** A database that is there for a check alone. */
export interface ScratchDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * A command that is told to end (Ctrl-C) drops it first.
 *
 * @param purpose begins its name: lower case, with underscores
 * @param server `mysql://user:password@host:port`; an embedded database when it is left out
 */
export async function createScratchDatabase(purpose: string, server?: string): Promise<ScratchDatabase> {
  const name = `${purpose}_${randomBytes(6).toString('hex')}`;
  if (server === undefined) {
    const folder = join(tmpdir(), name);
    const drop = await createDropped(
      folder,
      () => mkdir(folder, { mode: 0o700 }),
      () => rm(folder, { recursive: true, force: true, maxRetries: MAX_RETRIES }),
    );
    return { name: 'SQLite', url: `sqlite:${join(folder, 'content.db')}`, drop };
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = await createDropped(
    name,
    () => execute(server, `CREATE DATABASE ${name}`),
    () => execute(server, `DROP DATABASE IF EXISTS ${name}`),
  );
  return { name: url.host, url: url.href, drop };
}

/** Work that goes on may make a file in a folder that is being removed. */
const MAX_RETRIES = 5;
/** Removals of databases and folders that must not outlive the process, by their names. */
const present = new Map<string, () => Promise<void>>();
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
let isEnding = false;

/**
 * Creates something that a signal which ends the process removes.
 * @returns what removes it before
 */
async function createDropped(
  name: string,
  create: () => Promise<void>,
  remove: () => Promise<void>,
): Promise<() => Promise<void>> {
  if (present.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  let dropping: Promise<void> | null = null;
  const drop = (): Promise<void> => (dropping ??= creating.then(remove, () => undefined));
  present.set(name, drop);
  const creating = create();
  const leave = async (): Promise<void> => {
    present.delete(name);
    if (present.size === 0) stopListening();
    // Work has failed for want of its database then, which is not worth a message.
    if (isEnding) await new Promise(() => undefined);
  };
  await creating.catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  return () => drop().then(leave);
}

/** A second signal ends the process at once. */
function end(signal: NodeJS.Signals): void {
  isEnding = true;
  stopListening();
  const drops = [...present].map(([name, drop]) =>
    drop().catch((error: unknown) => process.stderr.write(`${name} is left: ${String(error)}\n`)),
  );
  void Promise.all(drops).then(() => process.kill(process.pid, signal));
}

function stopListening(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}

async function execute(server: string, statement: string): Promise<void> {
  const url = new URL(server);
  // Every account may use it, and it is always there.
  url.pathname = '/information_schema';
  const sources = await openDataSources(url.href, {
    poolSize: 1,
    entities: [],
    migrations: [],
    limits: COMMAND_LIMITS,
  });
  try {
    await sources.writer.query(statement);
  } finally {
    await closeDataSources(sources);
  }
}
