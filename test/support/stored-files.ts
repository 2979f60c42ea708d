import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../../src/kernel/clock.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { derivedKey, type NewFile, originalKey, BlobStore } from '../../src/modules/storage/blob-store.js';
import { TempFiles } from '../../src/modules/storage/temp-files.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from './service.js';

interface Row {
  readonly hash: string;
  readonly size: number;
  readonly released: number | null;
}

export let service: Service;
export let database: Database;
export let unitOfWork: UnitOfWork;
export let storage: FileStorage;
export let files: BlobStore;
export let workspace: TempFiles;
export let clock: Clock;
/** Starts the service before the tests of a spec, and empties its storage before each. */
export function useStorage(): void {
  beforeAll(async () => {
    service = await startService();
    // The job of the storage sweeps every five minutes, which may be in the middle of a test.
    for (const job of service.app.get(SchedulerRegistry).getCronJobs().values()) await job.stop();
    database = service.app.get(Database);
    unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
    storage = service.app.get<FileStorage>(FileStorage);
    files = service.app.get(BlobStore);
    workspace = service.app.get(TempFiles);
    clock = service.app.get<Clock>(Clock);
    await database.sources.writer.query(
      `CREATE TABLE pictures (id INTEGER NOT NULL PRIMARY KEY, hash VARCHAR(64) NOT NULL,
         FOREIGN KEY (hash) REFERENCES stored_files (hash))`,
    );
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await unitOfWork.run(async () => {
      await database.execute('DELETE FROM pictures');
      await database.execute('DELETE FROM stored_files');
    });
    await storage.removeAll('originals/');
    await storage.removeAll('derived/');
    await rm(workspace.folder, { recursive: true, force: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
}

export async function newFile(content: string | Buffer): Promise<NewFile> {
  const path = workspace.path();
  await writeFile(path, content);
  const hash = createHash('sha256').update(content).digest('hex');
  return { hash, size: Buffer.byteLength(content), path, contentType: 'text/plain' };
}

export const insert = (id: number, { hash }: { hash: string }) =>
  database.execute('INSERT INTO pictures (id, hash) VALUES (?, ?)', [id, hash]);
export const keep = (id: number, file: NewFile) => files.attach([file], () => insert(id, file));
export const drop = (id: number, { hash }: { hash: string }) =>
  unitOfWork.run(async () => {
    await database.execute('DELETE FROM pictures WHERE id = ?', [id]);
    await files.release(hash);
  });
export const rows = () =>
  database.rows<Row>('SELECT hash, size, released_ts AS released FROM stored_files ORDER BY hash');
export const pictures = () => database.rows<{ id: number }>('SELECT id FROM pictures ORDER BY id');
export const derive = async ({ hash, path }: NewFile, name: string) =>
  storage.put(derivedKey(hash, name), path, 'text/plain');
export const isStored = async ({ hash }: { hash: string }) =>
  (await storage.size(originalKey(hash))) !== null;
export async function keys(): Promise<string[]> {
  const found: string[] = [];
  for (const prefix of ['originals/', 'derived/'])
    for await (const key of storage.list(prefix)) found.push(key);
  return found.sort();
}
