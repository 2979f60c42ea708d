import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { InvalidError, NotFoundError } from '../../../kernel/errors.js';
import { SiteSettings } from '../../../modules/site/site.settings.js';
import { originalKey } from '../../../modules/storage/blob-store.js';
import { FileStorage } from '../../../modules/storage/file-storage.js';
import { type RecordReader, SiteRecords } from '../../../modules/transfer/site-records.js';
import {
  declaredKinds,
  textIn,
  type TransferKind,
  type TransferRecord,
} from '../../../modules/transfer/transfer-kind.js';
import { Environment } from '../../../platform/config/environment.js';
import { writeSummed } from '../../../platform/files/file-sum.js';
import { LineWriter } from '../../../platform/files/line-writer.js';
import { print, withApplication } from '../../context.js';
import {
  filePath,
  filesFolder,
  FORMAT,
  FORMAT_VERSION,
  type ManifestFile,
  manifestPath,
  recordsPath,
  writeManifest,
} from './manifest.js';
import { Progress } from '../../progress/progress.js';
import { withSmallMemory } from './small-memory.js';

/**
 * Writes the whole site into a folder: as it is at one time, while it goes on
 * being written to, in bounded memory.
 *
 * @returns whether every file that records refer to was there
 */
export async function exportSite(folder: string): Promise<boolean> {
  await prepare(folder);
  return withApplication(async (app) => {
    const files = new FileExport(app.get<FileStorage>(FileStorage), folder);
    const progress = new Progress();
    const site = app.get<SiteRecords>(SiteRecords);
    const exportAll = async (read: RecordReader) => {
      const written: ManifestFile[] = [];
      for (const kind of declaredKinds())
        written.push(await exportKind(kind, read, { folder, files, progress }));
      return written;
    };
    const records = await withSmallMemory(() => site.snapshot(exportAll));
    await writeManifest(folder, {
      format: FORMAT,
      version: FORMAT_VERSION,
      site: siteOf(app),
      records,
      files: files.facts(),
    });
    const { count, missing } = files.facts();
    const sum = records.reduce((total, one) => total + one.count, 0);
    print(`${sum} records and ${count} files exported to ${folder}`);
    for (const hash of missing) process.stderr.write(`The file ${hash} is lost; see "doctor".\n`);
    return missing.length === 0;
  });
}

interface Target {
  readonly folder: string;
  readonly files: FileExport;
  readonly progress: Progress;
}

async function exportKind(
  kind: TransferKind,
  read: RecordReader,
  { folder, files, progress }: Target,
): Promise<ManifestFile> {
  const writer = new LineWriter(recordsPath(folder, kind.name));
  let done = 0;
  for await (const records of read(kind)) {
    for (const record of records) await writer.write(JSON.stringify(record));
    for (const record of records) await files.takeOf(kind, record);
    progress.tell(kind.name, (done += records.length));
    await turn();
  }
  progress.end(kind.name, done);
  return { kind: kind.name, ...(await writer.end()) };
}

function siteOf(app: INestApplicationContext): { name: string; url: string } {
  const { PUBLIC_BASE_URL } = app.get(Environment);
  return { name: app.get(SiteSettings, { strict: false }).name, url: PUBLIC_BASE_URL };
}

/** Named by its hash, or begun. */
const EXPORTED_FILE = /^[\da-f]{64}(\.part)?$/;

/** @throws InvalidError for a folder that holds anything but an export that was cut off */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (existsSync(manifestPath(folder)))
    throw new InvalidError('folder-taken', `${folder} holds an export already; name another folder.`);
  const own = new Set(['files', 'manifest.json.part', ...declaredKinds().map(({ name }) => `${name}.jsonl`)]);
  const other = (await readdir(folder)).find((name) => !own.has(name));
  if (other !== undefined)
    throw new InvalidError('folder-taken', `${folder} holds other files (${other}); name an empty folder.`);
  await removeFiles(filesFolder(folder));
  await mkdir(filesFolder(folder), { mode: 0o700 });
}

/**
 * Removes the files of an export that was cut off.
 * @throws InvalidError for a folder of other files, as the storage of a site has one
 */
async function removeFiles(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const other = names.find((name) => !EXPORTED_FILE.test(name));
  if (other !== undefined)
    throw new InvalidError('folder-taken', `${folder} holds other files (${other}); name an empty folder.`);
  await rm(folder, { recursive: true, force: true });
}

/** Copies the files that records refer to, each once. */
class FileExport {
  private count = 0;
  private bytes = 0;
  private readonly missing = new Set<string>();
  private readonly copied = new Set<string>();

  constructor(
    private readonly storage: FileStorage,
    private readonly folder: string,
  ) {}

  async takeOf({ file }: TransferKind, record: TransferRecord): Promise<void> {
    if (!file) return;
    const hash = textIn(record, file.hash);
    if (this.copied.has(hash)) return;
    this.copied.add(hash);
    try {
      this.bytes += await this.copy(hash);
      this.count += 1;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      this.missing.add(hash);
    }
  }

  facts() {
    return { count: this.count, bytes: this.bytes, missing: [...this.missing].sort() };
  }

  /** @returns bytes */
  private async copy(hash: string): Promise<number> {
    const path = filePath(this.folder, hash);
    const draft = `${path}.part`;
    const { bytes, sha256 } = await writeSummed(await this.storage.open(originalKey(hash)), draft);
    if (sha256 !== hash) {
      await rm(draft);
      throw new NotFoundError('file-damaged', `The stored file ${hash} is damaged.`);
    }
    await rename(draft, path);
    return bytes;
  }
}
