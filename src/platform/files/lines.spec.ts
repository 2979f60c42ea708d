import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { linesOf } from './lines.js';

const folder = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function read(...parts: readonly (string | Buffer)[]) {
  const file = join(folder, 'file.jsonl');
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  const lines = [];
  for await (const { number, text, fault } of linesOf(file)) lines.push([number, text, fault]);
  return lines;
}

test('only a newline ends a line', async () => {
  expect(await read('{"a":"b\u2028c\u0085d"}\r\n\n{}')).toEqual([
    [1, '{"a":"b\u2028c\u0085d"}\r', undefined],
    [2, '', undefined],
    [3, '{}', undefined],
  ]);
});

test('a line is longer than the parts in which a file is read', async () => {
  const long = 'é'.repeat(300_000);
  expect(await read(`{}\n${long}\n`)).toEqual([
    [1, '{}', undefined],
    [2, long, undefined],
  ]);
});

test.each(['ff', 'e9', 'c0ae', 'eda080', 'f09f98'])('a line with the bytes %s is faulty', async (hex) => {
  expect(await read('{}\n{"a":"', Buffer.from(hex, 'hex'), '"}\n{"b":"é"}\n')).toEqual([
    [1, '{}', undefined],
    [2, null, 'is not UTF-8'],
    [3, '{"b":"é"}', undefined],
  ]);
});

test('a line that is too long is faulty', async () => {
  expect(await read('x'.repeat(17 * 1024 * 1024), '\n{}')).toEqual([
    [1, null, 'is too long'],
    [2, '{}', undefined],
  ]);
});

test('a byte order mark is passed over at the start of the file, and kept elsewhere', async () => {
  expect(await read('\ufeff{"a":1}\n\ufeff{}')).toEqual([
    [1, '{"a":1}', undefined],
    [2, '\ufeff{}', undefined],
  ]);
});

test('a file in UTF-16 has faulty lines only', async () => {
  const lines = await read(Buffer.from('\ufeff{"a":"é"}', 'utf16le'));
  expect(lines).toEqual([[1, null, 'is not UTF-8']]);
});
