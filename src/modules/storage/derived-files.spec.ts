import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { MemoryFileStorage } from '../../testing/memory-file-storage.js';
import { derivedKey, derivedPrefix, originalKey } from './blob-store.js';
import { DerivedFiles, type Maker } from './derived-files.js';
import { TempFiles } from './temp-files.js';

const HASH = 'ab'.repeat(32);
const FILE = { hash: HASH, name: 'all_600x.jpg', contentType: 'image/jpeg' };
const KEY = derivedKey(HASH, FILE.name);
const CONTENT = Buffer.from('a picture');

/** Each put of a derived file waits for the promise. */
class SlowStorage extends MemoryFileStorage {
  gate: Promise<void> = Promise.resolve();

  override async put(key: string, path: string): Promise<void> {
    if (key.startsWith('derived/')) await this.gate;
    await super.put(key, path);
  }
}

let folder: string;
let storage: SlowStorage;
let files: DerivedFiles;
let open: () => void;
let fail: (error: Error) => void;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'derived-'));
  const original = join(folder, 'original');
  await writeFile(original, 'the original');
  storage = new SlowStorage();
  await storage.put(originalKey(HASH), original);
  storage.gate = new Promise((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  files = new DerivedFiles(storage, new TempFiles(join(folder, 'tmp')));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const render = (content = CONTENT) => jest.fn<Maker>(() => Promise.resolve(content));
const keptOf = async (key: string) => buffer(await storage.open(key));
const leftOver = () => (existsSync(join(folder, 'tmp')) ? readdirSync(join(folder, 'tmp')) : []);

test('a file is sent before it is stored, made once meanwhile, and read from the storage afterwards', async () => {
  const make = render();
  const sent = { key: KEY, size: CONTENT.length, content: CONTENT };
  expect(await Promise.all([files.get(FILE, make), files.get(FILE, make)])).toEqual([sent, sent]);
  expect(await files.get(FILE, make)).toEqual(sent);
  expect(await storage.size(KEY)).toBeNull();
  open();
  await files.settled();
  expect(await files.get(FILE, make)).toEqual({ ...sent, content: null });
  expect(await keptOf(KEY)).toEqual(CONTENT);
  expect(make).toHaveBeenCalledTimes(1);
  expect(leftOver()).toEqual([]);
});

test('a file that is written to the path is sent from the storage', async () => {
  const make = jest.fn<Maker>(async (path) => {
    await writeFile(path, CONTENT);
    return null;
  });
  const got = files.get(FILE, make);
  open();
  expect(await got).toEqual({ key: KEY, size: CONTENT.length, content: null });
  expect(await keptOf(KEY)).toEqual(CONTENT);
  expect(leftOver()).toEqual([]);
});

test('a shutdown waits for what is not stored', async () => {
  await files.get(FILE, render());
  const stopped = files.beforeApplicationShutdown();
  open();
  await stopped;
  expect(await keptOf(KEY)).toEqual(CONTENT);
});

test('a file that cannot be stored is sent all the same, logged, and made again', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  expect((await files.get(FILE, render())).content).toEqual(CONTENT);
  fail(new Error('no room'));
  await files.settled();
  expect(warn).toHaveBeenCalledTimes(1);
  storage.gate = Promise.resolve();
  const again = render();
  await files.get(FILE, again);
  await files.settled();
  expect(again).toHaveBeenCalledTimes(1);
  expect(await keptOf(KEY)).toEqual(CONTENT);
});

test('a failure of the maker, and one to store what it has written, is that of whoever asks', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  await expect(files.get(FILE, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  const written = files.get(FILE, async (path) => {
    await writeFile(path, CONTENT);
    return null;
  });
  fail(new Error('no room'));
  await expect(written).rejects.toThrow('no room');
  expect(warn).not.toHaveBeenCalled();
  expect(leftOver()).toEqual([]);
});

test('nothing is left of a file whose original was removed before it was stored', async () => {
  await files.get(FILE, render());
  await storage.remove(originalKey(HASH));
  await storage.removeAll(derivedPrefix(HASH));
  open();
  await files.settled();
  expect(await storage.size(KEY)).toBeNull();
});

test('clients wait for the storage when more than 16 MB do', async () => {
  await files.get(FILE, render(Buffer.alloc(16 * 2 ** 20)));
  let isSent = false;
  const next = files.get({ ...FILE, name: 'all_300x.jpg' }, render()).then(() => {
    isSent = true;
  });
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  expect(isSent).toBe(false);
  open();
  await next;
  expect(await storage.size(derivedKey(HASH, 'all_300x.jpg'))).toBe(CONTENT.length);
});
