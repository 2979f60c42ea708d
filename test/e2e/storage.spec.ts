import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { OverloadedError } from '../../src/kernel/errors.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { StorageJob } from '../../src/modules/storage/storage.job.js';
import { StorageAudit, type StorageFindings } from '../../src/modules/storage/storage-audit.js';
import {
  derivedKey,
  type NewFile,
  originalKey,
  StoredFiles,
} from '../../src/modules/storage/stored-files.js';
import { Workspace } from '../../src/modules/storage/workspace.js';
import { Environment } from '../../src/platform/config/environment.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

interface Row {
  readonly hash: string;
  readonly size: number;
  readonly released: number | null;
}

let service: Service;
let database: Database;
let unitOfWork: UnitOfWork;
let storage: FileStorage;
let files: StoredFiles;
let workspace: Workspace;
let clock: Clock;
beforeAll(async () => {
  service = await startService();
  database = service.app.get(Database);
  unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
  storage = service.app.get<FileStorage>(FileStorage);
  files = service.app.get(StoredFiles);
  workspace = service.app.get(Workspace);
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

async function newFile(content: string | Buffer): Promise<NewFile> {
  const path = workspace.path();
  await writeFile(path, content);
  const hash = createHash('sha256').update(content).digest('hex');
  return { hash, size: Buffer.byteLength(content), path, contentType: 'text/plain' };
}

const insert = (id: number, { hash }: { hash: string }) =>
  database.execute('INSERT INTO pictures (id, hash) VALUES (?, ?)', [id, hash]);
const keep = (id: number, file: NewFile) => files.keep([file], () => insert(id, file));
const drop = (id: number, { hash }: { hash: string }) =>
  unitOfWork.run(async () => {
    await database.execute('DELETE FROM pictures WHERE id = ?', [id]);
    await files.release(hash);
  });
const rows = () =>
  database.rows<Row>('SELECT hash, size, released_ts AS released FROM stored_files ORDER BY hash');
const pictures = () => database.rows<{ id: number }>('SELECT id FROM pictures ORDER BY id');
const derive = async ({ hash, path }: NewFile, name: string) =>
  storage.put(derivedKey(hash, name), path, 'text/plain');
const isStored = async ({ hash }: { hash: string }) => (await storage.size(originalKey(hash))) !== null;
async function keys(): Promise<string[]> {
  const found: string[] = [];
  for (const prefix of ['originals/', 'derived/'])
    for await (const key of storage.list(prefix)) found.push(key);
  return found.sort();
}

describe('a file that is kept', () => {
  test('is stored once, however many rows refer to it', async () => {
    const file = await newFile('one');
    expect(await keep(1, file)).toBe(1);
    await keep(2, await newFile('one'));
    expect(await rows()).toEqual([{ hash: file.hash, size: 3, released: null }]);
    expect(await keys()).toEqual([`originals/${file.hash.slice(0, 2)}/${file.hash}`]);
    expect(await text(await storage.open(originalKey(file.hash)))).toBe('one');
    expect(await readdir(workspace.folder)).toHaveLength(2);
  });

  test('may be one of several, and one of them twice', async () => {
    const kept = await Promise.all(['one', 'two', 'one'].map(newFile));
    await files.keep(kept, async () => {
      for (const [index, file] of kept.entries()) await insert(index + 1, file);
    });
    expect(await rows()).toHaveLength(2);
    expect(await pictures()).toHaveLength(3);
  });

  test('is part of the unit of work around it', async () => {
    const file = await newFile('one');
    await unitOfWork.run(async () => {
      await keep(1, file);
      await keep(2, file);
    });
    expect(await pictures()).toHaveLength(2);
    const other = await newFile('two');
    const failed = unitOfWork.run(async () => {
      await keep(3, other);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await rows()).toMatchObject([{ hash: file.hash }]);
  });

  test('is put again when it was swept after it had been put', async () => {
    const file = await newFile('one');
    const put = jest.spyOn(storage, 'put');
    put.mockImplementationOnce(async (...parameters) => {
      put.mockRestore();
      await storage.put(...parameters);
      await storage.remove(originalKey(file.hash));
    });
    await keep(1, file);
    expect(await isStored(file)).toBe(true);
  });

  test('is put again when what is there is not whole', async () => {
    const file = await newFile('one and all');
    await keep(1, file);
    await truncate(join(service.database.folder, 'files', originalKey(file.hash)), 3);
    await keep(2, await newFile('one and all'));
    expect(await text(await storage.open(originalKey(file.hash)))).toBe('one and all');
  });

  test('is left to the sweep when the work that refers to it fails', async () => {
    const [file, other] = [await newFile('one'), await newFile('two')];
    await keep(1, file);
    const failed = files.keep([file, other], () => Promise.reject(new Error('no such ratio')));
    await expect(failed).rejects.toThrow('no such ratio');
    expect(await files.sweep()).toBe(0);
    expect(await files.sweep(0)).toBe(1);
    expect([await isStored(file), await isStored(other)]).toEqual([true, false]);
    expect(await rows()).toEqual([{ hash: file.hash, size: 3, released: null }]);
  });

  test('is left to the sweep when another file cannot be put', async () => {
    const [file, other] = [await newFile('one'), await newFile('two')];
    await rm(other.path);
    await expect(files.keep([file, other], () => Promise.resolve())).rejects.toThrow('ENOENT');
    expect(await files.sweep(0)).toBe(2);
    expect([await keys(), await rows()]).toEqual([[], []]);
  });
});

describe('a file that is released', () => {
  test('goes with all that was made of it, after an hour', async () => {
    const [file, other] = [await newFile('one'), await newFile('two')];
    await keep(1, file);
    await keep(2, other);
    for (const one of [file, other]) await derive(one, 'a.webp');
    await derive(file, 'deep/b.avif');
    await drop(1, file);
    const now = jest.spyOn(clock, 'now');
    now.mockReturnValue(Math.floor(Date.now() / 1000) + 3590);
    expect(await files.sweep()).toBe(0);
    now.mockReturnValue(Math.floor(Date.now() / 1000) + 3610);
    expect(await files.sweep()).toBe(1);
    expect(await keys()).toEqual([derivedKey(other.hash, 'a.webp'), originalKey(other.hash)]);
    expect(await rows()).toMatchObject([{ hash: other.hash }]);
  });

  test('stays while another row refers to it, and goes with the last one', async () => {
    const file = await newFile('one');
    for (const id of [1, 2]) await keep(id, file);
    await drop(1, file);
    expect(await files.sweep(0)).toBe(0);
    expect(await rows()).toEqual([{ hash: file.hash, size: 3, released: null }]);
    await drop(2, file);
    expect(await files.sweep(0)).toBe(1);
    expect([await keys(), await rows()]).toEqual([[], []]);
  });

  test('is taken back by the next upload', async () => {
    const file = await newFile('one');
    await keep(1, file);
    await drop(1, file);
    await keep(2, file);
    expect(await files.sweep(0)).toBe(0);
    expect(await isStored(file)).toBe(true);
  });

  test('is not released when the work around it fails', async () => {
    const file = await newFile('one');
    await keep(1, file);
    const failed = unitOfWork.run(async () => {
      await drop(1, file);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await rows()).toMatchObject([{ released: null }]);
  });

  test('that cannot be removed stays for the next sweep, and holds up no other', async () => {
    const kept = await Promise.all(['one', 'two', 'three'].map(newFile));
    for (const [id, file] of kept.entries()) {
      await keep(id, file);
      await drop(id, file);
    }
    const remove = jest.spyOn(storage, 'remove').mockRejectedValueOnce(new Error('the disk is odd'));
    expect(await files.sweep(0)).toBe(2);
    expect(await rows()).toHaveLength(1);
    remove.mockRestore();
    expect(await files.sweep(0)).toBe(1);
    expect([await keys(), await rows()]).toEqual([[], []]);
  });

  test('is left alone when the storage is away', async () => {
    for (let id = 1; id <= 15; id++) {
      const file = await newFile(`number ${id}`);
      await keep(id, file);
      await drop(id, file);
    }
    const remove = jest.spyOn(storage, 'remove').mockRejectedValue(new Error('away'));
    await expect(files.sweep(0)).rejects.toThrow('away');
    expect(remove).toHaveBeenCalledTimes(10);
    expect(await rows()).toHaveLength(15);
    remove.mockClear().mockRejectedValue(new OverloadedError('storage-unreachable', 'away'));
    await expect(files.sweep(0)).rejects.toThrow('away');
    expect(remove).toHaveBeenCalledTimes(1);
    remove.mockRestore();
    const stopping = new AbortController();
    stopping.abort();
    expect(await files.sweep(0, stopping.signal)).toBe(0);
    expect(await files.sweep(0)).toBe(15);
  });
});

test('names that are not hashes lead nowhere', () => {
  for (const hash of ['', 'ab', '../etc', 'A'.repeat(64), `${'a'.repeat(64)}/..`, 'g'.repeat(64)]) {
    expect(() => originalKey(hash)).toThrow('is not a hash');
    expect(() => derivedKey(hash, 'x')).toThrow('is not a hash');
  }
});

test('the hourly job removes what is old, and only on instances that schedule', async () => {
  const file = await newFile('one');
  await keep(1, file);
  await drop(1, file);
  const left = file.path.replace(/_\d+_/, '_99999999_');
  await writeFile(left, 'left by a process that was killed');
  jest.spyOn(clock, 'now').mockReturnValue(Math.floor(Date.now() / 1000) + 3610);
  const environment = service.app.get(Environment);
  environment.SCHEDULER = 'off';
  await service.app.get(StorageJob).sweep();
  expect([await isStored(file), existsSync(left)]).toEqual([true, true]);
  environment.SCHEDULER = 'on';
  await service.app.get(StorageJob).sweep();
  expect([await isStored(file), existsSync(left), existsSync(file.path)]).toEqual([false, false, true]);
});

test('a start removes what a process that was killed has left', async () => {
  const left = workspace.path().replace(/_\d+_/, '_99999999_');
  await writeFile(left, 'left by a process that was killed');
  const other = await startService({ database: service.database });
  for (let tries = 0; tries < 100 && existsSync(left); tries++) await delay(20);
  expect(existsSync(left)).toBe(false);
  await other.stop();
});

describe('an audit', () => {
  const NOTHING: StorageFindings = { files: 0, bytes: 0, lost: 0, released: 0, unknown: 0, temporary: 0 };
  let lost: string[];
  beforeEach(() => {
    lost = [];
  });
  const audit = (fix: boolean) =>
    service.app.get(StorageAudit).run({ fix, onLost: (hash) => lost.push(hash) });

  test('of a storage that is well finds what is kept', async () => {
    expect(await audit(true)).toEqual(NOTHING);
    for (const [id, content] of ['one', 'three'].entries()) {
      const file = await newFile(content);
      await keep(id, file);
      await derive(file, 'a.webp');
    }
    expect(await audit(false)).toEqual({ ...NOTHING, files: 2, bytes: 8 });
    expect(await audit(true)).toEqual({ ...NOTHING, files: 2, bytes: 8 });
    expect(await keys()).toHaveLength(4);
  });

  test('finds what nothing refers to, and removes it when it is asked to', async () => {
    const file = await newFile('kept');
    const released = await newFile('released');
    const original = await newFile('put, then killed');
    const derived = await newFile('made of a file that went');
    await keep(1, file);
    await keep(2, released);
    await drop(2, released);
    await storage.put(originalKey(original.hash), original.path, 'text/plain');
    await derive(original, 'a.webp');
    for (const name of ['a.webp', 'b.webp']) await derive(derived, name);
    await storage.put('originals/00/readme', file.path, 'text/plain');
    await storage.put(`originals/zz/${file.hash}`, file.path, 'text/plain');
    await writeFile(workspace.path().replace(/_\d+_/, '_99999999_'), 'left by a process that was killed');

    const leftovers = { released: 1, temporary: 1 };
    // The original and what was made of it are found one after the other.
    expect(await audit(false)).toEqual({ ...NOTHING, files: 2, bytes: 12, ...leftovers, unknown: 3 });
    expect(await keys()).toHaveLength(8);
    expect(await audit(true)).toEqual({ ...NOTHING, files: 2, bytes: 12, ...leftovers, unknown: 2 });
    expect(lost).toEqual([]);
    expect(await keys()).toEqual(
      ['originals/00/readme', originalKey(file.hash), `originals/zz/${file.hash}`].sort(),
    );
    expect(await rows()).toMatchObject([{ hash: file.hash, released: null }]);
    expect(await audit(true)).toEqual({ ...NOTHING, files: 1, bytes: 4 });
  });

  test('names what is lost, and cannot mend it', async () => {
    const gone = await newFile('gone');
    const cut = await newFile('cut');
    const released = await newFile('released');
    for (const [id, file] of [await newFile('there'), gone, cut, released].entries()) await keep(id, file);
    await drop(3, released);
    await storage.remove(originalKey(gone.hash));
    await storage.remove(originalKey(released.hash));
    await truncate(join(service.database.folder, 'files', originalKey(cut.hash)), 1);
    for (const fix of [false, true]) {
      lost = [];
      expect(await audit(fix)).toEqual({ ...NOTHING, files: 4, bytes: 20, lost: 2, released: 1 });
      expect(lost.sort()).toEqual([gone.hash, cut.hash].sort());
      await keep(10, released);
      await drop(10, released);
    }
    expect(await rows()).toHaveLength(4);
  });

  test('goes through more than a batch', async () => {
    const count = 1200;
    const hashes = Array.from({ length: count }, (_, n) =>
      createHash('sha256').update(String(n)).digest('hex'),
    );
    const { path } = await newFile('same');
    await unitOfWork.run(async () => {
      await database.upsert(
        'stored_files',
        ['hash', 'size', 'released_ts'],
        ['hash'],
        hashes.slice(0, count / 2).map((hash) => [hash, 4, null]),
      );
    });
    for (const hash of hashes) await storage.put(originalKey(hash), path, 'text/plain');
    expect(await audit(true)).toEqual({ ...NOTHING, files: 600, bytes: 2400, unknown: 600 });
    expect(await keys()).toEqual(hashes.slice(0, 600).map(originalKey).sort());
    await unitOfWork.run(() => database.execute('UPDATE stored_files SET released_ts = 5'));
    expect(await files.sweep(0)).toBe(600);
    expect(await keys()).toEqual([]);
  });
});

describe('the workspace', () => {
  test('gives paths of its own, also when its folder is removed', async () => {
    const paths = new Set(Array.from({ length: 1000 }, () => workspace.path()));
    expect(paths.size).toBe(1000);
    await rm(workspace.folder, { recursive: true });
    await writeFile(workspace.path(), 'works');
  });

  test('is swept of what other processes of this host have left, and of what is old', async () => {
    const [own, other, old, foreign] = [
      workspace.path(),
      workspace.path(),
      workspace.path(),
      workspace.path(),
    ];
    const paths = {
      own,
      ownButOld: old,
      // The same pid with another token is an earlier process.
      earlier: own.replace(/_[0-9a-f]{16}_/, '_0123456789abcdef_'),
      dead: own.replace(/_\d+_/, '_99999999_'),
      alive: own.replace(/_\d+_/, `_${process.ppid}_`),
      otherHost: other.replace(/\/[^/]+_(\d+)_/, '/other-host_$1_'),
      oldOfOtherHost: foreign.replace(/\/[^/]+_(\d+)_/, '/other-host_$1_'),
      notOurs: join(workspace.folder, 'notes.txt'),
    };
    for (const path of Object.values(paths)) await writeFile(path, 'content');
    const sevenHoursAgo = new Date(Date.now() - 7 * 3600 * 1000);
    for (const path of [paths.ownButOld, paths.oldOfOtherHost, paths.notOurs])
      await utimes(path, sevenHoursAgo, sevenHoursAgo);
    expect(await workspace.sweep()).toBe(4);
    const left = (await readdir(workspace.folder)).map((name) => join(workspace.folder, name)).sort();
    expect(left).toEqual([paths.own, paths.alive, paths.otherHost, paths.notOurs].sort());
  });
});
