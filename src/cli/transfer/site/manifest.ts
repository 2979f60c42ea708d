import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidError } from '../../../kernel/errors.js';
import { writeWhole } from '../../../platform/files/write-whole.js';

export const FORMAT = 'content-publishing-service/site';
/** Raised when an export can no longer be read as before. */
export const FORMAT_VERSION = 1;

/** A file of records. */
export interface ManifestFile {
  /** Name of the kind; its records are in `<kind>.jsonl`. */
  readonly kind: string;
  /** Records: lines. */
  readonly count: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Contents of an exported folder. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly site: { readonly name: string; readonly url: string };
  readonly records: readonly ManifestFile[];
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    /** SHA-256 of files that the site had lost when it was exported. */
    readonly missing: readonly string[];
  };
}

export const manifestPath = (folder: string): string => join(folder, 'manifest.json');
export const recordsPath = (folder: string, kind: string): string => join(folder, `${kind}.jsonl`);
export const filesFolder = (folder: string): string => join(folder, 'files');
export const filePath = (folder: string, hash: string): string => join(filesFolder(folder), hash);

/** Written last, and whole: a folder with a manifest is complete. */
export function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  return writeWhole(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * @returns the manifest, and its SHA-256, by which an import is known again
 * @throws InvalidError
 */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; id: string }> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw wrong(`${folder} has no manifest.json: it is not a folder that "export --all" has completed.`);
  });
  const manifest = parse(text);
  if (manifest.format !== FORMAT) throw wrong(`${manifestPath(folder)} is not one of an exported site.`);
  if (manifest.version !== FORMAT_VERSION)
    throw wrong(
      `The folder has format version ${String(manifest.version)}; this service reads version ${FORMAT_VERSION}.`,
    );
  if (!isComplete(manifest)) throw wrong(`${manifestPath(folder)} is damaged.`);
  return { manifest, id: createHash('sha256').update(text).digest('hex') };
}

function parse(text: string): Partial<Manifest> {
  try {
    return Object(JSON.parse(text)) as Partial<Manifest>;
  } catch {
    return {};
  }
}

function isComplete(manifest: Partial<Manifest>): manifest is Manifest {
  const { records, files } = manifest;
  return (
    Array.isArray(records) &&
    (records as Partial<ManifestFile>[]).every(({ kind }) => /^[a-z-]+$/.test(kind ?? '')) &&
    Array.isArray(files?.missing)
  );
}

const wrong = (message: string): InvalidError => new InvalidError('invalid-export', message);
