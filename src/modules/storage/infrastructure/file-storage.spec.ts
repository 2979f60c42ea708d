import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import promises, { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type S3Server, startS3Server } from '../../../../test/support/s3.js';
import { NotFoundError } from '../../../kernel/errors.js';
import { parseStorageUrl, type S3Location } from '../../../platform/config/storage-location.js';
import { fileStorageContract } from '../../../testing/contracts/file-storage.contract.js';
import type { FileStorage } from '../file-storage.js';
import { TempFiles } from '../temp-files.js';
import { DiskFileStorage } from './disk-file-storage.js';
import { S3FileStorage } from './s3-file-storage.js';

const MEGABYTE = 1024 * 1024;
const TYPE = 'application/octet-stream';

let folder: string;
let tempFiles: TempFiles;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
  Object.assign(process.env, s3.credentials);
});
afterAll(() => s3.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-storage-'));
  tempFiles = new TempFiles(join(folder, 'tmp'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

interface Storage {
  readonly storage: FileStorage;
  /** Puts many small files. */
  fill(keys: readonly string[]): Promise<void>;
  /** The server of the tests takes `bytes=0-0` for all bytes. */
  readonly knowsFirstByte: boolean;
}

function aFolder(): Promise<Storage> {
  const storage: FileStorage = new DiskFileStorage(join(folder, 'files'), tempFiles);
  const fill = async (keys: readonly string[]) => {
    const path = tempFiles.path();
    await writeFile(path, 'same');
    for (const key of keys) await storage.put(key, path, TYPE);
  };
  return Promise.resolve({ storage, fill, knowsFirstByte: true });
}

async function aBucket(): Promise<Storage> {
  const prefix = randomBytes(6).toString('hex');
  const location = parseStorageUrl(s3.url.replace('/site', `/${prefix}`)) as S3Location;
  const fill = (keys: readonly string[]) => {
    s3.fill(keys.map((key) => `${prefix}/${key}`));
    return Promise.resolve();
  };
  return { storage: await S3FileStorage.open(location, tempFiles), fill, knowsFirstByte: false };
}

describe.each([
  ['a folder', aFolder],
  ['a bucket', aBucket],
])('%s', (_name, open) => {
  let fill: Storage['fill'];
  let knowsFirstByte: boolean;
  let storage: FileStorage;
  beforeEach(async () => {
    ({ storage, fill, knowsFirstByte } = await open());
  });

  async function localFile(content: string | Buffer): Promise<string> {
    const path = tempFiles.path();
    await writeFile(path, content);
    return path;
  }
  const put = async (key: string, content: string | Buffer) =>
    storage.put(key, await localFile(content), TYPE);
  const read = async (key: string, start?: number, end = Infinity) =>
    text(await storage.open(key, start === undefined ? undefined : { start, end }));
  async function list(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.list(prefix)) keys.push(key);
    return keys.sort();
  }

  test('keeps the contract of its port', async () => {
    const openEmpty = async () => {
      rmSync(join(folder, 'files'), { recursive: true, force: true });
      return (await open()).storage;
    };
    for (const { run } of fileStorageContract(openEmpty)) await run();
  });

  test('keeps a file of several parts byte for byte', async () => {
    const bytes = randomBytes(8 * MEGABYTE * 2 + 12_345);
    await put('large', bytes);
    expect(await storage.size('large')).toBe(bytes.length);
    expect((await buffer(await storage.open('large'))).equals(bytes)).toBe(true);
    const range = { start: 8 * MEGABYTE - 5, end: 8 * MEGABYTE + 5 };
    const part = await buffer(await storage.open('large', range));
    expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  });

  test.each([8 * MEGABYTE, 16 * MEGABYTE])('keeps a file of exactly %d bytes', async (size) => {
    const bytes = randomBytes(size);
    await put('exact', bytes);
    expect((await buffer(await storage.open('exact'))).equals(bytes)).toBe(true);
  });

  test('gives the first byte', async () => {
    await put('a/digits', '0123456789');
    if (knowsFirstByte) expect(await read('a/digits', 0, 0)).toBe('0');
    else await expect(read('a/digits', 0, 0)).rejects.toThrow('other bytes than bytes=0-0');
  });

  test('leaves no temporary file for what is not there', async () => {
    await put('folder/file', 'content');
    await expect(storage.withLocalFile('nothing', readFile)).rejects.toThrow(NotFoundError);
    expect(await readdir(tempFiles.folder)).toHaveLength(1);
  });

  test('gives libraries a path for as long as they work', async () => {
    await put('a/file', 'content');
    let seen = '';
    const result = await storage.withLocalFile('a/file', async (path) => {
      seen = path;
      return readFile(path, 'utf8');
    });
    expect(result).toBe('content');
    await expect(
      storage.withLocalFile('a/file', async (path) => {
        await access(path);
        throw new Error('broken picture');
      }),
    ).rejects.toThrow('broken picture');
    expect(seen).not.toBe('');
    // The one that was put is left.
    expect(await readdir(tempFiles.folder)).toHaveLength(1);
    expect(await read('a/file')).toBe('content');
  });

  test('lists and removes 3,000 files', async () => {
    const keys = Array.from({ length: 3000 }, (_, n) => `many/${n % 7}/${String(n).padStart(4, '0')}`).sort();
    await fill(keys);
    expect(await list('many/')).toEqual(keys);
    await storage.removeAll('many/');
    expect(await list('many/')).toEqual([]);
  });

  test.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '..',
    '../a',
    'a/../b',
    'a/.',
    './a',
    'a\0',
    'a b',
    'A',
    'ä',
    'a\\b',
    'a%2fb',
    'a?b',
    '~incoming',
    'x'.repeat(201),
    'x/'.repeat(400) + 'x',
  ])('refuses the key %j', async (key) => {
    const path = await localFile('content');
    const refusal = /is not a key/;
    await expect(storage.put(key, path, TYPE)).rejects.toThrow(refusal);
    await expect(storage.size(key)).rejects.toThrow(refusal);
    await expect(storage.open(key)).rejects.toThrow(refusal);
    await expect(storage.withLocalFile(key, readFile)).rejects.toThrow(refusal);
    await expect(storage.remove(key)).rejects.toThrow(refusal);
    await expect(storage.removeAll(`${key}/`)).rejects.toThrow(/is not a prefix/);
    await expect(list(`${key}/`)).rejects.toThrow(/is not a prefix/);
    expect(await readdir(folder)).not.toContain('a');
  });

  test('gives its connections back when readers leave', async () => {
    await put('large', randomBytes(5 * MEGABYTE));
    for (let n = 0; n < 120; n++) (await storage.open('large')).destroy();
    expect(await storage.size('large')).toBe(5 * MEGABYTE);
  });

  test('checks itself, leaves nothing behind, and says where it is', async () => {
    expect(await storage.check()).toMatch(/^files in (\/\S+\/files|s3:\/\/test-files\/\w+\/ at http:\S+)$/);
    expect(await list('checks/')).toEqual([]);
    expect(await readdir(tempFiles.folder)).toEqual([]);
    await expect(storage.ping()).resolves.toBeUndefined();
    expect(await storage.tidy()).toBe(0);
  });
});

// Jest has an empty one in its place where it is imported.
const { syncBuiltinESMExports } = process.getBuiltinModule('module');

test('a folder that another instance sweeps away while it is made is made again', async () => {
  const { storage } = await aFolder();
  const path = tempFiles.path();
  await writeFile(path, 'same');
  const missing = Object.assign(new Error('no such file or directory'), { code: 'ENOENT' });
  const made = jest.spyOn(promises, 'mkdir').mockRejectedValueOnce(missing);
  syncBuiltinESMExports();
  try {
    await storage.put('derived/ab/file', path, TYPE);
  } finally {
    made.mockRestore();
    syncBuiltinESMExports();
  }
  expect(await storage.size('derived/ab/file')).toBe(4);
});
