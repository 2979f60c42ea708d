import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidError } from '../../../kernel/errors.js';
import { writeWhole } from '../../../platform/files/write-whole.js';
import type { DumpFacts } from '../database-dump.js';

export const FORMAT = 'content-publishing-service/backup';
/** Raised when a backup can no longer be read as before. */
export const FORMAT_VERSION = 1;

/** A stored file that the site had lost when its backup was made. */
export interface LostFile {
  /** Checksum of the bytes as they were stored, which is the file's name. */
  readonly sha256: string;
  readonly fault: 'missing' | 'damaged';
}

/** Contents of a backup. */
export interface Manifest extends DumpFacts {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Version of the service that has made it. */
  readonly service: string;
  readonly site: { readonly name: string; readonly url: string };
  readonly madeBy: 'command' | 'schedule';
  readonly lastMigration: string | null;
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    readonly lost: readonly LostFile[];
  };
}

export const manifestPath = (backup: string): string => join(backup, 'manifest.json');
export const databaseFolder = (backup: string): string => join(backup, 'database');
export const filePath = (backup: string, sha256: string): string =>
  join(backup, 'files', sha256.slice(0, 2), sha256);

/** Written last, and whole: a folder with a manifest is complete. It has the checksum of itself. */
export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sha256: checksumOf(manifest) }, null, 2);
  await writeWhole(manifestPath(backup), `${text}\n`);
}

/** @throws InvalidError */
export async function readManifest(backup: string): Promise<Manifest> {
  const path = manifestPath(backup);
  const text = await readFile(path, 'utf8').catch(async () => {
    await access(backup).catch(() => {
      throw invalid(`${backup} is not there.`);
    });
    throw invalid(`${backup} has no manifest.json: it is no backup, or one that was cut off.`);
  });
  const { sha256, ...manifest } = parse(text);
  if (manifest.format !== FORMAT) throw invalid(`${path} is not one of a backup.`);
  if (typeof manifest.version !== 'number' || manifest.version > FORMAT_VERSION)
    throw invalid(
      `${backup} has format version ${String(manifest.version)}, and this service reads ${FORMAT_VERSION}: it was made by a newer version; restore it with that.`,
    );
  if (sha256 !== checksumOf(manifest)) throw invalid(`${path} is damaged: its checksum is another.`);
  return manifest as Manifest;
}

function parse(text: string): Partial<Manifest> & { sha256?: string } {
  try {
    return Object(JSON.parse(text)) as Partial<Manifest>;
  } catch {
    return {};
  }
}

const checksumOf = (manifest: object): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

const invalid = (message: string): InvalidError => new InvalidError('invalid-backup', message);
