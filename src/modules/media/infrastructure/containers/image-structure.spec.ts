import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { BinaryFile } from './binary-file.js';
import { structureOf, type WalkedFormat } from './image-structure.js';
import { jpegScans } from './jpeg.js';
import { MAX_PARTS } from './segments.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-containers-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  jest.restoreAllMocks();
});

const using = async <T>(parts: readonly Buffer[], work: (file: BinaryFile) => Promise<T>): Promise<T> => {
  const path = join(folder, 'image');
  await writeFile(path, Buffer.concat(parts));
  return BinaryFile.using(path, work);
};

const MANY = 3 * MAX_PARTS;
const times = (count: number, hex: string): Buffer => Buffer.alloc((count * hex.length) / 2, hex, 'hex');
const riff = (size: number): Buffer => {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + size, 4);
  return head;
};
const frame = (size: number): Buffer => {
  const head = Buffer.concat([Buffer.from('ANMF\0\0\0\0', 'latin1'), Buffer.alloc(16)]);
  head.writeUInt32LE(16 + size, 4);
  return head;
};
const CHUNK = Buffer.from('junk\0\0\0\0', 'latin1').toString('hex');

test.each<[string, WalkedFormat, readonly Buffer[]]>([
  ['scans', 'jpeg', [times(1, 'ffd8'), times(MANY, 'ffda0002'), times(1, 'ffd9')]],
  ['comments', 'jpeg', [times(1, 'ffd8'), times(MANY, 'fffe0002'), times(1, 'ffda0002ffd9')]],
  ['extensions', 'gif', [times(13, '00'), times(MANY, '210100'), times(1, '3b')]],
  ['chunks', 'png', [times(8, '00'), times(MANY, '000000007465787400000000')]],
  ['chunks', 'webp', [riff(8 * MANY), times(MANY, CHUNK)]],
  ['chunks in a frame', 'webp', [riff(24 + 8 * MANY), frame(8 * MANY), times(MANY, CHUNK)]],
])('a file of many %s, as %s, is not looked through to its end', async (_, format, parts) => {
  const reads = jest.spyOn(BinaryFile.prototype, 'bytes');
  const { isComplete } = await using(parts, (file) => structureOf(file, format));
  expect(isComplete).toBe(false);
  expect(reads.mock.calls.length).toBeLessThanOrEqual(2 * MAX_PARTS + 10);
});

test('scans without data are looked at where they stand in memory', async () => {
  const scans = [times(1, 'ffd8'), times(MAX_PARTS / 2, 'ffda0002'), times(1, 'ffd9')];
  const loads = jest.spyOn(Buffer, 'allocUnsafe');
  const { isComplete } = await using(scans, (file) => structureOf(file, 'jpeg'));
  expect(isComplete).toBe(true);
  expect(loads.mock.calls.length).toBeLessThan(20);
});

test('the scans of a JPEG are not looked for behind as many segments', async () => {
  const segments = [times(1, 'ffd8'), times(MANY, 'fffe0002'), times(1, 'ffda0002ffd9')];
  const reads = jest.spyOn(BinaryFile.prototype, 'bytes');
  expect(await using(segments, jpegScans)).toBeNull();
  expect(reads.mock.calls.length).toBeLessThanOrEqual(MAX_PARTS);
});
