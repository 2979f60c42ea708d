import { existsSync } from 'node:fs';
import { readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, jest, test } from '@jest/globals';
import { OverloadedError } from '../../src/kernel/errors.js';
import { StorageJob } from '../../src/modules/storage/storage.job.js';
import { derivedKey, originalKey } from '../../src/modules/storage/blob-store.js';
import { Environment } from '../../src/platform/config/environment.js';
import { eventually } from '../support/eventually.js';
import { startService } from '../support/service.js';
import {
  service,
  unitOfWork,
  storage,
  files,
  workspace,
  clock,
  newFile,
  insert,
  keep,
  drop,
  rows,
  pictures,
  derive,
  isStored,
  keys,
  useStorage,
} from '../support/stored-files.js';

useStorage();

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
    await files.attach(kept, async () => {
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
    const failed = files.attach([file, other], () => Promise.reject(new Error('no such ratio')));
    await expect(failed).rejects.toThrow('no such ratio');
    expect(await files.collectGarbage()).toBe(0);
    expect(await files.collectGarbage(0)).toBe(1);
    expect([await isStored(file), await isStored(other)]).toEqual([true, false]);
    expect(await rows()).toEqual([{ hash: file.hash, size: 3, released: null }]);
  });

  test('is left to the sweep when another file cannot be put', async () => {
    const [file, other] = [await newFile('one'), await newFile('two')];
    await rm(other.path);
    await expect(files.attach([file, other], () => Promise.resolve())).rejects.toThrow('ENOENT');
    expect(await files.collectGarbage(0)).toBe(2);
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
    expect(await files.collectGarbage()).toBe(0);
    now.mockReturnValue(Math.floor(Date.now() / 1000) + 3610);
    expect(await files.collectGarbage()).toBe(1);
    expect(await keys()).toEqual([derivedKey(other.hash, 'a.webp'), originalKey(other.hash)]);
    expect(await rows()).toMatchObject([{ hash: other.hash }]);
  });

  test('stays while another row refers to it, and goes with the last one', async () => {
    const file = await newFile('one');
    for (const id of [1, 2]) await keep(id, file);
    await drop(1, file);
    expect(await files.collectGarbage(0)).toBe(0);
    expect(await rows()).toEqual([{ hash: file.hash, size: 3, released: null }]);
    await drop(2, file);
    expect(await files.collectGarbage(0)).toBe(1);
    expect([await keys(), await rows()]).toEqual([[], []]);
  });

  test('is taken back by the next upload', async () => {
    const file = await newFile('one');
    await keep(1, file);
    await drop(1, file);
    await keep(2, file);
    expect(await files.collectGarbage(0)).toBe(0);
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
    expect(await files.collectGarbage(0)).toBe(2);
    expect(await rows()).toHaveLength(1);
    remove.mockRestore();
    expect(await files.collectGarbage(0)).toBe(1);
    expect([await keys(), await rows()]).toEqual([[], []]);
  });

  test('is left alone when the storage is away', async () => {
    for (let id = 1; id <= 15; id++) {
      const file = await newFile(`number ${id}`);
      await keep(id, file);
      await drop(id, file);
    }
    const remove = jest.spyOn(storage, 'remove').mockRejectedValue(new Error('away'));
    await expect(files.collectGarbage(0)).rejects.toThrow('away');
    expect(remove).toHaveBeenCalledTimes(10);
    expect(await rows()).toHaveLength(15);
    remove.mockClear().mockRejectedValue(new OverloadedError('storage-unreachable', 'away'));
    await expect(files.collectGarbage(0)).rejects.toThrow('away');
    expect(remove).toHaveBeenCalledTimes(1);
    remove.mockRestore();
    const stopping = new AbortController();
    stopping.abort();
    expect(await files.collectGarbage(0, stopping.signal)).toBe(0);
    expect(await files.collectGarbage(0)).toBe(15);
  });
});

test('names that are not hashes lead nowhere', () => {
  for (const hash of ['', 'ab', '../etc', 'A'.repeat(64), `${'a'.repeat(64)}/..`, 'g'.repeat(64)]) {
    expect(() => originalKey(hash)).toThrow('is not a hash');
    expect(() => derivedKey(hash, 'x')).toThrow('is not a hash');
  }
});

test('the jobs remove what is old or left over, and only on instances that schedule', async () => {
  const file = await newFile('one');
  await keep(1, file);
  await drop(1, file);
  const left = file.path.replace(/_\d+_/, '_99999999_');
  await writeFile(left, 'left by a process that was killed');
  jest.spyOn(clock, 'now').mockReturnValue(Math.floor(Date.now() / 1000) + 3610);
  const environment = service.app.get(Environment);
  environment.SCHEDULER = 'off';
  const job = service.app.get(StorageJob);
  await job.sweep();
  expect([await isStored(file), existsSync(left)]).toEqual([true, true]);
  environment.SCHEDULER = 'on';
  await job.sweep();
  expect([await isStored(file), existsSync(left), existsSync(file.path)]).toEqual([false, false, true]);
});

test('an original that was stored for an upload that was cut off goes with its temporary file', async () => {
  const [cutOff, kept] = [await newFile('cut off'), await newFile('kept')];
  await storage.put(originalKey(cutOff.hash), cutOff.path, 'text/plain');
  await keep(1, kept);
  for (const { path } of [cutOff, kept]) await rename(path, path.replace(/_\d+_/, '_99999999_'));
  await service.app.get(StorageJob).sweep();
  expect([await isStored(cutOff), await isStored(kept)]).toEqual([false, true]);
  expect(await rows()).toEqual([{ hash: kept.hash, size: 4, released: null }]);
  expect(await readdir(workspace.folder)).toEqual([]);
});

test('a start removes what a process that was killed has left', async () => {
  const left = workspace.path().replace(/_\d+_/, '_99999999_');
  await writeFile(left, 'left by a process that was killed');
  const other = await startService({ database: service.database });
  expect(await eventually(() => existsSync(left), false)).toBe(false);
  await other.stop();
});
