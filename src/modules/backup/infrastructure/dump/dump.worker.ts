import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'sqlite-driver';
import type { DumpFacts, TableFacts } from '../../database-dump.ts';
import { dumpSqlite, sqliteTables } from './sqlite-dump.ts';

/*
 * Runs in a thread of its own, in tests from its source: what it loads uses
 * only TypeScript that Node can strip.
 */

export interface DumpTask {
  readonly url: string;
  /** Target folder; null for the checksums of the tables alone. */
  readonly folder: string | null;
}

/** The last message is the result, or the error. */
export type DumpMessage =
  | { readonly progress: readonly [part: string, done: number, total?: number] }
  | { readonly result: DumpFacts | readonly TableFacts[] }
  | { readonly error: { readonly message: string; readonly code?: unknown } };

const TELL_EVERY_MS = 500;
let toldAt = 0;

function tell(...progress: [part: string, done: number, total?: number]): void {
  if (Date.now() - toldAt < TELL_EVERY_MS) return;
  toldAt = Date.now();
  post({ progress });
}

function post(message: DumpMessage): void {
  parentPort?.postMessage(message);
}

async function run({ url, folder }: DumpTask): Promise<DumpFacts | readonly TableFacts[]> {
  if (url.startsWith('mysql:')) {
    // The driver of the server is nothing that a service on a file needs.
    const { dumpServer, serverTables } = await import('./server-dump.ts');
    return folder === null ? serverTables(url, tell) : dumpServer(url, folder, tell);
  }
  const file = url.slice('sqlite:'.length);
  if (folder !== null) return dumpSqlite(file, folder, tell);
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    return await sqliteTables(db, tell);
  } finally {
    db.close();
  }
}

try {
  post({ result: await run(workerData as DumpTask) });
} catch (error) {
  const { message, code } = error as Error & { code?: unknown };
  post({ error: { message, ...(code !== undefined && { code }) } });
}
