import { join } from 'node:path';
import type { DumpOptions, TableFacts } from '../database-dump.js';
import { FILE_LIST, rowsFile, SNAPSHOT } from '../contents/dump-paths.js';
import { neededFilesOf } from '../contents/file-copies.js';
import { type FileSum, sumOf } from '../../../platform/files/file-sum.js';
import { databaseFolder, filePath, type Manifest } from '../contents/manifest.js';

/** Faults that are told of a backup; one whose disk fails has many. */
const MAX_FAULTS = 50;

type Tell = DumpOptions['onProgress'];

/** Reads every file of a backup, and compares its checksum. @returns what is wrong, in words */
export async function checkBackup(backup: string, manifest: Manifest, tell: Tell): Promise<string[]> {
  const faults: string[] = [];
  const { tables, snapshot, fileList } = manifest;
  const inDatabase = (name: string): string => join(databaseFolder(backup), name);
  const note = async (name: string, path: string, expected: Partial<FileSum>): Promise<boolean> => {
    const fault = await faultOf(path, expected);
    if (fault !== null) faults.push(`${name}: ${fault}`);
    return fault === null;
  };
  if (snapshot) await note(`database/${SNAPSHOT}`, inDatabase(SNAPSHOT), snapshot);
  else
    for (const { name, sha256 } of tables)
      await note(`table ${name}`, inDatabase(rowsFile(name)), { sha256 });
  if (!(await note(`database/${FILE_LIST}`, inDatabase(FILE_LIST), fileList))) return faults;
  const lost = new Set(manifest.files.lost.map(({ sha256 }) => sha256));
  let done = 0;
  for await (const { sha256, size } of neededFilesOf(inDatabase(FILE_LIST))) {
    tell('checked files', (done += 1), fileList.count);
    if (lost.has(sha256)) continue;
    await note(`file ${sha256}`, filePath(backup, sha256), { sha256, bytes: size });
    if (faults.length >= MAX_FAULTS) return faults;
  }
  return faults;
}

/** Compares the tables of a restored database with those of its backup. @returns what is wrong, in words */
export function compareTables(expected: readonly TableFacts[], restored: readonly TableFacts[]): string[] {
  const found = new Map(restored.map((table) => [table.name, table]));
  return expected.flatMap(({ name, rows, sha256 }) => {
    const table = found.get(name);
    if (!table) return [`table ${name}: is missing`];
    if (table.rows !== rows) return [`table ${name}: has ${table.rows} rows instead of ${rows}`];
    return table.sha256 === sha256 ? [] : [`table ${name}: its rows differ`];
  });
}

async function faultOf(path: string, { sha256, bytes }: Partial<FileSum>): Promise<string | null> {
  const sum = await sumOf(path).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (sum instanceof Error)
    return sum.code === 'ENOENT' ? 'is missing' : `cannot be read (${sum.code ?? sum.message})`;
  const isWhole = sum.sha256 === sha256 && (bytes === undefined || bytes === sum.bytes);
  return isWhole ? null : 'is damaged: its checksum is another';
}
