import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDataSources, openDataSources } from '../platform/database/data-sources.js';

/** A database that is there for a check alone. */
export interface ScratchDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * @param purpose begins its name: lower case, with underscores
 * @param server `mysql://user:password@host:port`; an embedded database when it is left out
 */
export async function createScratchDatabase(purpose: string, server?: string): Promise<ScratchDatabase> {
  if (server === undefined) {
    const folder = await mkdtemp(join(tmpdir(), `${purpose}_`));
    return {
      name: 'SQLite',
      url: `sqlite:${join(folder, 'content.db')}`,
      drop: async () => rm(folder, { recursive: true, force: true }),
    };
  }
  const name = `${purpose}_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await execute(server, `CREATE DATABASE ${name}`);
  return {
    name: url.host,
    url: url.href,
    drop: () => execute(server, `DROP DATABASE IF EXISTS ${name}`),
  };
}

async function execute(server: string, statement: string): Promise<void> {
  const url = new URL(server);
  // Every account may use it, and it is always there.
  url.pathname = '/information_schema';
  const sources = await openDataSources(url.href, { poolSize: 1, entities: [], migrations: [] });
  try {
    await sources.writer.query(statement);
  } finally {
    await closeDataSources(sources);
  }
}
