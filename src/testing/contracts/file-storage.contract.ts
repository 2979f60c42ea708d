import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { NotFoundError } from '../../kernel/errors.js';
import type { FileStorage } from '../../modules/storage/file-storage.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual, mustFail } from '../expectations.js';
import { withFile } from '../work-folder.js';

const TYPE = 'application/octet-stream';
const NOT_KEYS = [
  '',
  '/a',
  'a/',
  'a//b',
  '..',
  'a/../b',
  './a',
  'a\0',
  'a b',
  'A',
  'ä',
  'a%2fb',
  'x'.repeat(201),
];
const NOT_PREFIXES = ['', 'a', 'a/b'];
const BAD_RANGES = [
  [10, 11],
  [5, 4],
  [-1, 3],
  [0.5, 3],
] as const;

const put = (storage: FileStorage, key: string, content: string | Buffer) =>
  withFile(content, (path) => storage.put(key, path, TYPE));

const read = async (storage: FileStorage, key: string, start?: number, end = Infinity) =>
  text(await storage.open(key, start === undefined ? undefined : { start, end }));

async function keysBelow(storage: FileStorage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

const isMissing = (error: unknown) => error instanceof NotFoundError && error.code === 'file-not-found';

/** @param make an empty storage */
export function fileStorageContract(make: Make<FileStorage>): ContractCheck[] {
  return checksOf<FileStorage>(make, {
    'gives back what was put, and needs the local file no more': async (storage) => {
      await withFile('content', async (path) => {
        await storage.put('a/b/c.txt', path, TYPE);
        mustEqual(await readFile(path, 'utf8'), 'content', 'the local file');
        await rm(path);
        mustEqual(await read(storage, 'a/b/c.txt'), 'content', 'the file');
        mustEqual(await storage.size('a/b/c.txt'), 7, 'its size');
      });
    },
    'keeps an empty file': async (storage) => {
      await put(storage, 'a/empty', '');
      mustEqual(await storage.size('a/empty'), 0, 'the size of an empty file');
      mustEqual(await read(storage, 'a/empty'), '', 'an empty file');
    },
    'keeps bytes as they are': async (storage) => {
      const bytes = randomBytes(300_000);
      await put(storage, 'bytes', bytes);
      const found = await storage.withLocalFile('bytes', (path) => readFile(path));
      must(found.equals(bytes), 'a file of 300,000 bytes is not what was put');
    },
    'gives parts of a file': async (storage) => {
      await put(storage, 'digits', '0123456789');
      mustEqual(await read(storage, 'digits', 0, 1), '01', 'bytes 0 to 1');
      mustEqual(await read(storage, 'digits', 3, 5), '345', 'bytes 3 to 5');
      mustEqual(await read(storage, 'digits', 9, 9), '9', 'byte 9');
      mustEqual(await read(storage, 'digits', 8, 500), '89', 'bytes 8 to 500 of ten');
    },
    'refuses parts that a file does not have': async (storage) => {
      await put(storage, 'digits', '0123456789');
      for (const [start, end] of BAD_RANGES)
        await mustFail(
          () => read(storage, 'digits', start, end),
          `reading bytes ${start} to ${end} of ten`,
          (error) => error instanceof RangeError,
        );
    },
    'says that a file is not there before its first byte': async (storage) => {
      await put(storage, 'folder/file', 'content');
      for (const key of ['nothing', 'folder', 'folder/nothing', 'folder/file/nothing']) {
        mustEqual(await storage.size(key), null, `the size of ${key}, which is not there,`);
        await mustFail(() => storage.open(key), `opening ${key}, which is not there,`, isMissing);
        await mustFail(() => storage.withLocalFile(key, readFile), `a path of ${key}`, isMissing);
      }
    },
    'takes a file of the same size for the same, and replaces one of another': async (storage) => {
      await put(storage, 'a/file', 'first');
      await put(storage, 'a/file', 'other');
      mustEqual(await read(storage, 'a/file'), 'first', 'a file put again with the same size');
      await put(storage, 'a/file', 'longer');
      mustEqual(await read(storage, 'a/file'), 'longer', 'a file put again with another size');
    },
    'takes the same file from many at once': async (storage) => {
      const content = randomBytes(20_000).toString('hex');
      await Promise.all(Array.from({ length: 10 }, () => put(storage, 'busy/file', content)));
      mustEqual(await read(storage, 'busy/file'), content, 'a file put ten times at once');
      mustEqual(await keysBelow(storage, 'busy/'), ['busy/file'], 'the list of it');
    },
    'keeps nothing when there is no local file': async (storage) => {
      const path = await withFile('', (gone) => Promise.resolve(gone));
      await mustFail(() => storage.put('a/file', path, TYPE), 'putting a file that is not there');
      mustEqual(await storage.size('a/file'), null, 'the size of what could not be put');
    },
    'gives work a path for as long as it runs': async (storage) => {
      await put(storage, 'a/file', 'content');
      const found = await storage.withLocalFile('a/file', (path) => readFile(path, 'utf8'));
      mustEqual(found, 'content', 'what the work has read');
      const fault = new Error('of the work');
      const fail = () => storage.withLocalFile('a/file', () => Promise.reject(fault));
      await mustFail(fail, 'work that fails', (error) => error === fault);
      mustEqual(await read(storage, 'a/file'), 'content', 'the file after work that failed');
    },
    'removes what is there, and does not mind what is not': async (storage) => {
      await put(storage, 'a/one', '1');
      await put(storage, 'a/two', '2');
      for (const key of ['a/one', 'a/one', 'b/one']) await storage.remove(key);
      mustEqual(await keysBelow(storage, 'a/'), ['a/two'], 'what is left');
    },
    'lists and removes by prefix, and no more than that': async (storage) => {
      const keys = ['p/a/1', 'p/a/b/2', 'p/ab/4', 'q/a/5'];
      for (const key of keys) await put(storage, key, key);
      mustEqual(await keysBelow(storage, 'p/a/'), ['p/a/1', 'p/a/b/2'], 'the list of p/a/');
      mustEqual(await keysBelow(storage, 'p/x/'), [], 'the list of p/x/, which is not there,');
      for (const prefix of ['p/a/', 'p/x/', 'p/a/']) await storage.removeAll(prefix);
      const left = [...(await keysBelow(storage, 'p/')), ...(await keysBelow(storage, 'q/'))];
      mustEqual(left, ['p/ab/4', 'q/a/5'], 'what is left without p/a/');
    },
    'refuses keys that are none': async (storage) => {
      await withFile('content', async (path) => {
        for (const key of NOT_KEYS) {
          const name = JSON.stringify(key);
          await mustFail(() => storage.put(key, path, TYPE), `putting the key ${name}`);
          await mustFail(() => storage.size(key), `the size of the key ${name}`);
          await mustFail(
            () => storage.open(key),
            `opening the key ${name}`,
            (error) => !isMissing(error),
          );
          await mustFail(() => storage.remove(key), `removing the key ${name}`);
        }
      });
    },
    'refuses prefixes that are none': async (storage) => {
      for (const prefix of NOT_PREFIXES) {
        await mustFail(() => storage.removeAll(prefix), `removing all below "${prefix}"`);
        await mustFail(() => keysBelow(storage, prefix), `the list of "${prefix}"`);
      }
    },
    'checks itself, leaves nothing behind, and says where it is': async (storage) => {
      await put(storage, 'a/file', 'content');
      const where = await storage.check();
      must(
        where.length > 0 && !where.includes('\n'),
        `check() must say in a line where files are: "${where}"`,
      );
      await storage.ping();
      mustEqual(await keysBelow(storage, 'checks/'), [], 'what checks leave');
      const tidied = await storage.tidy();
      must(Number.isInteger(tidied) && tidied >= 0, `tidy() must say how many files: ${tidied}`);
      mustEqual(await read(storage, 'a/file'), 'content', 'a file after check() and tidy()');
    },
  });
}
