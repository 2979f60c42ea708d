import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { runCommand } from './command-line.js';
import type { TestDatabase } from './database.js';
import { makeHostileTables } from './hostile-table.js';
import { newsroom } from './own-fields.js';
import type { Finished } from './process.js';
import { BASE_URL, type Service } from './service.js';
import { fillSite, type SiteContent, startSite } from './whole-site.js';

/** A filled site, with tables of an extension that are hard to carry, and a backup of it. */
export interface BackedUpSite {
  readonly source: Service;
  readonly ids: SiteContent;
  /** The folder that has the backup. */
  readonly backups: string;
  readonly backup: string;
}

export async function startBackedUpSite(): Promise<BackedUpSite> {
  const source = await startSite();
  const ids = await fillSite(source);
  await source.get('/api/1.3/posts').set('idempotency-key', 'k');
  await makeHostileTables(source.database);
  const backups = join(source.database.folder, 'backups');
  return { source, ids, backups, backup: await backUp(source, backups) };
}

/** Runs a command on a database of the site, with the extension that it has. */
export const runOnSite = (database: TestDatabase, ...parameters: string[]): Promise<Finished> =>
  runCommand(parameters, database, { PUBLIC_BASE_URL: BASE_URL }, newsroom);

/** @returns the folder of the backup */
export async function backUp({ database }: Service, into: string): Promise<string> {
  const before = existsSync(into) ? readdirSync(into) : [];
  const { code, stderr } = await runOnSite(database, 'backup', into);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  const [name = ''] = readdirSync(into).filter((one) => !before.includes(one));
  return join(into, name);
}

/** Paths of the copied files of a backup. */
export const filesIn = (backup: string): string[] =>
  readdirSync(join(backup, 'files'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort();
