import { createHash } from 'node:crypto';
import { readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { StorageAudit, type StorageFindings } from '../../src/modules/storage/storage-audit.js';
import { originalKey } from '../../src/modules/storage/blob-store.js';
import {
  service,
  database,
  unitOfWork,
  storage,
  files,
  workspace,
  newFile,
  keep,
  drop,
  isStored,
  rows,
  derive,
  keys,
  useStorage,
} from '../support/stored-files.js';

useStorage();

describe('an audit', () => {
  const NOTHING: StorageFindings = {
    ...{ files: 0, bytes: 0, lost: 0, released: 0, unknown: 0, temporary: 0 },
    isForeign: false,
  };
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
    expect(await audit(false)).toEqual({ ...NOTHING, files: 2, bytes: 12, ...leftovers, unknown: 2 });
    expect(await keys()).toHaveLength(8);
    expect(await audit(true)).toEqual({ ...NOTHING, files: 2, bytes: 12, ...leftovers, unknown: 2 });
    expect(lost).toEqual([]);
    expect(await keys()).toEqual(
      ['originals/00/readme', originalKey(file.hash), `originals/zz/${file.hash}`].sort(),
    );
    expect(await rows()).toMatchObject([{ hash: file.hash, released: null }]);
    expect(await audit(true)).toEqual({ ...NOTHING, files: 1, bytes: 4 });
  });

  test('counts no released file that something else refers to', async () => {
    const shared = await newFile('of two pictures');
    const gone = await newFile('of none any more');
    for (const [id, file] of [shared, shared, gone].entries()) await keep(id, file);
    await drop(0, shared);
    await drop(2, gone);
    const before = await rows();
    for (let times = 0; times < 2; times++)
      expect(await audit(false)).toMatchObject({ files: 2, lost: 0, released: 1 });
    expect(await rows()).toEqual(before);
    expect(await isStored(gone)).toBe(true);
    expect(await audit(true)).toMatchObject({ files: 2, lost: 0, released: 1 });
    expect(await audit(false)).toMatchObject({ files: 1, released: 0 });
    expect(await isStored(shared)).toBe(true);
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
    expect(await files.collectGarbage(0)).toBe(600);
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
    const [own, other, foreign] = [workspace.path(), workspace.path(), workspace.path()];
    const paths = {
      own,
      // Not a path that was issued, whose file the workspace may renew at any moment.
      ownButOld: own.replace(/[0-9a-f]{24}$/, '0'.repeat(24)),
      // The same pid with another token is an earlier process.
      earlier: own.replace(/_[0-9a-f]{16}_/, '_0123456789abcdef_'),
      dead: own.replace(/_\d+_/, '_99999999_'),
      alive: own.replace(/_\d+_/, `_${process.ppid}_`),
      otherHost: other.replace(/\/[^/_]+_(\d+)_/, '/other-host_$1_'),
      oldOfOtherHost: foreign.replace(/\/[^/_]+_(\d+)_/, '/other-host_$1_'),
      notOurs: join(workspace.folder, 'notes.txt'),
    };
    for (const path of Object.values(paths)) await writeFile(path, 'content');
    const sevenHoursAgo = new Date(Date.now() - 7 * 3600 * 1000);
    for (const path of [paths.ownButOld, paths.oldOfOtherHost, paths.notOurs])
      await utimes(path, sevenHoursAgo, sevenHoursAgo);
    await workspace.renew();
    expect(await workspace.sweep()).toBe(4);
    const left = (await readdir(workspace.folder)).map((name) => join(workspace.folder, name)).sort();
    expect(left).toEqual([paths.own, paths.alive, paths.otherHost, paths.notOurs].sort());
  });
});
